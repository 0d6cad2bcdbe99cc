# What is not sent within three minutes goes where it can be audited.
resource "rabbitmq_expiring_queue" "otp" {
  name        = "otp.sms"
  message_ttl = "3m"
  dead_letter = {
    exchange    = rabbitmq_dead_letter_queue.otp.exchange
    routing_key = "otp.expired"
  }
}

resource "rabbitmq_dead_letter_queue" "otp" {
  name         = "otp.dlq"
  exchange     = "otp.dlx"
  routing_keys = ["otp.expired"]
}

# What is not read within six seconds vanishes, which is said.
resource "rabbitmq_expiring_queue" "telemetry" {
  name        = "telemetry.samples"
  message_ttl = "6s"
  on_expiry   = "discard"
}
