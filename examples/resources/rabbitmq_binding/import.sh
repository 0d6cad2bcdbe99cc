# Virtual host, source, destination, queue or exchange, and properties key, each percent-encoded. The properties key is the
# routing key if the binding has no arguments, and ~ if it has no routing key either.
terraform import rabbitmq_binding.main '%2F/main.exchange/main.queue/queue/payment.%23'
