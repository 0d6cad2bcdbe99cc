package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestPolicyTTLNotRetroactive(t *testing.T) {
	const id = "policy_ttl_not_retroactive"
	holding := func(n int64, args queueargs.Arguments) *Context {
		q := queueOf(queueargs.Quorum, "q", args)
		q.Messages = &n
		return on("4.0.5", q)
	}
	ttl := func(ms int64) *topology.Policy {
		return &topology.Policy{Name: "life", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Int(ms)}}
	}
	ten := queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)}
	field := "x-message-ttl"

	found := expect(t, id, holding(3, nil).with(owned(ttl(5000), topology.Created)), queueRef("q"), field)
	says(t, found[0], "Each of the 3 messages in the queue keeps the message TTL that was in force when it came", "(none so far, unless policies have changed before: such a message never expires and holds back",
		"from none to 5s")
	found = expect(t, id, holding(1, nil).with(ttl(60000)).with(owned(ttl(5000), topology.Updated)), queueRef("q"), field)
	says(t, found[0], "The message in the queue keeps the message TTL that was in force when it came (1m0s so far, unless policies have changed before), although", "from 1m0s to 5s")
	found = expect(t, id, holding(3, nil).with(ttl(5000)).with(owned(ttl(5000), topology.Deleted)), queueRef("q"), field)
	says(t, found[0], "(5s so far, unless", "from 5s to none")
	found = expect(t, id, holding(3, ten).with(owned(ttl(5000), topology.Created)), queueRef("q"), field)
	says(t, found[0], "from 10s to 5s")

	tier := holding(3, ten)
	asDelayTier(tier.Topology.Queue("q"))
	found = expect(t, id, tier.with(owned(ttl(5000), topology.Created)), queueRef("q"), field)
	says(t, found[0], "Wait for the delay of 10s, after which a delay tier is empty")

	expect(t, id, holding(0, nil).with(owned(ttl(5000), topology.Created)), queueRef("q"))
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).with(owned(ttl(5000), topology.Created)), queueRef("q"))
	expect(t, id, holding(3, ten).with(owned(ttl(60000), topology.Created)), queueRef("q")) // the argument is smaller
	expect(t, id, holding(3, nil).with(ttl(5000)).with(owned(ttl(5000), topology.Unchanged)), queueRef("q"))
	expect(t, id, holding(3, nil).with(owned(&topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"max-length": queueargs.Int(5)}}, topology.Created)), queueRef("q"))
	unknown := owned(&topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Unknown{}}}, topology.Created)
	expect(t, id, holding(3, nil).with(unknown), queueRef("q"))
	for _, change := range []topology.Change{topology.Created, topology.Replaced, topology.Deleted} {
		c := holding(3, nil).with(owned(ttl(5000), topology.Created))
		c.Topology.Queue("q").Change = change
		expect(t, id, c, queueRef("q"))
	}
}
