resource "rabbitmq_delay_network" "nservicebus" {
  preset = "nservicebus_v2"
}

# The exchange of the endpoint Sales in NServiceBus' conventional routing topology.
resource "rabbitmq_exchange" "sales" {
  name = "Sales"
  type = "fanout"
}

# Delayed messages to the endpoint arrive there.
resource "rabbitmq_delay_route" "sales" {
  network          = rabbitmq_delay_network.nservicebus.id
  address          = "Sales"
  destination      = rabbitmq_exchange.sales.name
  destination_type = "exchange"
}
