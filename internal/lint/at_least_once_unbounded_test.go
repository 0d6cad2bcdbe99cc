package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestAtLeastOnceUnbounded(t *testing.T) {
	const id, field = "at_least_once_unbounded", "x-dead-letter-strategy"
	subject := queueRef("main.queue")
	queue := func(more queueargs.Arguments) *topology.Queue {
		q := deadLettering(queueargs.Quorum, "main.queue", "dlx", "dead", queueargs.Arguments{"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"})
		for argument, value := range more {
			q.Arguments[argument] = value
		}
		return q
	}
	f := expect(t, id, on("4.0.5", queue(nil)), subject, field)[0]
	says(t, f, `through exchange "dlx" stay in this queue and pile up without bound`, "Set max_length or max_length_bytes.")
	tier := queue(nil)
	asDelayTier(tier) // which has no limit to set
	says(t, expect(t, id, on("4.0.5", tier), subject, field)[0], `Bind a queue to exchange "dlx" that takes them.`)
	expect(t, id, offline(queue(nil)), subject) // what the exchange routes to is known in the plan

	routed := func() *Context {
		return on("4.0.5", queue(nil)).has(exchangeOf("dlx", "direct"), queueOf(queueargs.Quorum, "dlq", nil), bindingOf("dlx", "dead", "dlq"))
	}
	expect(t, id, routed(), subject)
	expect(t, id, routed().has(exchangeOf("dlx", "headers")), subject) // the binding asks for no header
	some := bindingOf("dlx", "some", "dlq")
	some.Arguments = map[string]any{"kind": "order"}
	expect(t, id, on("4.0.5", queue(nil)).has(exchangeOf("dlx", "headers"), queueOf(queueargs.Quorum, "dlq", nil), some), subject, field)
	// Whatever key its dead letters keep, one of the two exchanges takes them to a queue.
	alternate := exchangeOf("dlx", "direct")
	alternate.AlternateExchange = "rest"
	keyless := queue(nil)
	delete(keyless.Arguments, "x-dead-letter-routing-key")
	expect(t, id, on("4.0.5", keyless).has(alternate, exchangeOf("rest", "fanout"), queueOf(queueargs.Quorum, "dlq", nil), bindingOf("rest", "", "dlq")), subject)
	expect(t, id, on("4.0.5", keyless).has(alternate, exchangeOf("rest", "fanout")), subject, field)
	for _, good := range []queueargs.Arguments{
		{"x-max-length": queueargs.Int(1000)},
		{"x-max-length-bytes": queueargs.Int(1000)},
		{"x-max-length": queueargs.Unknown{}},
		{"x-overflow": "drop-head"},
		{"x-overflow": queueargs.Unknown{}},
		{"x-dead-letter-strategy": "at-most-once"},
	} {
		expect(t, id, on("4.0.5", queue(good)), subject)
	}
	limit := &topology.Policy{Name: "limit", ApplyTo: "queues", Definition: map[string]any{"max-length": queueargs.Int(1000)}}
	expect(t, id, on("4.0.5", queue(nil)).with(limit), subject)
}

// A new queue, or a new exchange, may get what its dead letters need later in the same plan.
func TestAtLeastOnceUnboundedWaitsForThePlan(t *testing.T) {
	const id, field = "at_least_once_unbounded", "x-dead-letter-strategy"
	subject := queueRef("main.queue")
	queue := func(change topology.Change) *topology.Queue {
		q := deadLettering(queueargs.Quorum, "main.queue", "dlx", "dead", queueargs.Arguments{"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"})
		q.Change = change
		return q
	}
	there, owned := exchangeOf("dlx", "direct"), created(exchangeOf("dlx", "direct"))
	owned.Closed = true
	expect(t, id, on("4.0.5", queue(topology.Created)).has(created(exchangeOf("dlx", "direct"))), subject)
	expect(t, id, on("4.0.5", queue(topology.Created)).has(there), subject)
	expect(t, id, on("4.0.5", queue(topology.Unchanged)).has(created(exchangeOf("dlx", "direct"))), subject)
	expect(t, id, on("4.0.5", queue(topology.Unchanged)).has(there), subject, field)
	expect(t, id, on("4.0.5", queue(topology.Created)).has(there).whole(), subject, field)
	expect(t, id, on("4.0.5", queue(topology.Created)).has(owned), subject, field) // all its bindings are planned with it
}
