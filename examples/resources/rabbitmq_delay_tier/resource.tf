resource "rabbitmq_exchange" "main" {
  name = "main.exchange"
}

resource "rabbitmq_exchange" "retry" {
  name = "retry.exchange"
}

# What comes to retry.exchange with payment.retry is back in main.exchange ten seconds later.
resource "rabbitmq_delay_tier" "retry_10s" {
  name  = "retry.delay.10s.queue"
  delay = "10s"
  enter_from = {
    exchange     = rabbitmq_exchange.retry.name
    routing_keys = ["payment.retry"]
  }
  return_to = {
    exchange    = rabbitmq_exchange.main.name
    routing_key = "payment.execute"
  }
}
