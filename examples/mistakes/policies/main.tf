# What `terraform plan` finds out about policies that the virtual host has already. The comment above a resource names
# the rule and its default severity. Make the policies first:
#
#   rabbitmqctl set_policy short '^codes$' '{"message-ttl":1000}' --priority 1
#   rabbitmqctl set_policy a '^orders$' '{"max-length":1000}' --priority 1
#   rabbitmqctl set_policy b '^orders$' '{"max-length":2000}' --priority 1
#   rabbitmqctl set_policy limit '^jobs$' '{"delivery-limit":5,"max-length":1000}' --priority 1
#   rabbitmqctl set_policy spread '^payments' '{"queue-leader-locator":"balanced"}' --priority 2
#   rabbitmqctl set_policy look-ahead '^invoices(?!x)' '{"max-length":1000}' --priority 0

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

# ttl_lowered_by_policy (warning): codes live for one second and not for three minutes.
resource "rabbitmq_expiring_queue" "codes" {
  name        = "codes"
  message_ttl = "3m"
  on_expiry   = "discard"
}

# policy_tie (error): which of the two policies is in force is not defined.
resource "rabbitmq_queue" "orders" {
  name           = "orders"
  delivery_limit = -1
}

# policy_skips_queue (warning): classic queues have no delivery limit, so the whole policy does not apply.
resource "rabbitmq_queue" "jobs" {
  name = "jobs"
  type = "classic"
}

# policy_unevaluated (warning): whether the pattern matches cannot be told here.
resource "rabbitmq_queue" "invoices" {
  name           = "invoices"
  delivery_limit = -1
}

# policy_shadowed (warning): the policy "spread" has a higher priority, and a queue has only one policy.
resource "rabbitmq_policy" "payments" {
  name                 = "payments"
  pattern              = "^payments$"
  apply_to             = "queues"
  priority             = 1
  queue_leader_locator = "client-local"
}

resource "rabbitmq_queue" "payments" {
  name           = "payments"
  delivery_limit = -1
}
