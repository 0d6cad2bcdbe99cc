# shellcheck shell=bash
# A RabbitMQ node as processes of this machine: from an installed server, or from a Debian release in a folder.
#
# SERVER is the server's own start script, inside ROOTFS if there is one. The wrapper that Debian puts on the PATH is
# not used: it insists on its own user, its own data folder and its own ports.

plugins="rabbitmq_management,rabbitmq_shovel,rabbitmq_federation,rabbitmq_consistent_hash_exchange"

# node_name [INSTANCE]
node_name() { printf 'rabbit-tf-%s@localhost\n' "${SERIES/./-}${1-$instance}"; }

# server_version SERVER_SCRIPT reads the version off the server's plugin folder: asking the server itself starts a
# virtual machine and, with Debian's wrapper, needs the right user.
server_version() {
  local home plugin
  home=$(dirname "$(dirname "$(real_path "$1")")")
  for plugin in "$home"/plugins/rabbit-[0-9]*; do
    [ ! -e "$plugin" ] || basename "$plugin" .ez | sed 's/^rabbit-//'
  done
}

real_path() { if have realpath; then realpath "$1"; else readlink -f "$1"; fi; }

# offer_installed: a rabbitmq-server of this machine, if its version fits.
offer_installed() {
  local candidate version
  for candidate in /usr/lib/rabbitmq/bin/rabbitmq-server "$(command -v rabbitmq-server || true)"; do
    version=
    [ ! -e "$candidate" ] || version=$(server_version "$candidate")
    [ -n "$version" ] || continue
    SERIES=$(series_of "$version")
    if [ -z "$1" ] || [ "$SERIES" = "$1" ]; then
      SERVER=$candidate
      return 0
    fi
    say "the installed rabbitmq-server is $version, not $1: looking for another"
    return 1
  done
  return 1
}

start_installed() {
  say "taking the installed rabbitmq-server of series $SERIES ($SERVER)"
  ROOTFS=
  start_node
}

start_node() {
  local inside
  KIND=node
  pick_ports
  if [ -n "$ROOTFS" ]; then NODE_DIR=$ROOTFS/srv/broker$instance; else NODE_DIR=$state_dir/$SERIES/node; fi
  inside=${NODE_DIR#"$ROOTFS"}
  if joins; then EPMD_PORT=$(first_node EPMD_PORT); fi
  save_state
  write_node_files "$inside"
  launch_node "$inside"
  wait_for_broker process_alive "$launched" || node_failed
}

write_node_files() {
  local files=$state_dir/$SERIES/files
  mkdir -p "$files"
  printf '[%s].\n' "$plugins" >"$files/enabled_plugins"
  : >"$files/env.conf"
  printf '[].\n' >"$files/advanced.config"
  # Small limits, since several brokers share a machine with the tests. The default way to measure memory reads /proc,
  # which a Debian release in a folder does not have.
  cat >"$files/rabbitmq.conf" <<CONF
loopback_users = none
listeners.tcp.1 = 127.0.0.1:$AMQP_PORT
management.tcp.ip = 127.0.0.1
management.tcp.port = $API_PORT
disk_free_limit.absolute = 50MB
vm_memory_high_watermark.absolute = 1GB
vm_memory_calculation_strategy = erlang
raft.wal_max_size_bytes = 33554432
CONF
  # The port mapper is started here and not by the node, which would leave it behind.
  if joins; then
    cat >>"$files/rabbitmq.conf" <<CONF
cluster_formation.peer_discovery_backend = classic_config
cluster_formation.classic_config.nodes.1 = $(node_name "-$BROKER_CLUSTER")
cluster_formation.classic_config.nodes.2 = $(node_name)
CONF
    printf '#!/bin/sh\n' >"$files/run"
  else
    cat >"$files/run" <<RUN
#!/bin/sh
epmd -address 127.0.0.1 -port $EPMD_PORT &
echo \$! >$1/epmd.pid
RUN
  fi
  cat >>"$files/run" <<RUN
echo \$\$ >$1/pid
exec $SERVER
RUN
  chmod 755 "$files/run"
  if [ -n "$ROOTFS" ]; then
    as_root rm -rf "$NODE_DIR"
    as_root cp -R "$files" "$NODE_DIR"
    as_root mkdir -p "$NODE_DIR/conf.d"
    share_cookie
    as_root chroot "$ROOTFS" chown -R rabbitmq:rabbitmq "$1"
    printf '127.0.0.1 localhost\n' | as_root tee "$ROOTFS/etc/hosts" >/dev/null
  else
    mkdir -p "$NODE_DIR/conf.d"
    cp -R "$files/." "$NODE_DIR"
    share_cookie
  fi
}

# joins: whether the node joins a cluster whose first node was started before, with a port mapper and a cookie for all.
joins() { [ -n "${BROKER_CLUSTER-}" ] && [ "-$BROKER_CLUSTER" != "$instance" ]; }

# first_node VARIABLE prints what is remembered of the cluster's first node.
first_node() (
  # shellcheck source=/dev/null
  . "$cache_dir/state-$BROKER_CLUSTER/$SERIES/vars"
  printf '%s\n' "${!1}"
)

share_cookie() {
  if joins; then as_node_owner cp "$(first_node NODE_DIR)/.erlang.cookie" "$NODE_DIR/.erlang.cookie"; fi
}

# launch_node starts port mapper and node in a process group of their own, out of reach of the terminal's Ctrl-C. The
# environment starts empty, so that no RABBITMQ_* variable of the caller reaches the node. RUNNING_UNDER_SYSTEMD makes
# the server's script become the virtual machine instead of waiting for it: one process to end. Erlang's schedulers are
# told not to spin while idle. -private_broker means nothing to Erlang: it marks the process as this node's.
launch_node() {
  local dir=$1 erl_args
  erl_args="-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none"
  as_node "$dir"
  set -m
  "${as_node[@]}" RUNNING_UNDER_SYSTEMD=true \
    RABBITMQ_DIST_PORT="$DIST_PORT" \
    RABBITMQ_MNESIA_BASE="$dir/data" \
    RABBITMQ_LOG_BASE="$dir/log" \
    RABBITMQ_LOGS="$dir/log/broker.log" \
    RABBITMQ_ENABLED_PLUGINS_FILE="$dir/enabled_plugins" \
    RABBITMQ_CONFIG_FILE="$dir/rabbitmq.conf" \
    RABBITMQ_CONFIG_FILES="$dir/conf.d" \
    RABBITMQ_ADVANCED_CONFIG_FILE="$dir/advanced.config" \
    RABBITMQ_CONF_ENV_FILE="$dir/env.conf" \
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="$erl_args -private_broker $(node_name)" \
    sh "$dir/run" </dev/null >"$state_dir/$SERIES/console.log" 2>&1 9>&- &
  launched=$!
  set +m
}

# as_node FOLDER sets the array with which a command line begins that runs as the node, where it runs, and with nothing else of the
# caller's environment.
as_node() {
  local path=$PATH enter=(env)
  if [ -n "$ROOTFS" ]; then
    path=/usr/sbin:/usr/bin:/sbin:/bin
    enter=(chroot --userspec=rabbitmq:rabbitmq "$ROOTFS" env)
    [ "$(id -u)" = 0 ] || enter=(sudo -n "${enter[@]}")
  fi
  as_node=("${enter[@]}" -i PATH="$path" HOME="$1" LANG=C.UTF-8
    ERL_EPMD_PORT="$EPMD_PORT" ERL_EPMD_ADDRESS=127.0.0.1 RABBITMQ_NODENAME="$(node_name)")
}

ctl_node() {
  as_node "${NODE_DIR#"$ROOTFS"}"
  "${as_node[@]}" "$(dirname "$SERVER")/rabbitmqctl" "$@"
}

as_node_owner() { if [ -n "$ROOTFS" ]; then as_root "$@"; else "$@"; fi; }

process_alive() { as_node_owner kill -0 "$1" 2>/dev/null; }

node_failed() {
  local log
  say "RabbitMQ $SERIES did not come up. The end of its log:"
  for log in "$NODE_DIR/log/broker.log" "$state_dir/$SERIES/console.log"; do
    as_node_owner tail -n 40 "$log" 2>/dev/null | sed 's/^/  /' >&2 || true
  done
  stop_node
  clear_state
  die "RabbitMQ $SERIES could not be started." \
    "If a port is taken, see who has it: ss -ltnp. If it only was slow, run the same command again." \
    "Or start Docker or Podman, or point RABBITMQ_TEST_ENDPOINT at a broker for tests."
}

# restart_node ends the node as an operator would and starts it again on what it has stored.
restart_node() {
  end_node
  launch_node "${NODE_DIR#"$ROOTFS"}"
  wait_for_broker process_alive "$launched" || node_failed
}

stop_node() {
  end_node
  as_node_owner rm -rf "${NODE_DIR:?}"
}

end_node() {
  end_process "$NODE_DIR/pid" "-private_broker $(node_name)"
  end_process "$NODE_DIR/epmd.pid" "-port $EPMD_PORT"
}

# kill_node leaves the port mapper, which the nodes of a cluster share.
kill_node() { end_process "$NODE_DIR/pid" "-private_broker $(node_name)" KILL; }

# end_process PID_FILE MARK [SIGNAL]: the mark in its command line tells that the number still belongs to the process that was
# started, and was not given to somebody else's since.
end_process() {
  local pid deadline=$((SECONDS + 30))
  pid=$(as_node_owner cat "$1" 2>/dev/null || true)
  if [ -z "$pid" ] || ! process_alive "$pid" || ! command_line_has "$pid" "$2"; then return 0; fi
  as_node_owner kill "-${3-TERM}" "$pid" 2>/dev/null || true
  while process_alive "$pid" && [ "$SECONDS" -lt "$deadline" ]; do sleep 0.2; done
  as_node_owner kill -KILL "$pid" 2>/dev/null || true
}

# Where neither /proc nor ps tells, in a bare container or chroot, the number alone has to do.
command_line_has() {
  if [ -r /proc/self/cmdline ]; then
    as_node_owner cat "/proc/$1/cmdline" 2>/dev/null | tr '\0' ' ' | grep -qF -- "$2"
  elif ps -p $$ >/dev/null 2>&1; then
    ps -o args= -p "$1" | grep -qF -- "$2"
  fi
}
