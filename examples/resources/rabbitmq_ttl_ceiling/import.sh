# Virtual host and name, each percent-encoded: %2F is the virtual host /.
terraform import rabbitmq_ttl_ceiling.team '%2F/ttl-ceiling%20%5Eteam-a%5C.'

# The older form, name@vhost, is taken too.
terraform import rabbitmq_ttl_ceiling.team 'ttl-ceiling ^team-a\.@/'
