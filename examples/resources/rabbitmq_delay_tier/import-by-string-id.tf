import {
  to = rabbitmq_delay_tier.retry_10s
  id = "%2F/retry.delay.10s.queue"
}
