# shellcheck shell=bash
# Points what follows at a broker for tests. Source it from a script whose current folder is the repository's. A broker that was running
# before keeps running; one that was started here is ended with the script.

started=
end_started() {
  local series
  for series in $started; do
    scripts/broker down "$series"
  done
  started=
}
trap end_started EXIT

# with_broker SERIES sets RABBITMQ_TEST_ENDPOINT and so on for a broker of that series, or for the easiest to get.
with_broker() {
  local told variables
  told=$(scripts/broker up ${1:+"$1"})
  case $told in
    started*)
      started="$started ${told#started }"
      variables=$(scripts/broker env "${told#started }")
      ;;
    running*) variables=$(scripts/broker env "${told#running }") ;;
    *) variables=$(scripts/broker env ${1:+"$1"}) ;;
  esac
  eval "$variables"
}
