locals {
  delays = provider::rabbitmq::backoff({ initial = "5s", multiplier = 4, max = "1h", attempts = 6 })
  # ["5s", "20s", "1m20s", "5m20s", "21m20s", "1h"]
}

resource "rabbitmq_delay_tier" "retry" {
  for_each   = { for i, delay in local.delays : i + 1 => delay }
  name       = "payment.retry.${each.key}"
  delay      = each.value
  enter_from = { exchange = "retry.exchange", routing_keys = ["payment.retry.${each.key}"] }
  return_to  = { exchange = "main.exchange", routing_key = "payment.execute" }
}
