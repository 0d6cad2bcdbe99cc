data "rabbitmq_policies" "all" {}

# Policies that shorten the life of messages.
output "ttls" {
  value = {
    for p in data.rabbitmq_policies.all.policies : "${p.operator ? "operator policy" : "policy"} ${p.name}" => jsondecode(p.definition_json)["message-ttl"]
    if can(jsondecode(p.definition_json)["message-ttl"])
  }
}
