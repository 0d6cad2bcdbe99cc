data "rabbitmq_queue" "orders" {
  name = "orders"
}

output "orders" {
  value = "${data.rabbitmq_queue.orders.type}, ${coalesce(data.rabbitmq_queue.orders.messages, 0)} messages"
}
