# What `terraform validate` finds without a broker: one mistake per rule. The comment above a resource names the rule
# and its default severity.

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {
  max_message_ttl = "24h"
}

# ttl_without_dlx (warning): an expired code vanishes, and nobody has said that it may.
resource "rabbitmq_expiring_queue" "codes" {
  name        = "otp.sms"
  message_ttl = "3m"
  # Right: dead_letter = { exchange = ..., routing_key = ... }, or on_expiry = "discard".
  delivery_limit = -1
}

# ttl_out_of_range (error): the longest TTL is ten years, and a queue cannot expire after no time at all.
resource "rabbitmq_queue" "archive" {
  name           = "archive"
  expires        = "0s"
  delivery_limit = -1
}

# ttl_above_ceiling (error): max_message_ttl of the provider is one day.
resource "rabbitmq_expiring_queue" "reports" {
  name           = "reports"
  message_ttl    = "48h"
  on_expiry      = "discard"
  delivery_limit = -1
}

# ttl_zero (warning): only a message that a waiting consumer takes at once survives.
resource "rabbitmq_expiring_queue" "ticks" {
  name        = "ticks"
  type        = "classic"
  message_ttl = "0s"
  on_expiry   = "discard"
}

# expires_before_ttl (error): the queue is deleted before its messages expire, and they are not dead-lettered.
resource "rabbitmq_expiring_queue" "sessions" {
  name        = "sessions"
  message_ttl = "30m"
  expires     = "10m"
  dead_letter = { exchange = "sessions.dlx" }
}

# dlx_self_loop (warning): dead letters go to the queue that their routing key names, which is this one.
resource "rabbitmq_queue" "orders" {
  name        = "orders"
  dead_letter = { exchange = "" }
}

# dlx_key_without_exchange (error): the broker refuses a key without an exchange.
resource "rabbitmq_queue" "invoices" {
  name           = "invoices"
  dead_letter    = { routing_key = "invoice.failed" }
  delivery_limit = -1
}

# at_least_once_ineffective (error): classic queues cannot keep dead letters until their target has confirmed them,
# argument_unsupported (error): and refuse the argument that asks for it.
resource "rabbitmq_queue" "shipments" {
  name        = "shipments"
  type        = "classic"
  dead_letter = { exchange = "shipments.dlx", strategy = "at-least-once" }
}

# delivery_limit_drops (warning): the message is dropped after six failed deliveries.
resource "rabbitmq_queue" "emails" {
  name           = "emails"
  delivery_limit = 5
}

# overflow_drops (warning): the oldest message is dropped for each one above the limit.
resource "rabbitmq_queue" "jobs" {
  name           = "jobs"
  max_length     = 1000
  delivery_limit = -1
}

# argument_unsupported (error): quorum queues refuse priorities.
resource "rabbitmq_queue" "urgent" {
  name           = "urgent"
  max_priority   = 10
  delivery_limit = -1
}

# argument_unknown (warning): the broker stores the misspelled argument and ignores it.
resource "rabbitmq_queue" "misspelled" {
  name            = "misspelled"
  extra_arguments = { "x-mesage-ttl" = 60000 }
  delivery_limit  = -1
}

# argument_type (error): the broker takes 60000 and refuses "60000".
resource "rabbitmq_queue" "quoted" {
  name            = "quoted"
  extra_arguments = { "x-message-ttl" = "60000" }
  delivery_limit  = -1
}

# queue_flags (error): quorum queues are always durable.
resource "rabbitmq_queue" "transient" {
  name           = "transient"
  durable        = false
  delivery_limit = -1
}

# name_invalid (error): amq. is the broker's own.
resource "rabbitmq_exchange" "reserved" {
  name = "amq.payments"
}

# routing_key_too_long (error): a key may have 255 bytes, and this one has 299.
resource "rabbitmq_binding" "long" {
  source      = "amq.topic"
  destination = "orders"
  routing_key = join(".", [for i in range(100) : format("%02d", i)])
}

# binding_refused (error): a headers exchange knows all, any, all-with-x and any-with-x.
resource "rabbitmq_binding" "matched" {
  source      = "amq.headers"
  destination = "orders"
  arguments   = { "x-match" = "some", tenant = "a" }
}

# binding_key_unaddressable (error): with a ~ in the key and arguments, every list of bindings fails from then on.
resource "rabbitmq_binding" "tilde" {
  source      = "amq.topic"
  destination = "orders"
  routing_key = "order.~"
  arguments   = { "x-tenant" = "a" }
}

# exchange_argument_invalid (error): the header customer can be hashed, or a property, but no property of this name.
resource "rabbitmq_exchange" "hashed" {
  name            = "hashed"
  type            = "x-consistent-hash"
  extra_arguments = { "hash-property" = "customer" }
}
