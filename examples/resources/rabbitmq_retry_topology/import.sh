# Virtual host and name, each percent-encoded: %2F is the virtual host /. All objects are taken with it.
terraform import rabbitmq_retry_topology.payment '%2F/payment'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_retry_topology.payment 'payment@/'
