# No queue outlives an hour without use, whatever applications declare.
resource "rabbitmq_operator_policy" "temporary" {
  name     = "temporary"
  pattern  = "^tmp\\."
  apply_to = "queues"
  expires  = "1h"
}
