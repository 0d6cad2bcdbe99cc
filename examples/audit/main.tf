# Checks that warn when a plan is made: about these resources together, and about all that the broker has.

terraform {
  required_providers {
    rabbitmq = { source = "delaytier/rabbitmq" }
  }
}

provider "rabbitmq" {}

resource "rabbitmq_exchange" "orders" {
  name = "orders"
}

resource "rabbitmq_queue" "orders" {
  name           = "orders"
  delivery_limit = -1
}

resource "rabbitmq_binding" "orders" {
  source      = rabbitmq_exchange.orders.name
  destination = rabbitmq_queue.orders.name
  routing_key = "placed"
}

check "planned" {
  assert {
    condition     = length(local.found) == 0
    error_message = join("\n", [for f in local.found : "${f.kind} ${f.object}: ${f.consequence} ${f.advice}"])
  }
}

# As it is before this plan is applied.
data "rabbitmq_topology" "live" {}

check "live" {
  assert {
    condition     = length(data.rabbitmq_topology.live.findings) == 0
    error_message = join("\n", [for f in data.rabbitmq_topology.live.findings : "${f.kind} ${f.object}: ${f.consequence} ${f.advice}"])
  }
}

locals {
  found = provider::rabbitmq::lint(rabbitmq_exchange.orders, rabbitmq_queue.orders, rabbitmq_binding.orders)
}
