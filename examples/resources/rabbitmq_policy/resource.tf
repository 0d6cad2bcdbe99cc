# Every queue of orders keeps its messages for three days, and what is late after that. A change of this is made in
# place: no queue is replaced.
resource "rabbitmq_policy" "orders" {
  name        = "orders"
  pattern     = "^orders\\."
  apply_to    = "queues"
  message_ttl = "72h"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.late.exchange, routing_key = "late" }
}

resource "rabbitmq_dead_letter_queue" "late" {
  name         = "late-orders"
  exchange     = "late-orders.dlx"
  routing_keys = ["late"]
}

# Keys of plugins have no attributes.
resource "rabbitmq_policy" "federated" {
  name             = "federated"
  pattern          = "^shared\\."
  apply_to         = "exchanges"
  priority         = 1
  extra_definition = { "federation-upstream-set" = "all" }
}
