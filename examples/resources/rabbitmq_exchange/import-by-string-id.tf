import {
  to = rabbitmq_exchange.main
  id = "%2F/main.exchange"
}
