# Virtual host, source, destination, queue or exchange, and a last part, each percent-encoded. The last part is the routing key
# of a binding without arguments (~ for an empty one), or the properties_key that the management API gives.
terraform import rabbitmq_binding.main '%2F/main.exchange/main.queue/queue/payment.%23'
