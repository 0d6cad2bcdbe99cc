package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestTTLZero(t *testing.T) {
	const id = "ttl_zero"
	zero := queueargs.Arguments{"x-message-ttl": queueargs.Int(0)}
	found := expect(t, id, offline(queueOf(queueargs.Classic, "price", zero)), queueRef("price"), "x-message-ttl")
	says(t, found[0], "A TTL of 0s expires every message", "Set message_ttl")
	expect(t, id, offline(queueOf(queueargs.Classic, "price", queueargs.Arguments{"x-message-ttl": queueargs.Int(1)})), queueRef("price"))
	expect(t, id, offline(queueOf(queueargs.Classic, "price", queueargs.Arguments{"x-message-ttl": queueargs.Unknown{}})), queueRef("price"))

	policy := &topology.Policy{Name: "now", Pattern: "", ApplyTo: "queues", Operator: true, Definition: map[string]any{"message-ttl": queueargs.Int(0)}}
	found = expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "price", nil)).with(policy), queueRef("price"), "x-message-ttl")
	says(t, found[0], `0s (operator policy "now")`)
}
