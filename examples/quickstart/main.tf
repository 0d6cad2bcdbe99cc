# Payments with delayed retries: a rejected payment waits ten seconds and comes back, as often as it takes.
#
#   main.exchange -> main.queue -> (rejected) -> retry.exchange -> retry.delay.10s.queue -> (10 s later) -> main.exchange

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

# Endpoint, user name and password come from RABBITMQ_ENDPOINT, RABBITMQ_USERNAME and RABBITMQ_PASSWORD.
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

  # Without this, RabbitMQ 4 sends a message whose consumer crashed 21 times into the loop without a rejection, and
  # drops it there.
  delivery_limit = -1
}

resource "rabbitmq_binding" "main" {
  source      = rabbitmq_exchange.main.name
  destination = rabbitmq_queue.main.name
  routing_key = "payment.execute"
}

resource "rabbitmq_delay_tier" "retry_10s" {
  name  = "retry.delay.10s.queue"
  delay = var.retry_delay
  enter_from = {
    exchange     = rabbitmq_exchange.retry.name
    routing_keys = ["payment.retry"]
  }
  return_to = {
    exchange    = rabbitmq_exchange.main.name
    routing_key = "payment.execute"
  }
}

variable "retry_delay" {
  description = "How long a rejected payment waits before it is delivered again."
  type        = string
  default     = "10s"
}
