# Payments that are retried after 5 seconds, 1 minute and 10 minutes, and then kept for two weeks, by the broker alone.
#
# A consumer rejects a payment that fails (basic.reject or basic.nack with requeue=false), and that is all it does. It
# finds the number of the attempt in the routing key: payment.retry.2 is the second one after the first failure. What has
# failed four times is in payment.parking, with all that happened to it in the header x-death.

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
  enter_from = {
    exchange     = rabbitmq_exchange.main.name
    routing_keys = ["payment.#"]
  }
  delays    = ["5s", "1m", "10m"]
  exhausted = { queue = "payment.parking", retention = "336h" }
}

# Refunds wait longer each time, and their queue is declared by whoever owns it: it dead-letters to the topology and is
# bound to it. It has to have no delivery limit, which would take messages into the loop that cannot come back.
resource "rabbitmq_retry_topology" "refund" {
  name = "refund"
  backoff = {
    initial    = "5s"
    multiplier = 4
    max        = "1h"
    attempts   = 6
  }
  exhausted = { queue = "refund.parking" }
}

resource "rabbitmq_queue" "refund" {
  name           = "refund.work"
  dead_letter    = { exchange = rabbitmq_retry_topology.refund.retry_exchange }
  delivery_limit = -1
}

resource "rabbitmq_binding" "refund" {
  for_each = {
    first = { source = rabbitmq_exchange.main.name, key = "refund.#" }
    again = { source = rabbitmq_retry_topology.refund.return_exchange, key = "" }
  }
  source      = each.value.source
  destination = rabbitmq_queue.refund.name
  routing_key = each.value.key
}

# When each attempt is, and how long a refund is tried.
output "refunds" {
  value = {
    attempts = { for a in rabbitmq_retry_topology.refund.attempts : a.key => a.since_first_failure }
    for      = rabbitmq_retry_topology.refund.parked_after
  }
}
