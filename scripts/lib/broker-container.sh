# shellcheck shell=bash
# RabbitMQ in a container, if an engine answers. A client without an engine does not count.

# engine COMMAND... without the lock, which Podman's container monitor would hold for as long as the container runs.
engine() { "$ENGINE" "$@" 9>&-; }

offer_container() {
  for ENGINE in docker podman; do
    if have "$ENGINE" && engine info >/dev/null 2>&1; then
      SERIES=${1:-$newest_series}
      return 0
    fi
  done
  ENGINE=
  return 1
}

start_container() {
  local image=rabbitmq:$SERIES-management
  say "taking the image $image, since $ENGINE answers"
  if ! engine image inspect "$image" >/dev/null 2>&1 && ! engine pull "$image" >&2; then
    say "$ENGINE could not pull $image: looking for another way"
    return 1
  fi
  KIND=container
  pick_ports
  # The broker has the same port numbers inside as outside, so that its own URI works from within it, too (shovels,
  # federation). It listens on all of the container's addresses, which are published on loopback only.
  CONTAINER=$(engine create \
    --publish "127.0.0.1:$AMQP_PORT:$AMQP_PORT" --publish "127.0.0.1:$API_PORT:$API_PORT" \
    --hostname localhost \
    "$image" sh -c "
      printf '[%s].' '$plugins' >/etc/rabbitmq/enabled_plugins
      printf '%s\n' 'loopback_users = none' 'listeners.tcp.1 = 0.0.0.0:$AMQP_PORT' \
        'management.tcp.port = $API_PORT' 'disk_free_limit.absolute = 50MB' >/etc/rabbitmq/conf.d/90-private.conf
      exec docker-entrypoint.sh rabbitmq-server") || die "$ENGINE could not make a container of $image."
  save_state
  if ! engine start "$CONTAINER" >/dev/null; then
    say "$ENGINE could not start a container of $image: looking for another way"
    stop_container
    return 1
  fi
  if ! wait_for_broker container_alive; then
    say "RabbitMQ $SERIES did not come up. The end of its log:"
    engine logs --tail 40 "$CONTAINER" 2>&1 | sed 's/^/  /' >&2 || true
    stop_container
    clear_state
    die "the container of $image could not be started." \
      "Try it by hand: $ENGINE run --rm $image. Or stop $ENGINE, and another way is taken."
  fi
}

container_alive() { [ "$(engine inspect --format '{{.State.Running}}' "$CONTAINER" 2>/dev/null)" = true ]; }

restart_container() {
  if ! engine restart "$CONTAINER" >/dev/null || ! wait_for_broker container_alive; then
    die "the container of RabbitMQ $SERIES did not come up again." "See its log: $ENGINE logs $CONTAINER"
  fi
}

stop_container() { [ -z "$CONTAINER" ] || engine rm --force --volumes "$CONTAINER" >/dev/null; }
