resource "rabbitmq_exchange" "retry" {
  name = "retry.exchange"
}

resource "rabbitmq_queue" "main" {
  name = "main.queue"
  dead_letter = {
    exchange    = rabbitmq_exchange.retry.name
    routing_key = "payment.retry"
  }

  # Only what a consumer rejects is dead-lettered, however often consumers crash.
  delivery_limit = -1
}
