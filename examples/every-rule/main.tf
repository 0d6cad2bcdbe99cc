# One mistake for each rule that a review of the whole plan has. The comment above a resource names the rules and their
# default severities. Make what the plan finds there first, two queues that hold messages and an exchange:
#
#   rabbitmqadmin declare queue name=replaced durable=true arguments='{"x-queue-type":"quorum"}'
#   rabbitmqadmin publish exchange=amq.default routing_key=replaced payload=order
#   rabbitmqadmin declare queue name=held durable=true arguments='{"x-queue-type":"quorum"}'
#   rabbitmqadmin publish exchange=amq.default routing_key=held payload=first
#   rabbitmqadmin publish exchange=amq.default routing_key=held payload=second
#   rabbitmqadmin declare exchange name=rerouted type=direct
#
# Then plan and review:
#
#   terraform plan -out tfplan && terraform show -json tfplan > plan.json
#   terraform-provider-rabbitmq review --broker --fail-on warning plan.json

terraform {
  required_providers {
    rabbitmq = {
      source = "delaytier/rabbitmq"
    }
  }
}

provider "rabbitmq" {
  vhost           = var.vhost
  max_message_ttl = "24h"

  # A plan stops at errors, and there is nothing to review. Here all are warnings.
  lint = {
    argument_needs_version       = "warning"
    argument_type                = "warning"
    argument_unsupported         = "warning"
    at_least_once_ineffective    = "warning"
    binding_key_unaddressable    = "warning"
    binding_refused              = "warning"
    delayed_exchange_unavailable = "warning"
    delayed_retry_ineffective    = "warning"
    dlx_cycle_drops              = "warning"
    dlx_key_without_exchange     = "warning"
    exchange_argument_invalid    = "warning"
    exchange_type_unknown        = "warning"
    expires_before_ttl           = "warning"
    name_invalid                 = "warning"
    policy_tie                   = "warning"
    queue_flags                  = "warning"
    replace_loses_messages       = "warning"
    retry_key_overwritten        = "warning"
    routing_key_too_long         = "warning"
    ttl_above_ceiling            = "warning"
    ttl_out_of_range             = "warning"
  }
}

variable "vhost" {
  type    = string
  default = "/"
}

# Everything but what is unreachable gets its messages from here.
resource "rabbitmq_exchange" "in" {
  name = "in"
}

resource "rabbitmq_binding" "in" {
  for_each = toset([
    "archive", "codes", "complaints", "emails", "invoices", "jobs", "lazy", "limited", "misspelled", "orders", "payments", "payouts", "prices",
    "quoted", "refunds", "replaced", "reports", "retried", "sessions", "shipments", "slow", "spread", "streams", "ticks", "tied",
    "transient", "unseen", "urgent", "work",
  ])
  source      = rabbitmq_exchange.in.name
  destination = each.key
  routing_key = each.key
}

# ttl_without_dlx (warning): an expired code vanishes, and nobody has said that it may.
resource "rabbitmq_expiring_queue" "codes" {
  name           = "codes"
  message_ttl    = "3m"
  delivery_limit = -1
}

# ttl_out_of_range (error): a queue cannot expire after no time at all.
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
  name           = "sessions"
  message_ttl    = "30m"
  expires        = "10m"
  dead_letter    = { exchange = "", routing_key = rabbitmq_queue.dead.name }
  delivery_limit = -1
}

# dlx_self_loop (warning): dead letters go to the queue that their routing key names, which is this one.
resource "rabbitmq_queue" "shipments" {
  name           = "shipments"
  dead_letter    = { exchange = "" }
  delivery_limit = -1
}

# dlx_key_without_exchange (error): the broker refuses a key without an exchange.
resource "rabbitmq_queue" "limited" {
  name           = "limited"
  dead_letter    = { routing_key = "failed" }
  delivery_limit = -1
}

# dlx_missing (warning): nobody makes this exchange, so what is rejected is dropped.
resource "rabbitmq_queue" "orders" {
  name           = "orders"
  dead_letter    = { exchange = "orders.dlx" }
  delivery_limit = -1
}

# dlx_unroutable (warning): the exchange is there, but nothing is bound to it for this key.
resource "rabbitmq_queue" "invoices" {
  name           = "invoices"
  dead_letter    = { exchange = rabbitmq_dead_letter_queue.invoices.exchange, routing_key = "invoice.faild" }
  delivery_limit = -1
}

resource "rabbitmq_dead_letter_queue" "invoices" {
  name         = "invoices.failed"
  exchange     = "invoices.dlx"
  routing_keys = ["invoice.failed"]
}

# dead_letters_lost (warning): what dead-letters into this queue is thrown away after an hour.
resource "rabbitmq_queue" "dead" {
  name           = "dead"
  message_ttl    = "1h"
  lint_ignore    = ["ttl_without_dlx"]
  delivery_limit = -1
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

# at_least_once_ineffective (error): without overflow = "reject-publish" the strategy is not in force.
resource "rabbitmq_queue" "refunds" {
  name           = "refunds"
  dead_letter    = { exchange = "", routing_key = rabbitmq_queue.dead.name, strategy = "at-least-once" }
  delivery_limit = -1
}

# at_least_once_unbounded (warning): dead letters with another routing key than the exchange takes pile up here.
resource "rabbitmq_queue" "payouts" {
  name           = "payouts"
  dead_letter    = { exchange = rabbitmq_dead_letter_queue.invoices.exchange, strategy = "at-least-once" }
  overflow       = "reject-publish"
  delivery_limit = -1
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

resource "rabbitmq_delay_network" "delays" {
  prefix = "delay"
  levels = 16 # up to 18 hours, since max_message_ttl is one day
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

# delayed_retry_ineffective (error): without min the broker does not delay anything.
resource "rabbitmq_queue" "slow" {
  name           = "slow"
  delayed_retry  = { type = "failed" }
  delivery_limit = -1
}

# delayed_retry_endless (warning): what a consumer returns with basic.nack comes back every ten seconds for ever.
resource "rabbitmq_queue" "retried" {
  name           = "retried"
  delayed_retry  = { type = "all", min = "10s" }
  delivery_limit = -1
}

# argument_needs_version (error): no broker has both. Lazy mode ended with 3.12, and consumer timeouts of classic queues
# are taken from 3.12 to 4.2.
resource "rabbitmq_queue" "lazy" {
  name             = "lazy"
  type             = "classic"
  consumer_timeout = "1h"
  extra_arguments  = { "x-queue-mode" = "lazy" }
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

# queue_unreachable (warning): nothing is bound to it, and nothing dead-letters into it.
resource "rabbitmq_queue" "forgotten" {
  name           = "forgotten"
  delivery_limit = -1
}

# replace_loses_messages (error): another type is another queue, and the message in this one goes with it.
resource "rabbitmq_queue" "replaced" {
  name = "replaced"
  type = "classic"
}

import {
  to = rabbitmq_queue.replaced
  id = "replaced@${var.vhost}"
}

# policy_drops_messages (warning): there is room for one of the two messages in the queue, and the older is dropped.
# policy_ttl_not_retroactive (warning): the other never expires, since it came before there was a TTL.
resource "rabbitmq_policy" "held" {
  name        = "held"
  pattern     = "^held$"
  apply_to    = "queues"
  priority    = 1
  message_ttl = "1m"
  max_length  = 1
}

# exchange_replaced (warning): another type is another exchange, and until it is bound again nothing comes through.
resource "rabbitmq_exchange" "rerouted" {
  name = "rerouted"
  type = "topic"
}

import {
  to = rabbitmq_exchange.rerouted
  id = "rerouted@${var.vhost}"
}

resource "rabbitmq_binding" "rerouted" {
  source      = rabbitmq_exchange.rerouted.name
  destination = rabbitmq_queue.replaced.name
  routing_key = "order.#"
}

# exchange_leads_nowhere (warning): nothing is bound to it, so what is published to it is dropped.
resource "rabbitmq_exchange" "silent" {
  name = "silent"
}

# name_invalid (error): amq. is the broker's own.
resource "rabbitmq_exchange" "reserved" {
  name = "amq.payments"
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

# exchange_argument_invalid (error): the header customer can be hashed, or a property, but no property of this name.
resource "rabbitmq_exchange" "hashed" {
  name            = "hashed"
  type            = "x-consistent-hash"
  extra_arguments = { "hash-property" = "customer" }
}

# binding_end_missing (warning): nobody makes this exchange, so the broker refuses the binding.
resource "rabbitmq_binding" "returns" {
  source      = "returns"
  destination = rabbitmq_queue.orders.name
  routing_key = "return"
}

# routing_key_too_long (error): a key may have 255 bytes, and this one has 299.
resource "rabbitmq_binding" "long" {
  source      = "amq.topic"
  destination = rabbitmq_queue.orders.name
  routing_key = join(".", [for i in range(100) : format("%02d", i)])
}

# binding_refused (error): a headers exchange knows all, any, all-with-x and any-with-x.
resource "rabbitmq_binding" "matched" {
  source      = "amq.headers"
  destination = rabbitmq_queue.orders.name
  arguments   = { "x-match" = "some", tenant = "a" }
}

# binding_key_unaddressable (error): with a ~ in the key and arguments, every list of bindings fails from then on.
resource "rabbitmq_binding" "tilde" {
  source      = "amq.topic"
  destination = rabbitmq_queue.orders.name
  routing_key = "order.~"
  arguments   = { "x-tenant" = "a" }
}

# ttl_lowered_by_policy (warning): prices live for one second and not for a minute.
resource "rabbitmq_expiring_queue" "prices" {
  name           = "prices"
  message_ttl    = "1m"
  on_expiry      = "discard"
  delivery_limit = -1
}

resource "rabbitmq_operator_policy" "prices" {
  name        = "prices"
  pattern     = "^prices$"
  apply_to    = "queues"
  priority    = 1
  message_ttl = "1s"
}

# policy_tie (error): which of the two policies is in force is not defined.
resource "rabbitmq_queue" "tied" {
  name           = "tied"
  delivery_limit = -1
}

resource "rabbitmq_policy" "tied" {
  for_each             = { a = "client-local", b = "balanced" }
  name                 = "tied.${each.key}"
  pattern              = "^tied$"
  apply_to             = "queues"
  priority             = 1
  queue_leader_locator = each.value
}

# policy_skips_queue (warning): streams have no delivery limit, so the whole policy does not apply.
resource "rabbitmq_queue" "streams" {
  name = "streams"
  type = "stream"
}

resource "rabbitmq_policy" "streams" {
  name           = "streams"
  pattern        = "^streams$"
  apply_to       = "queues"
  priority       = 1
  delivery_limit = 5
  max_age        = "1h"
}

# policy_shadowed (warning): the policy spread has a higher priority, and a queue has only one policy.
resource "rabbitmq_policy" "shadowed" {
  name                 = "shadowed"
  pattern              = "^spread$"
  apply_to             = "queues"
  priority             = 1
  queue_leader_locator = "client-local"
}

resource "rabbitmq_policy" "spread" {
  name                 = "spread"
  pattern              = "^spread$"
  apply_to             = "queues"
  priority             = 2
  queue_leader_locator = "balanced"
}

resource "rabbitmq_queue" "spread" {
  name           = "spread"
  delivery_limit = -1
}

# policy_unevaluated (warning): whether the pattern matches cannot be told here.
resource "rabbitmq_queue" "unseen" {
  name           = "unseen"
  delivery_limit = -1
}

resource "rabbitmq_policy" "look_ahead" {
  name                 = "look-ahead"
  pattern              = "^unseen(?!x)"
  apply_to             = "queues"
  priority             = 0
  queue_leader_locator = "balanced"
}
