package lint

import (
	"math"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestPolicyUnevaluated(t *testing.T) {
	const id = "policy_unevaluated"
	queue := func() *Context { return on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)) }
	subject := queueRef("main.queue")
	found := expect(t, id, queue().with(policyOf("all-but-retry", "^(?!retry)", 5, false)), subject, "")
	says(t, found[0], `policy "all-but-retry"`, "could not be checked", "without look-around")

	expect(t, id, queue().with(policyOf("main", "^main", 5, false)), subject)
	expect(t, id, queue().with(policyOf("all-but-retry", "^(?!retry)", 5, false)).with(policyOf("main", "^main", 6, false)), subject)
	expect(t, id, queue().with(policyOf("team", "^team\\.(?!retry)", 5, false)), subject)
	streams := policyOf("all-but-retry", "^(?!retry)", 5, false)
	streams.ApplyTo = "streams"
	expect(t, id, queue().with(streams), subject)
	expect(t, id, queue().with(&topology.Policy{Name: "later", ApplyTo: "all", Priority: math.Inf(1), Vague: true}), subject)
	key := policyOf("later", "", 5, false)
	key.Definition["max-age"] = queueargs.Unknown{}
	expect(t, id, queue().with(key), subject)
	expect(t, id, on("4.0.5", queueOf("", "main.queue", nil)).with(policyOf("p", "^(?!retry)", 5, false)), subject)
}
