terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {
  endpoint = "https://rabbitmq.example.com:15671"
  username = "terraform"
  password = var.rabbitmq_password
  vhost    = "payments"

  # No message may wait for more than a day.
  max_message_ttl = "24h"

  # A queue whose expired messages vanish unsaid stops the plan here.
  lint = {
    ttl_without_dlx = "error"
    ttl_zero        = "off"
  }
}

variable "rabbitmq_password" {
  type      = string
  sensitive = true
}
