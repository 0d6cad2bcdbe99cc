package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// policyOf sets a TTL on queues whose name matches pattern.
func policyOf(name, pattern string, priority float64, operator bool) *topology.Policy {
	return &topology.Policy{
		Name: name, Pattern: pattern, ApplyTo: "queues", Priority: priority, Operator: operator,
		Definition: map[string]any{"message-ttl": queueargs.Int(60000)},
	}
}

func TestPolicyTie(t *testing.T) {
	const id = "policy_tie"
	queue := func() *Context { return on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)) }
	subject := queueRef("main.queue")
	found := expect(t, id, queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 1, false)), subject, "")
	says(t, found[0], `policy "a" or "b" is in force`, "with priority 1")
	found = expect(t, id, queue().with(policyOf("a", "^main", 1, true)).with(policyOf("b", "queue$", 1, true)), subject, "")
	says(t, found[0], `operator policy "a" or "b"`)

	three := queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 1, false)).with(policyOf("c", "", 1, false)).with(policyOf("d", "", 0, false))
	says(t, expect(t, id, three, subject, "")[0], `policy "a" or "b" or "c" is in force`, "all of them match it with priority 1", `Give "a", "b", "c" different priorities`)

	expect(t, id, queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 2, false)), subject)
	expect(t, id, queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "^retry", 1, false)), subject)
	expect(t, id, queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 1, true)), subject)
	tie := queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 1, false))
	expect(t, id, tie.with(policyOf("top", "", 9, false)), subject)
	maybe := queue().with(policyOf("a", "^main", 1, false)).with(policyOf("b", "queue$", 1, false))
	expect(t, id, maybe.with(policyOf("top", "^(?!x)", 9, false)), subject)
}
