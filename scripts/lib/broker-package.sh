# shellcheck shell=bash
# The system's own rabbitmq-server package: apt (as root or with a sudo that does not ask) or Homebrew.

offer_package() {
  local version=
  if offer_installed "" 2>/dev/null; then
    return 1 # One is installed, and its version did not fit.
  fi
  if have apt-get && may_be_root; then
    version=$(apt_candidate)
    if [ -z "$version" ]; then
      apt_update
      version=$(apt_candidate)
    fi
  elif have brew; then
    version=$(brew info --formula rabbitmq 2>/dev/null | sed -n '1s/.*stable \([0-9.]*\).*/\1/p')
  fi
  [ -n "$version" ] || return 1
  SERIES=$(series_of "$version")
  [ -z "$1" ] || [ "$SERIES" = "$1" ]
}

apt_candidate() {
  apt-cache policy rabbitmq-server 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9.]*\).*/\2/p'
}

start_package() {
  say "installing the system's rabbitmq-server package, which is of series $SERIES"
  if have apt-get; then
    apt_update
    if ! apt_install rabbitmq-server; then
      say "apt-get could not install rabbitmq-server: looking for another way"
      return 1
    fi
    # A package that was installed for a private broker must not bring a standing one, now or after a reboot.
    if [ -d /run/systemd/system ]; then
      as_root systemctl disable --now --quiet rabbitmq-server.service epmd.socket epmd.service 2>/dev/null || true
    fi
  else
    brew install --quiet rabbitmq >&2 || return 1
  fi
  offer_installed "$SERIES" || return 1
  start_installed
}
