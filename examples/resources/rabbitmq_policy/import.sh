# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_policy.orders '%2F/orders'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_policy.orders 'orders@/'
