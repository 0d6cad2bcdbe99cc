# One-time codes: a code that was not sent within three minutes is worthless, and somebody wants to know.
#
#   otp.exchange -> otp.sms -> (3 m later) -> otp.dlx -> otp.dlq, kept for a week

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

resource "rabbitmq_exchange" "otp" {
  name = "otp.exchange"
}

# A code may carry a shorter expiration of its own; three minutes is the longest that any code lives.
resource "rabbitmq_expiring_queue" "otp" {
  name        = "otp.sms"
  message_ttl = "3m"
  dead_letter = {
    exchange    = rabbitmq_dead_letter_queue.otp.exchange
    routing_key = "otp.expired"
  }
}

resource "rabbitmq_binding" "otp" {
  source      = rabbitmq_exchange.otp.name
  destination = rabbitmq_expiring_queue.otp.name
  routing_key = "otp.send.sms"
}

# The audit reads otp.dlq. The header x-death of each code says why it died: expired, or rejected by the sender.
resource "rabbitmq_dead_letter_queue" "otp" {
  name         = "otp.dlq"
  exchange     = "otp.dlx"
  routing_keys = ["otp.expired"]
  retention    = "168h"
}
