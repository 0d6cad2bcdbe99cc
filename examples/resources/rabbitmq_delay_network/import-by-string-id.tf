import {
  to = rabbitmq_delay_network.nservicebus
  id = "%2F/nsb.v2.delay-delivery"
}
