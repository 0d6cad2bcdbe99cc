# A rule for queues that applications declare as they like: no message of team A waits longer than a day, and what has
# waited so long is kept for two weeks.
#
#   team-a.* -> (24 h later, or beyond 100,000 messages) -> team-a.dlx -> dead-letters.team-a

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

# Ceilings need a user with the tag administrator.
provider "rabbitmq" {}

# The plan lists the queues that are there already and that this changes, and says which of them will drop messages.
resource "rabbitmq_ttl_ceiling" "team_a" {
  pattern     = "^team-a\\."
  message_ttl = "24h"
  max_length  = 100000
}

# Reports may wait for a week. Only the ceiling with the highest priority is in force on a queue.
resource "rabbitmq_ttl_ceiling" "team_a_reports" {
  pattern     = "^team-a\\.reports$"
  message_ttl = "168h"
  max_length  = 100000
  priority    = 10
}

# A ceiling sets limits and nothing else. Where the messages go that exceed them, a policy says.
resource "rabbitmq_policy" "team_a" {
  name        = "team-a"
  pattern     = "^team-a\\."
  apply_to    = "queues"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.team_a.exchange, routing_key = "team-a" }
}

resource "rabbitmq_dead_letter_queue" "team_a" {
  name         = "dead-letters.team-a"
  exchange     = "team-a.dlx"
  routing_keys = ["team-a"]
  retention    = "336h"
}
