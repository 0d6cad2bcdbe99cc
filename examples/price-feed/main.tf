# A price feed: every subscriber has a queue of its own, and no price in it is older than ten seconds.
#
# A price that nobody took in time is wrong, not late, so it is discarded, and so is the oldest one of a subscriber that
# falls behind. The queues are classic: copying to other nodes what is worthless after ten seconds costs more than it
# saves.
#
# A price that was delivered and is not acknowledged does not expire. Subscribers take few at a time (a small prefetch)
# or acknowledge automatically.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

locals {
  subscribers = {
    charts = "price.#"
    orders = "price.eur.*"
  }
}

resource "rabbitmq_exchange" "prices" {
  name = "price.exchange"
  type = "topic"
}

resource "rabbitmq_expiring_queue" "prices" {
  for_each = local.subscribers

  name        = "price.${each.key}"
  type        = "classic"
  message_ttl = "10s"
  on_expiry   = "discard"
  max_length  = 10000
  overflow    = "drop-head"
}

resource "rabbitmq_binding" "prices" {
  for_each = local.subscribers

  source      = rabbitmq_exchange.prices.name
  destination = rabbitmq_expiring_queue.prices[each.key].name
  routing_key = each.value
}
