data "rabbitmq_topology" "live" {}

check "nothing_is_lost" {
  assert {
    condition     = length(data.rabbitmq_topology.live.findings) == 0
    error_message = join("\n", [for f in data.rabbitmq_topology.live.findings : "${f.kind} ${f.object}: ${f.consequence}"])
  }
}

output "picture" {
  value = data.rabbitmq_topology.live.mermaid
}
