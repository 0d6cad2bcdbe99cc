resource "rabbitmq_queue" "work" {
  name = "work"
}

# Warns in the plan about what no resource alone can see.
check "messages" {
  assert {
    condition     = length(provider::rabbitmq::lint(rabbitmq_queue.work)) == 0
    error_message = join("\n", [for f in provider::rabbitmq::lint(rabbitmq_queue.work) : "${f.object}: ${f.consequence} ${f.advice}"])
  }
}
