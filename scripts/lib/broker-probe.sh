# shellcheck shell=bash
# Does a broker answer, and which one is it?

# api_version ENDPOINT USER PASSWORD prints the broker's version, or nothing. The password goes through a file
# descriptor, since everybody on the machine can read a command line.
api_version() {
  local secret="$2:$3"
  secret=${secret//\\/\\\\}
  secret=${secret//\"/\\\"}
  printf 'user = "%s"\n' "$secret" |
    curl -fsS --max-time 10 --noproxy 127.0.0.1,localhost -K - "${1%/}/api/overview" 2>/dev/null |
    sed -n 's/.*"rabbitmq_version":"\([^"]*\)".*/\1/p' || true
}

# amqp_accepts PORT sends the AMQP 0-9-1 protocol header and waits for the first byte of connection.start.
amqp_accepts() {
  (
    exec 3<>"/dev/tcp/127.0.0.1/$1"
    printf 'AMQP\000\000\011\001' >&3
    IFS= read -r -t 5 -n 1 first <&3
    [ "$first" = $'\001' ]
  ) 2>/dev/null
}

port_free() { ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# wait_for_broker STILL_ALIVE_COMMAND... returns 1 when the broker ends or has not come up in two minutes.
wait_for_broker() {
  local deadline=$((SECONDS + 120))
  while [ "$SECONDS" -lt "$deadline" ]; do
    if [ -n "$(api_version "$(endpoint)" "$BROKER_USER" "$BROKER_PASSWORD")" ] && amqp_accepts "$AMQP_PORT"; then
      return 0
    fi
    "$@" || return 1
    sleep 0.5
  done
  return 1
}

# external_answers SERIES waits for the broker that the caller named and sets EXTERNAL_*. It returns 1 if none is named,
# or if that one is of another series than the one asked for.
external_answers() {
  local wanted=$1 deadline=$((SECONDS + 60)) host
  local url=${RABBITMQ_TEST_ENDPOINT-}
  [ -n "$url" ] || return 1
  url=${url%/}
  url=${url%/api}
  RABBITMQ_TEST_ENDPOINT=$url
  EXTERNAL_USER=${RABBITMQ_TEST_USERNAME:-guest}
  EXTERNAL_PASSWORD=${RABBITMQ_TEST_PASSWORD:-guest}
  EXTERNAL_VERSION=$(api_version "$url" "$EXTERNAL_USER" "$EXTERNAL_PASSWORD")
  while [ -z "$EXTERNAL_VERSION" ]; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      die "RABBITMQ_TEST_ENDPOINT=$url does not answer as user \"$EXTERNAL_USER\"." \
        "Start that broker, correct RABBITMQ_TEST_ENDPOINT, RABBITMQ_TEST_USERNAME and RABBITMQ_TEST_PASSWORD," \
        "or unset RABBITMQ_TEST_ENDPOINT to get a private broker."
    fi
    sleep 1
    EXTERNAL_VERSION=$(api_version "$url" "$EXTERNAL_USER" "$EXTERNAL_PASSWORD")
  done
  if [ -n "$wanted" ] && [ "$(series_of "$EXTERNAL_VERSION")" != "$wanted" ]; then
    say "RABBITMQ_TEST_ENDPOINT=$url is RabbitMQ $EXTERNAL_VERSION, not $wanted: looking for another"
    return 1
  fi
  host=${url#*://}
  host=${host%%/*}
  EXTERNAL_AMQP_URI=${RABBITMQ_TEST_AMQP_URI:-amqp://$EXTERNAL_USER:$EXTERNAL_PASSWORD@${host%:*}:5672/}
  say "taking RabbitMQ $EXTERNAL_VERSION at $url, named by RABBITMQ_TEST_ENDPOINT"
}
