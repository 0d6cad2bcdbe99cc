# A longer delay for the retries of the quickstart, while payments go on: the second of three applies.
#
# 1. The quickstart.
# 2. This: a second tier takes the rejected payments, and the first one sends back what still waits in it.
# 3. When the first tier is empty, after its 10 s, its block is removed.

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
}

resource "rabbitmq_exchange" "retry" {
  name = "retry.exchange"
}

resource "rabbitmq_queue" "main" {
  name = "main.queue"
  dead_letter = {
    exchange    = rabbitmq_exchange.retry.name
    routing_key = "payment.retry"
  }
  delivery_limit = -1
}

resource "rabbitmq_binding" "main" {
  source      = rabbitmq_exchange.main.name
  destination = rabbitmq_queue.main.name
  routing_key = "payment.execute"
}

resource "rabbitmq_delay_tier" "retry_30s" {
  name  = "retry.delay.30s.queue"
  delay = "30s"
  enter_from = {
    exchange     = rabbitmq_exchange.retry.name
    routing_keys = ["payment.retry"]
  }
  return_to = {
    exchange    = rabbitmq_exchange.main.name
    routing_key = "payment.execute"
  }
}

resource "rabbitmq_delay_tier" "retry_10s" {
  name  = "retry.delay.10s.queue"
  delay = "10s"
  return_to = {
    exchange    = rabbitmq_exchange.main.name
    routing_key = "payment.execute"
  }

  # Without enter_from it is unbound: not before the other one is bound.
  depends_on = [rabbitmq_delay_tier.retry_30s]
}
