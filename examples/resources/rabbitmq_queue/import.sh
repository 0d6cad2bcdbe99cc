# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_queue.main '%2F/main.queue'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_queue.main 'main.queue@/'
