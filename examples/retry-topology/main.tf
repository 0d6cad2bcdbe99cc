# Payments that fail are tried again after 5 seconds, 1 minute and 10 minutes, and then kept for two weeks. Consumers of
# payment.work only reject what fails; the broker does the rest.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

resource "rabbitmq_exchange" "main" {
  name = "main.exchange"
  type = "topic"
}

resource "rabbitmq_retry_topology" "payment" {
  name       = "payment"
  work_queue = { name = "payment.work" }
  enter_from = { exchange = rabbitmq_exchange.main.name, routing_keys = ["payment.#"] }
  delays     = ["5s", "1m", "10m"]
  exhausted  = { queue = "payment.parking", retention = "336h" }
}

# When each attempt takes place, and in which queue a message waits for it.
output "attempts" {
  value = rabbitmq_retry_topology.payment.attempts
}

output "parked_after" {
  value = rabbitmq_retry_topology.payment.parked_after
}
