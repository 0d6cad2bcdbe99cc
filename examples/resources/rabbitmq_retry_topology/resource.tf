resource "rabbitmq_exchange" "main" {
  name = "main.exchange"
  type = "topic"
}

# The work queue belongs to the resource.
resource "rabbitmq_retry_topology" "payment" {
  name       = "payment"
  work_queue = { name = "payment.work" }
  enter_from = { exchange = rabbitmq_exchange.main.name, routing_keys = ["payment.#"] }
  delays     = ["5s", "1m", "10m"]
  exhausted  = { queue = "payment.parking", retention = "336h" }
}

# The work queue is declared elsewhere: it dead-letters to retry_exchange and is bound to return_exchange.
resource "rabbitmq_retry_topology" "invoice" {
  name      = "invoice"
  backoff   = { initial = "5s", multiplier = 4, max = "1h", attempts = 6 }
  exhausted = { queue = "invoice.parking" }
}

resource "rabbitmq_queue" "invoice" {
  name           = "invoice.work"
  delivery_limit = -1
  dead_letter    = { exchange = rabbitmq_retry_topology.invoice.retry_exchange }
}

resource "rabbitmq_binding" "invoice" {
  source      = rabbitmq_retry_topology.invoice.return_exchange
  destination = rabbitmq_queue.invoice.name
}
