# What `terraform plan` finds with a broker: one mistake per rule. The comment above a resource names the rule and its
# default severity.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {}

# dlx_missing (warning): nobody makes this exchange, so what is rejected is dropped.
resource "rabbitmq_queue" "orders" {
  name        = "orders"
  dead_letter = { exchange = "orders.dlx" }
}

# dlx_unroutable (warning): the exchange is there, but nothing is bound to it for this key.
resource "rabbitmq_queue" "invoices" {
  name        = "invoices"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.invoices.exchange, routing_key = "invoice.faild" }
}

resource "rabbitmq_dead_letter_queue" "invoices" {
  name         = "invoices.failed"
  exchange     = "invoices.dlx"
  routing_keys = ["invoice.failed"]
}

# Both loops below go through one exchange: back to the queue of the name work or payments, and from there into its
# delay tier.
resource "rabbitmq_exchange" "loops" {
  name = "loops"
}

# dlx_cycle_drops (error): what expires in work comes back expired from the tier, and the broker drops it.
resource "rabbitmq_expiring_queue" "work" {
  name           = "work"
  message_ttl    = "1m"
  dead_letter    = { exchange = rabbitmq_exchange.loops.name, routing_key = "work.retry" }
  delivery_limit = -1
}

resource "rabbitmq_binding" "work" {
  source      = rabbitmq_exchange.loops.name
  destination = rabbitmq_expiring_queue.work.name
  routing_key = "work"
}

resource "rabbitmq_delay_tier" "work" {
  name       = "work.retry"
  delay      = "10s"
  enter_from = { exchange = rabbitmq_exchange.loops.name, routing_keys = ["work.retry"] }
  return_to  = { exchange = rabbitmq_exchange.loops.name, routing_key = "work" }
}

# delivery_limit_into_delay (warning): a message whose consumer crashes six times goes round without a rejection.
resource "rabbitmq_queue" "payments" {
  name           = "payments"
  dead_letter    = { exchange = rabbitmq_exchange.loops.name, routing_key = "payments.retry" }
  delivery_limit = 5
}

resource "rabbitmq_binding" "payments" {
  source      = rabbitmq_exchange.loops.name
  destination = rabbitmq_queue.payments.name
  routing_key = "payments"
}

resource "rabbitmq_delay_tier" "payments" {
  name       = "payments.retry"
  delay      = "10s"
  enter_from = { exchange = rabbitmq_exchange.loops.name, routing_keys = ["payments.retry"] }
  return_to  = { exchange = rabbitmq_exchange.loops.name, routing_key = "payments" }
}

# dead_letters_lost (warning): the dead letters are thrown away after a day.
# ttl_without_dlx (warning): and so is everything else in that queue.
resource "rabbitmq_queue" "dead" {
  name           = "dead"
  message_ttl    = "24h"
  delivery_limit = -1
}

resource "rabbitmq_queue" "emails" {
  name        = "emails"
  dead_letter = { exchange = "", routing_key = rabbitmq_queue.dead.name }
}

# at_least_once_ineffective (error): without overflow = "reject-publish" the strategy is not in force.
resource "rabbitmq_queue" "refunds" {
  name        = "refunds"
  dead_letter = { exchange = "", routing_key = rabbitmq_queue.dead.name, strategy = "at-least-once" }
}

# at_least_once_unbounded (warning): dead letters with another routing key than the exchange takes pile up here.
resource "rabbitmq_queue" "payouts" {
  name        = "payouts"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.invoices.exchange, strategy = "at-least-once" }
  overflow    = "reject-publish"
}

# argument_needs_version (error): no broker has both. Lazy mode ended with 3.12, and consumer timeouts of classic queues
# are taken from 3.12 to 4.2.
resource "rabbitmq_queue" "slow" {
  name             = "slow"
  type             = "classic"
  consumer_timeout = "1h"
  extra_arguments  = { "x-queue-mode" = "lazy" }
}

# delayed_exchange_unavailable (error): the plugin is not there, and does not run on 4.3.
resource "rabbitmq_exchange" "delayed" {
  name         = "delayed"
  type         = "x-delayed-message"
  delayed_type = "direct"
}

# exchange_type_unknown (error): names of types are written as the broker writes them.
resource "rabbitmq_exchange" "typed" {
  name = "typed"
  type = "Direct"
}

# binding_end_missing (warning): nobody makes this exchange, so the broker refuses the binding.
resource "rabbitmq_binding" "returns" {
  source      = "returns"
  destination = rabbitmq_queue.dead.name
  routing_key = "return"
}

# owned_twice (error): both blocks are the queue audit, and removing either deletes it under the other.
resource "rabbitmq_queue" "audit" {
  name           = "audit"
  delivery_limit = -1
}
resource "rabbitmq_queue" "audit_of_payments" {
  name           = "audit"
  delivery_limit = -1
}

# vhost_unusable (error): the virtual host is misspelled, so nothing can be made in it.
resource "rabbitmq_exchange" "shipping" {
  vhost = "shiping"
  name  = "shipping"
}

resource "rabbitmq_delay_network" "delays" {
  prefix = "delay"
}

resource "rabbitmq_delay_route" "emails" {
  network     = rabbitmq_delay_network.delays.id
  address     = "emails"
  destination = rabbitmq_queue.emails.name
}

# delay_route_overlaps (warning): emails for customer.emails come to the queue emails as well.
resource "rabbitmq_delay_route" "orders" {
  network     = rabbitmq_delay_route.emails.network
  address     = "customer.emails"
  destination = rabbitmq_queue.orders.name
}

# retry_key_overwritten (error): every rejected complaint is taken for a first failure, and none is ever parked.
resource "rabbitmq_queue" "complaints" {
  name           = "complaints"
  dead_letter    = { exchange = rabbitmq_retry_topology.complaints.retry_exchange, routing_key = "complaints.failed" }
  delivery_limit = -1
}

resource "rabbitmq_retry_topology" "complaints" {
  name      = "complaints"
  delays    = ["10s", "1m"]
  exhausted = { queue = "complaints.parking" }
}

resource "rabbitmq_binding" "complaints" {
  source      = rabbitmq_retry_topology.complaints.return_exchange
  destination = rabbitmq_queue.complaints.name
}
