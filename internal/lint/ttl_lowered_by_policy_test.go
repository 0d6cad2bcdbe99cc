package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestTTLLoweredByPolicy(t *testing.T) {
	const id = "ttl_lowered_by_policy"
	ttl := func(ms int64, operator bool) *topology.Policy {
		return &topology.Policy{Name: "cap", Pattern: "^retry", ApplyTo: "queues", Operator: operator, Definition: map[string]any{"message-ttl": queueargs.Int(ms)}}
	}
	queue := func() *topology.Queue {
		return queueOf(queueargs.Quorum, "retry", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)})
	}
	found := expect(t, id, on("4.0.5", queue()).with(ttl(5000, false)), queueRef("retry"), "x-message-ttl")
	says(t, found[0], "after 5s and not after the declared 10s", `because policy "cap"`)
	found = expect(t, id, on("4.0.5", queue()).with(ttl(60000, false)).with(ttl(5000, true)), queueRef("retry"), "x-message-ttl")
	says(t, found[0], `operator policy "cap"`)

	expect(t, id, on("4.0.5", queue()).with(ttl(10000, false)), queueRef("retry"))
	expect(t, id, on("4.0.5", queue()).with(ttl(60000, true)), queueRef("retry"))
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "retry", nil)).with(ttl(5000, true)), queueRef("retry"))
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "retry", queueargs.Arguments{"x-message-ttl": queueargs.Unknown{}})).with(ttl(5000, true)), queueRef("retry"))
}
