output "policy_definition" {
  value = { "message-ttl" = provider::rabbitmq::milliseconds("10s") } # 10000
}
