package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// A policy with delivery-limit and priority 10 is skipped for a classic queue, and one with priority 1 applies.
func TestPolicySkipsQueue(t *testing.T) {
	const id = "policy_skips_queue"
	limit := func(priority float64) *topology.Policy {
		return &topology.Policy{Name: "limit", Pattern: "", ApplyTo: "queues", Priority: priority, Definition: map[string]any{
			"delivery-limit": queueargs.Int(5), "message-ttl": queueargs.Int(60000),
		}}
	}
	classic := func() *Context { return on("4.0.5", queueOf(queueargs.Classic, "main.queue", nil)) }
	subject := queueRef("main.queue")
	found := expect(t, id, classic().with(limit(10)).with(policyOf("life", "", 1, false)), subject, "")
	says(t, found[0], `whole policy "limit"`, "a classic queue does not support its key delivery-limit", `"life" is in force instead`)
	says(t, expect(t, id, classic().with(limit(10)), subject, "")[0], "no policy is in force instead")

	expect(t, id, classic().with(limit(0)).with(policyOf("life", "", 1, false)), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)).with(limit(10)), subject)
	expect(t, id, on("4.0.5", queueOf("", "main.queue", nil)).with(limit(10)), subject)
}
