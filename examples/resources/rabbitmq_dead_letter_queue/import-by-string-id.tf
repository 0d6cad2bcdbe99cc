import {
  to = rabbitmq_dead_letter_queue.otp
  id = "%2F/otp.dlq"
}
