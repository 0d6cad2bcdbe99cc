import {
  to = rabbitmq_ttl_ceiling.team
  id = "%2F/ttl-ceiling%20%5Eteam-a%5C."
}
