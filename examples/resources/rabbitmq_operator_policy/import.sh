# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_operator_policy.temporary '%2F/temporary'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_operator_policy.temporary 'temporary@/'
