data "rabbitmq_broker" "this" {}

resource "rabbitmq_queue" "work" {
  name = "work"
  # Delayed retry came with RabbitMQ 4.3, which has this feature flag. Users with few rights see none.
  delayed_retry = try(data.rabbitmq_broker.this.feature_flags["rabbitmq_4.3.0"], false) ? { type = "failed", min = "10s" } : null
}
