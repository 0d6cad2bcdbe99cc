# shellcheck shell=bash
# What is remembered of each broker between `up` and `down`: one folder per release series, for each instance.

instance=${BROKER_INSTANCE:+-$BROKER_INSTANCE}
cache_dir=${XDG_CACHE_HOME:-$HOME/.cache}/terraform-provider-rabbitmq
state_dir=$cache_dir/state$instance

# Every broker is reachable from this machine only, so its credentials guard nothing.
BROKER_USER=guest
BROKER_PASSWORD=guest

state_vars="SERIES VERSION KIND AMQP_PORT API_PORT DIST_PORT EPMD_PORT NODE_DIR ROOTFS SERVER ENGINE CONTAINER"

endpoint() { printf 'http://127.0.0.1:%s\n' "$API_PORT"; }
amqp_uri() { printf 'amqp://%s:%s@127.0.0.1:%s/\n' "$BROKER_USER" "$BROKER_PASSWORD" "$AMQP_PORT"; }

# shellcheck disable=SC2086
for name in $state_vars; do printf -v "$name" ''; done

save_state() {
  local name dir=$state_dir/$SERIES
  mkdir -p "$dir"
  for name in $state_vars; do
    printf '%s=%q\n' "$name" "${!name-}"
  done >"$dir/vars.new"
  mv "$dir/vars.new" "$dir/vars"
}

load_state() {
  local file=$state_dir/$1/vars
  [ -f "$file" ] || return 1
  # shellcheck source=/dev/null
  . "$file"
}

clear_state() { [ -z "${SERIES-}" ] || rm -rf "${state_dir:?}/$SERIES"; }

known_series() {
  local file
  for file in "$state_dir"/*/vars; do
    [ ! -f "$file" ] || basename "$(dirname "$file")"
  done
}

newest_running() { known_series | sort -t. -k1,1n -k2,2n | tail -n 1; }

# The lock is held until this script ends. A started broker must not inherit it: see 9>&- where one is started.
locked_series=
lock_series() {
  [ "$locked_series" != "$1" ] || return 0
  mkdir -p "$state_dir"
  if have flock; then
    exec 9>"$state_dir/$1.lock"
    flock 9
  else
    # macOS has no flock; a folder is made by one process only.
    [ -z "$locked_series" ] || rmdir "$state_dir/$locked_series.lock.d"
    until mkdir "$state_dir/$1.lock.d" 2>/dev/null; do sleep 1; done
    # shellcheck disable=SC2064
    trap "rmdir '$state_dir/$1.lock.d'" EXIT
  fi
  locked_series=$1
}

# pick_ports gives each series ports of its own, below the range that the system hands to outgoing connections, and
# moves on by hundreds while one of the four is taken, or is another broker's that may be down for the moment. Brokers that
# are started at the same time choose one after another.
pick_ports() {
  local base=$((20000 + ${SERIES%.*} * 1000 + ${SERIES#*.} * 20)) try
  if have flock; then
    exec 8>"$cache_dir/ports.lock"
    flock 8
  fi
  for ((try = 0; try < 20; try++)); do
    AMQP_PORT=$((base + try * 400 + 1))
    API_PORT=$((AMQP_PORT + 1))
    DIST_PORT=$((AMQP_PORT + 2))
    EPMD_PORT=$((AMQP_PORT + 3))
    if ! port_claimed && port_free "$AMQP_PORT" && port_free "$API_PORT" && port_free "$DIST_PORT" && port_free "$EPMD_PORT"; then
      save_state
      if have flock; then exec 8>&-; fi
      return
    fi
  done
  die "found no four free ports from $base on." "See what listens there: ss -ltnp"
}

port_claimed() { cat "$cache_dir"/state*/*/vars 2>/dev/null | grep -qx "AMQP_PORT=$AMQP_PORT"; }
