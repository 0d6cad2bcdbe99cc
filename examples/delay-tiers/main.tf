# Payments that are retried after 5 seconds, 1 minute or 10 minutes, as the consumer chooses.
#
# A consumer that rejects a payment gets it back after 5 s. One that knows that it takes longer publishes the payment
# to retry.exchange with payment.retry.1m or payment.retry.10m, and acknowledges the delivery once that is confirmed.
#
# One tier has one delay. Messages with expirations of their own in a single queue would wait behind each other, since
# they expire only at the head of a queue.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

locals {
  tiers = {
    "5s"  = "payment.retry.5s"
    "1m"  = "payment.retry.1m"
    "10m" = "payment.retry.10m"
  }
}

resource "rabbitmq_exchange" "main" {
  name = "main.exchange"
}

resource "rabbitmq_exchange" "retry" {
  name = "retry.exchange"
}

resource "rabbitmq_queue" "main" {
  name = "main.queue"
  dead_letter = {
    exchange    = rabbitmq_exchange.retry.name
    routing_key = local.tiers["5s"]
  }
  delivery_limit = -1
}

resource "rabbitmq_binding" "main" {
  source      = rabbitmq_exchange.main.name
  destination = rabbitmq_queue.main.name
  routing_key = "payment.execute"
}

resource "rabbitmq_delay_tier" "retry" {
  for_each = local.tiers

  name  = "retry.delay.${each.key}.queue"
  delay = each.key
  enter_from = {
    exchange     = rabbitmq_exchange.retry.name
    routing_keys = [each.value]
  }
  return_to = {
    exchange    = rabbitmq_exchange.main.name
    routing_key = "payment.execute"
  }
}
