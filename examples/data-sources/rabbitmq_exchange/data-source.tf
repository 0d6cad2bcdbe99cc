data "rabbitmq_exchange" "events" {
  name = "events"
}

resource "rabbitmq_queue" "audit" {
  name        = "audit"
  dead_letter = { exchange = data.rabbitmq_exchange.events.name, routing_key = "audit.failed" }
}
