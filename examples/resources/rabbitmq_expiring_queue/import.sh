# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_expiring_queue.otp '%2F/otp.sms'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_expiring_queue.otp 'otp.sms@/'
