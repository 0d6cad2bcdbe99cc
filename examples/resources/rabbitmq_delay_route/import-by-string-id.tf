import {
  to = rabbitmq_delay_route.sales
  id = "%2F/nsb.v2.delay-delivery/Sales/exchange/Sales"
}
