resource "rabbitmq_delay_network" "delays" {
  prefix = "delay"
  levels = 8
}

output "in_ten_seconds" {
  value = provider::rabbitmq::delay_routing_key(rabbitmq_delay_network.delays, "10s", "orders")
  # { exchange = "delay.level-03", routing_key = "0.0.0.0.1.0.1.0.orders" }
}

# A network that is not managed here is written as an object.
output "for_celery" {
  value = provider::rabbitmq::delay_routing_key({ preset = "celery" }, "1h", "reports")
}
