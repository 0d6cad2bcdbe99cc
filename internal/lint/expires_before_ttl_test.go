package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestExpiresBeforeTTL(t *testing.T) {
	const id = "expires_before_ttl"
	args := func(expires, ttl any) queueargs.Arguments {
		return queueargs.Arguments{"x-expires": expires, "x-message-ttl": ttl}
	}
	for _, typ := range []queueargs.Type{queueargs.Classic, queueargs.Quorum} {
		found := expect(t, id, offline(queueOf(typ, "q", args(queueargs.Int(30000), queueargs.Int(60000)))), queueRef("q"), "x-expires")
		says(t, found[0], "After 30s without use", "TTL of 1m0s", "not dead-lettered")
		expect(t, id, offline(queueOf(typ, "q", args(queueargs.Int(60000), queueargs.Int(60000)))), queueRef("q"), "x-expires")
		expect(t, id, offline(queueOf(typ, "q", args(queueargs.Int(60001), queueargs.Int(60000)))), queueRef("q"))
		expect(t, id, offline(queueOf(typ, "q", args(queueargs.Unknown{}, queueargs.Int(60000)))), queueRef("q"))
		expect(t, id, offline(queueOf(typ, "q", args(queueargs.Int(60000), queueargs.Unknown{}))), queueRef("q"))
	}
}

// On a quorum queue the policy's expires wins up to 3.13 and the smaller one from 4.0 on.
func TestExpiresBeforeTTLCombinesAsTheVersionDoes(t *testing.T) {
	const id = "expires_before_ttl"
	policy := &topology.Policy{Name: "idle", Pattern: "", ApplyTo: "queues", Definition: map[string]any{"expires": queueargs.Int(120000)}}
	queue := func() *topology.Queue {
		return queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-expires": queueargs.Int(30000), "x-message-ttl": queueargs.Int(60000)})
	}
	expect(t, id, on("3.10.8", queue()).with(policy), queueRef("q"))
	expect(t, id, on("4.0.5", queue()).with(policy), queueRef("q"), "x-expires")
}
