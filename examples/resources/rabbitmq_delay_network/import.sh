# Virtual host and delivery exchange, each percent-encoded: %2F is the virtual host /. All other objects are taken with it.
terraform import rabbitmq_delay_network.nservicebus '%2F/nsb.v2.delay-delivery'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_delay_network.celery 'celery_delayed_delivery@/'
