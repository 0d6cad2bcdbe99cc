# Any delay for each message, without a plugin: reminders that are due in minutes or in months wait in the same network.
#
# A message is published to the exchange of the network with a routing key that says how long it waits and who gets it:
# the delay in seconds as bits, and the address. It may be published in any order; none waits behind another.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

# 28 exchanges, 28 queues, the exchange at which messages arrive, and the bindings between them. The
# networks of NServiceBus and Celery are had with preset = "nservicebus_v2" or "celery".
resource "rabbitmq_delay_network" "delays" {
  prefix = "delay"
}

resource "rabbitmq_queue" "reminders" {
  name           = "reminders"
  delivery_limit = -1
}

resource "rabbitmq_delay_route" "reminders" {
  network     = rabbitmq_delay_network.delays.id
  address     = "reminders"
  destination = rabbitmq_queue.reminders.name
}

# With this exchange and this key a reminder arrives after three days.
output "in_three_days" {
  value = provider::rabbitmq::delay_routing_key(rabbitmq_delay_network.delays, "72h", rabbitmq_delay_route.reminders.address)
}

# What publishers need to compute exchange and key themselves.
output "network" {
  value = {
    entry_exchange = rabbitmq_delay_network.delays.entry_exchange
    levels         = rabbitmq_delay_network.delays.levels
    unit           = rabbitmq_delay_network.delays.unit
    max_delay      = rabbitmq_delay_network.delays.max_delay
  }
}
