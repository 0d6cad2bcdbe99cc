# Telemetry: a sample that nobody has read for six seconds has been replaced by a newer one, and may go.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

resource "rabbitmq_exchange" "telemetry" {
  name = "telemetry.exchange"
  type = "topic"
}

# on_expiry says that the loss is meant. Without it, and without dead_letter, the plan warns.
resource "rabbitmq_expiring_queue" "telemetry" {
  name        = "telemetry.samples"
  message_ttl = "6s"
  on_expiry   = "discard"
}

resource "rabbitmq_binding" "telemetry" {
  source      = rabbitmq_exchange.telemetry.name
  destination = rabbitmq_expiring_queue.telemetry.name
  routing_key = "sensor.#"
}
