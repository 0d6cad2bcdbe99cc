import {
  to = rabbitmq_retry_topology.payment
  id = "%2F/payment"
}
