package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestPolicyUnevaluated(t *testing.T) {
	const id = "policy_unevaluated"
	queue := func() *Context { return on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)) }
	subject := queueRef("main.queue")
	found := expect(t, id, queue().with(policyOf("all-but-retry", "^(?!retry)", 5, false)), subject, "")
	says(t, found[0], `policy "all-but-retry"`, "could not be checked", "without look-around")

	expect(t, id, queue().with(policyOf("main", "^main", 5, false)), subject)
	expect(t, id, queue().with(policyOf("all-but-retry", "^(?!retry)", 5, false)).with(policyOf("main", "^main", 6, false)), subject)
	streams := policyOf("all-but-retry", "^(?!retry)", 5, false)
	streams.ApplyTo = "streams"
	expect(t, id, queue().with(streams), subject)
	expect(t, id, on("4.0.5", queueOf("", "main.queue", nil)).with(policyOf("p", "^(?!retry)", 5, false)), subject)
}
