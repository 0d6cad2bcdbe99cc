# What NServiceBus declares when its installers run, which may then be left off.
resource "rabbitmq_delay_network" "nservicebus" {
  preset = "nservicebus_v2"
}

# The same for Celery 5.5 and later.
resource "rabbitmq_delay_network" "celery" {
  preset = "celery"
}

# A network of one's own: delays of up to 27 minutes, in steps of 100 ms.
resource "rabbitmq_delay_network" "short" {
  prefix = "short"
  levels = 14
  unit   = "100ms"
}
