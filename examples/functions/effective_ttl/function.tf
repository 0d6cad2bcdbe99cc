output "expires_after" {
  value = provider::rabbitmq::effective_ttl("1m", "5m") # "1m": the queue's TTL is a ceiling
}
