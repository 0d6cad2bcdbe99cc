# Virtual host and name, each percent-encoded: %2F is the virtual host /. The bindings to the queue are taken with it.
terraform import rabbitmq_delay_tier.retry_10s '%2F/retry.delay.10s.queue'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_delay_tier.retry_10s 'retry.delay.10s.queue@/'
