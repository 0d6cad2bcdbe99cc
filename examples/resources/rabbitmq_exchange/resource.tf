resource "rabbitmq_exchange" "main" {
  name               = "main.exchange"
  type               = "topic"
  alternate_exchange = rabbitmq_exchange.unrouted.name
}

# Takes what no binding of main.exchange takes.
resource "rabbitmq_exchange" "unrouted" {
  name = "unrouted.exchange"
  type = "fanout"
}
