# No message of team A waits longer than a day, whatever its applications declare.
resource "rabbitmq_ttl_ceiling" "team" {
  pattern     = "^team-a\\."
  message_ttl = "24h"
  priority    = 10
}
