import {
  to = rabbitmq_expiring_queue.otp
  id = "%2F/otp.sms"
}
