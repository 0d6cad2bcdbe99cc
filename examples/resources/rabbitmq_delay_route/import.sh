# Virtual host, delivery exchange, destination, queue or exchange, and address, each percent-encoded.
terraform import rabbitmq_delay_route.sales '%2F/nsb.v2.delay-delivery/Sales/exchange/Sales'
