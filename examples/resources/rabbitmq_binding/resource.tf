resource "rabbitmq_exchange" "main" {
  name = "main.exchange"
  type = "topic"
}

resource "rabbitmq_queue" "main" {
  name           = "main.queue"
  delivery_limit = -1
}

resource "rabbitmq_binding" "main" {
  source      = rabbitmq_exchange.main.name
  destination = rabbitmq_queue.main.name
  routing_key = "payment.#"
}

resource "rabbitmq_exchange" "by_tenant" {
  name = "by-tenant.exchange"
  type = "headers"
}

# From one exchange to another, by the headers of the message.
resource "rabbitmq_binding" "tenant_a" {
  source           = rabbitmq_exchange.by_tenant.name
  destination      = rabbitmq_exchange.main.name
  destination_type = "exchange"
  arguments = {
    "x-match" = "all"
    tenant    = "a"
  }
}
