# What `terraform plan` finds in queues that let RabbitMQ 4.3 delay retries. The comment above a resource names the rule
# and its default severity.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

# delayed_retry_ineffective (error): without min the broker does not delay anything.
resource "rabbitmq_queue" "orders" {
  name           = "orders"
  delayed_retry  = { type = "failed" }
  delivery_limit = -1
}

# delayed_retry_endless (warning): what a consumer returns with basic.nack comes back every ten seconds for ever.
resource "rabbitmq_queue" "payments" {
  name           = "payments"
  delayed_retry  = { type = "all", min = "10s" }
  delivery_limit = -1
}
