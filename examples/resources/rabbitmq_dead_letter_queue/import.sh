# Virtual host and name, each percent-encoded: %2F is the virtual host /. The exchange that feeds the queue is taken with it.
terraform import rabbitmq_dead_letter_queue.otp '%2F/otp.dlq'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_dead_letter_queue.otp 'otp.dlq@/'
