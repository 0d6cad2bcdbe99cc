# For an application that sets the property itself.
output "expiration" {
  value = provider::rabbitmq::expiration("15s") # "15000"
}
