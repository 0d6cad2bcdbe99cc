# shellcheck shell=bash
# What all parts of scripts/broker use.

say() { printf 'broker: %s\n' "$*" >&2; }

# die FACT WHAT_TO_DO...
die() {
  printf 'broker: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '        %s\n' "$@" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# series_of 4.0.5 -> 4.0
series_of() { printf '%s\n' "$1" | sed -n 's/^\([0-9]*\.[0-9]*\).*/\1/p'; }

may_be_root() { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# apt_install PACKAGE... never starts the services that the packages bring.
apt_install() {
  local policy=/usr/sbin/policy-rc.d made='' rc=0
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
    made=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=600 \
    --no-install-recommends "$@" >&2 </dev/null || rc=$?
  [ -z "$made" ] || as_root rm -f "$policy"
  return "$rc"
}

apt_update() {
  as_root apt-get update -qq -o DPkg::Lock::Timeout=600 >&2 </dev/null ||
    say "apt-get update failed; going on with the package lists that are here"
}
