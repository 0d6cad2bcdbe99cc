import {
  to = rabbitmq_policy.orders
  id = "%2F/orders"
}
