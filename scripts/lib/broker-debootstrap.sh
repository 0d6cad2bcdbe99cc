# shellcheck shell=bash
# A release of RabbitMQ that this system does not package: the Debian release that does, in a folder of its own. The
# folder stays in the cache; only the broker's data in it is removed by `down`.

# debian_suite SERIES: "<suite> [script]"; debootstrap of an older release has no script for a newer suite.
debian_suite() {
  case $1 in
    3.10) echo "bookworm" ;;
    4.0) echo "trixie" ;;
    4.3) echo "forky sid" ;;
  esac
}

offer_debootstrap() {
  SERIES=${1:-$newest_series}
  [ -n "$(debian_suite "$SERIES")" ] && [ "$(uname -s)" = Linux ] && may_be_root && { have debootstrap || have apt-get; }
}

start_debootstrap() {
  local suite script version
  read -r suite script <<<"$(debian_suite "$SERIES")"
  ROOTFS=$cache_dir/rootfs/$SERIES
  SERVER=/usr/lib/rabbitmq/bin/rabbitmq-server
  if [ -d "$ROOTFS" ]; then
    say "taking RabbitMQ $SERIES from Debian $suite, made earlier in $ROOTFS"
  else
    say "taking RabbitMQ $SERIES from Debian $suite, to be made in $ROOTFS (some minutes)"
    make_rootfs "$suite" "${script:-}" || return 1
  fi
  version=$(server_version "$ROOTFS/usr/lib/rabbitmq/lib/"rabbitmq_server-*/sbin/rabbitmq-server)
  if [ "$(series_of "$version")" != "$SERIES" ]; then
    say "Debian $suite has RabbitMQ ${version:-of an unknown version} by now, not $SERIES: looking for another way"
    return 1
  fi
  start_node
}

# make_rootfs SUITE SCRIPT tries debootstrap's own default mirror, then those this machine installs from.
make_rootfs() {
  local mirror made=$ROOTFS.new log=$cache_dir/debootstrap-$SERIES.log
  if ! have debootstrap; then
    apt_update
    apt_install debootstrap || return 1
  fi
  # On Debian's relatives the keys that sign Debian's releases are a package of their own.
  if [ ! -e /usr/share/keyrings/debian-archive-keyring.gpg ] && have apt-get; then
    apt_install debian-archive-keyring || true
  fi
  mkdir -p "$cache_dir/rootfs"
  for mirror in "" $(system_mirrors); do
    as_root rm -rf --one-file-system "$made"
    if as_root debootstrap --variant=minbase --include=rabbitmq-server "$1" "$made" "$mirror" ${2:+"$2"} \
      >"$log" 2>&1 </dev/null; then
      as_root sh -c "rm -f '$made'/var/cache/apt/archives/*.deb"
      as_root mv "$made" "$ROOTFS"
      return 0
    fi
    say "debootstrap $1 from ${mirror:-its default mirror} failed:"
    tail -n 5 "$log" | sed 's/^/  /' >&2
  done
  as_root rm -rf --one-file-system "$made"
  return 1
}

system_mirrors() {
  # shellcheck disable=SC2016
  have apt-get && apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 2>/dev/null | sort -u
}
