# Times that change while messages wait: how long a price may be on offer, and how long a failed order waits for its
# next attempt. Both stand in policies that the queues own, so that a change is made in place, without a new queue.
#
#   offers -> (15 m later) -> offers.dlx -> offers.withdrawn
#   orders -> rejected -> orders.retry -> (30 s later) -> orders

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

# Changing policies needs a user with the tag policymaker.
provider "rabbitmq" {}

# Change message_ttl and apply: what comes from then on lives by the new time, what is there keeps the old one. The plan
# says so while the queue holds messages.
resource "rabbitmq_expiring_queue" "offers" {
  name        = "offers"
  message_ttl = "15m"
  settings_in = "policy"
  dead_letter = {
    exchange    = rabbitmq_dead_letter_queue.offers.exchange
    routing_key = "withdrawn"
  }

  # Only one policy is in force on a queue: the one with the highest priority. Where others match all queues, this one
  # has to be above them, and has to set what they would.
  policy_priority = 10
}

resource "rabbitmq_binding" "offers" {
  source      = "amq.topic"
  destination = rabbitmq_expiring_queue.offers.name
  routing_key = "offer.#"
}

resource "rabbitmq_dead_letter_queue" "offers" {
  name         = "offers.withdrawn"
  exchange     = "offers.dlx"
  routing_keys = ["withdrawn"]
  retention    = "168h"
  settings_in  = "policy"
}

resource "rabbitmq_exchange" "orders" {
  name = "orders"
}

resource "rabbitmq_exchange" "retry" {
  name = "orders.retry"
}

resource "rabbitmq_queue" "orders" {
  name        = "orders"
  settings_in = "policy"
  dead_letter = {
    exchange    = rabbitmq_exchange.retry.name
    routing_key = "order"
  }
  delivery_limit = -1
}

resource "rabbitmq_binding" "orders" {
  source      = rabbitmq_exchange.orders.name
  destination = rabbitmq_queue.orders.name
  routing_key = "order"
}

resource "rabbitmq_delay_tier" "orders" {
  name        = "orders.retry"
  delay       = "30s"
  settings_in = "policy"
  enter_from  = { exchange = rabbitmq_exchange.retry.name, routing_keys = ["order"] }
  return_to   = { exchange = rabbitmq_exchange.orders.name, routing_key = "order" }
}
