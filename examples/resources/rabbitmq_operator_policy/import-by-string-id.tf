import {
  to = rabbitmq_operator_policy.temporary
  id = "%2F/temporary"
}
