resource "rabbitmq_dead_letter_queue" "otp" {
  name         = "otp.dlq"
  exchange     = "otp.dlx"
  routing_keys = ["otp.expired", "otp.rejected"]

  # Dead letters older than a week, and the oldest above 100,000, are discarded on purpose.
  retention  = "168h"
  max_length = 100000
}

# Other queues dead-letter to the exchange that the resource owns.
resource "rabbitmq_queue" "otp" {
  name = "otp.email"
  dead_letter = {
    exchange    = rabbitmq_dead_letter_queue.otp.exchange
    routing_key = "otp.rejected"
  }
}
