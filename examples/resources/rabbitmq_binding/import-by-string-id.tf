import {
  to = rabbitmq_binding.main
  id = "%2F/main.exchange/main.queue/queue/payment.%23"
}
