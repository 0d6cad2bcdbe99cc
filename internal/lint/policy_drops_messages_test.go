package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestPolicyDropsMessages(t *testing.T) {
	const id = "policy_drops_messages"
	holding := func(n int64, args queueargs.Arguments) *Context {
		q := queueOf(queueargs.Quorum, "q", args)
		q.Messages = &n
		return on("4.0.5", q)
	}
	policy := func(definition map[string]any) *topology.Policy {
		return &topology.Policy{Name: "p", ApplyTo: "queues", Definition: definition}
	}
	length := func(n int64, more map[string]any) *topology.Policy {
		definition := map[string]any{"max-length": queueargs.Int(n)}
		for key, value := range more {
			definition[key] = value
		}
		return policy(definition)
	}
	field := "x-max-length"

	found := expect(t, id, holding(5, nil).with(owned(length(2, nil), topology.Created)), queueRef("q"), field)
	says(t, found[0], "Of the 5 messages in the queue the 3 oldest are dropped at once, because its max length changes", "from none to 2")
	found = expect(t, id, holding(5, nil).with(length(9, nil)).with(owned(length(2, nil), topology.Updated)), queueRef("q"), field)
	says(t, found[0], "from 9 to 2")
	for _, c := range []*Context{
		holding(2, nil).with(owned(length(2, nil), topology.Created)),
		holding(5, nil).with(length(2, nil)).with(owned(length(2, nil), topology.Unchanged)),
		holding(5, nil).with(length(2, nil)).with(owned(length(3, nil), topology.Updated)),
		holding(5, nil).with(owned(length(2, map[string]any{"dead-letter-exchange": "dlx"}), topology.Created)),
		holding(5, nil).with(owned(length(2, map[string]any{"overflow": "reject-publish"}), topology.Created)),
		holding(5, queueargs.Arguments{"x-max-length": queueargs.Int(2)}).with(owned(length(2, nil), topology.Created)),
		holding(5, nil).with(owned(policy(map[string]any{"max-length": queueargs.Unknown{}}), topology.Created)),
		on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).with(owned(length(2, nil), topology.Created)),
	} {
		expect(t, id, c, queueRef("q"))
	}
	for _, change := range []topology.Change{topology.Created, topology.Replaced, topology.Deleted} {
		c := holding(5, nil).with(owned(length(2, nil), topology.Created))
		c.Topology.Queue("q").Change = change
		expect(t, id, c, queueRef("q"))
	}

	confirmed := map[string]any{"dead-letter-strategy": "at-least-once", "overflow": "reject-publish", "dead-letter-exchange": "dlx"}
	for key, without := range map[string]any{"dead-letter-strategy": "at-most-once", "overflow": "drop-head"} {
		changed := map[string]any{"dead-letter-strategy": "at-least-once", "overflow": "reject-publish", "dead-letter-exchange": "dlx"}
		changed[key] = without
		found := expect(t, id, holding(1, nil).with(policy(confirmed)).with(owned(policy(changed), topology.Updated)), queueRef("q"), "x-dead-letter-strategy")
		says(t, found[0], "are dropped at once")
		expect(t, id, holding(1, nil).with(policy(changed)).with(owned(policy(confirmed), topology.Updated)), queueRef("q"))
		expect(t, id, holding(0, nil).with(policy(confirmed)).with(owned(policy(changed), topology.Updated)), queueRef("q"))
	}
	expect(t, id, holding(1, nil).with(policy(confirmed)).with(owned(policy(confirmed), topology.Unchanged)), queueRef("q"))
	expect(t, id, holding(1, nil).with(policy(confirmed)).with(owned(policy(map[string]any{
		"dead-letter-strategy": queueargs.Unknown{}, "overflow": "reject-publish", "dead-letter-exchange": "dlx",
	}), topology.Updated)), queueRef("q"))

	expiring := map[string]any{"message-ttl": queueargs.Int(1000), "dead-letter-exchange": "dlx"}
	unforwarded := map[string]any{"message-ttl": queueargs.Int(1000)}
	found = expect(t, id, holding(3, nil).with(policy(expiring)).with(owned(policy(unforwarded), topology.Updated)), queueRef("q"), "x-dead-letter-exchange")
	says(t, found[0], `The 3 messages in the queue are dropped when they expire, because the queue has no dead-letter exchange any more ("dlx" so far).`)
	// They keep their expiry, whatever becomes of the TTL.
	found = expect(t, id, holding(1, nil).with(policy(expiring)).with(owned(policy(map[string]any{"max-length": queueargs.Int(1)}), topology.Updated)), queueRef("q"), "x-dead-letter-exchange")
	says(t, found[0], "The message in the queue is dropped when it expires")
	for _, c := range []*Context{
		holding(0, nil).with(policy(expiring)).with(owned(policy(unforwarded), topology.Updated)),
		holding(3, nil).with(policy(unforwarded)).with(owned(policy(unforwarded), topology.Updated)),
		holding(3, nil).with(policy(expiring)).with(owned(policy(map[string]any{"message-ttl": queueargs.Int(1000), "dead-letter-exchange": "other"}), topology.Updated)),
		holding(3, nil).with(policy(map[string]any{"dead-letter-exchange": "dlx"})).with(owned(policy(map[string]any{"max-length": queueargs.Int(9)}), topology.Updated)),
	} {
		expect(t, id, c, queueRef("q"))
	}
}

func TestPolicyDropsMessagesBeyondBytes(t *testing.T) {
	const id, field = "policy_drops_messages", "x-max-length-bytes"
	holding := func(n int64) *Context {
		q := queueOf(queueargs.Classic, "q", nil)
		q.Messages = &n
		return on("4.0.5", q)
	}
	bytes := func(n int64, overflow string, change topology.Change) *topology.Policy {
		return owned(&topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"max-length-bytes": queueargs.Int(n), "overflow": overflow}}, change)
	}
	before := func(n int64) *topology.Policy {
		return &topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"max-length-bytes": queueargs.Int(n)}}
	}
	found := expect(t, id, holding(5).with(bytes(100, "drop-head", topology.Created)), queueRef("q"), field)
	says(t, found[0], "Of the 5 messages in the queue the oldest are dropped at once until the others take no more than 100 bytes", "from none to 100")
	found = expect(t, id, holding(5).with(before(200)).with(bytes(100, "drop-head", topology.Updated)), queueRef("q"), field)
	says(t, found[0], "from 200 to 100")
	for _, c := range []*Context{
		holding(0).with(bytes(100, "drop-head", topology.Created)),
		holding(5).with(before(100)).with(bytes(100, "drop-head", topology.Updated)),
		holding(5).with(before(100)).with(bytes(200, "drop-head", topology.Updated)),
		holding(5).with(bytes(100, "reject-publish", topology.Created)),
	} {
		expect(t, id, c, queueRef("q"))
	}
}

func TestPolicyDeletesAQueueWithItsMessages(t *testing.T) {
	const id, field = "policy_drops_messages", "x-expires"
	holding := func(n *int64) *Context {
		q := queueOf(queueargs.Quorum, "q", nil)
		q.Messages = n
		return on("4.0.5", q)
	}
	expires := func(ms int64) *topology.Policy {
		return &topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"expires": queueargs.Int(ms)}}
	}
	none, some := int64(0), int64(3)
	found := expect(t, id, holding(&some).with(owned(expires(60000), topology.Created)), queueRef("q"), field)
	says(t, found[0], "The queue and the 3 messages in it are deleted 1m0s after", "if no consumer uses it", "from none to 1m0s", `policy "p"`)
	found = expect(t, id, holding(nil).with(expires(60000)).with(owned(expires(1000), topology.Updated)), queueRef("q"), field)
	says(t, found[0], "how many is not known", "from 1m0s to 1s")
	for _, c := range []*Context{
		holding(&none).with(owned(expires(60000), topology.Created)),
		holding(&some).with(expires(60000)).with(owned(expires(60000), topology.Unchanged)),
		holding(&some).with(expires(60000)).with(owned(expires(90000), topology.Updated)),
	} {
		expect(t, id, c, queueRef("q"))
	}
	for _, change := range []topology.Change{topology.Created, topology.Replaced, topology.Deleted} {
		c := holding(nil).with(owned(expires(1000), topology.Created))
		c.Topology.Queue("q").Change = change
		expect(t, id, c, queueRef("q"))
	}
}
