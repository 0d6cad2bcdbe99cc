# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_exchange.main '%2F/main.exchange'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_exchange.main 'main.exchange@/'
