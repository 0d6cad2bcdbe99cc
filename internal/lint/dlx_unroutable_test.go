package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDLXUnroutable(t *testing.T) {
	const id, field = "dlx_unroutable", "x-dead-letter-exchange"
	subject := queueRef("main.queue")
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", nil)
	delay := queueOf(queueargs.Quorum, "delay", nil)
	broker := func() *Context { return on("4.0.5", queue).has(delay, exchangeOf("retry.exchange", "direct")) }

	f := expect(t, id, broker().has(bindingOf("retry.exchange", "other", "delay")), subject, field)[0]
	says(t, f, `Dead letters are dropped: neither the broker nor anything planned so far binds a queue to the dead-letter exchange "retry.exchange" for the routing key "payment.retry".`, "Bind a queue")
	also(t, f, broker(), exchangeRef("retry.exchange"))
	says(t, expect(t, id, broker().whole(), subject, field)[0], `: nothing binds a queue to`)

	bound := bindingOf("retry.exchange", "payment.retry", "delay")
	expect(t, id, broker().has(bound), subject)
	expect(t, id, broker().has(bound), bindingRef(bound))
	expect(t, id, on("4.0.5", queue), subject) // dlx_missing says it
	expect(t, id, offline(queue).has(exchangeOf("retry.exchange", "direct")), subject)
	unknown := bindingOf("retry.exchange", "", "delay")
	unknown.KeyUnknown = true
	expect(t, id, broker().has(unknown), subject)
	expect(t, id, on("4.0.5", queue).has(exchangeOf("retry.exchange", "headers"), bindingOf("retry.exchange", "", "delay"), delay), subject)
	expect(t, id, on("4.0.5", queue).has(exchangeOf("retry.exchange", "x-consistent-hash")), subject)
}

// The bindings of an exchange that the plan makes may be planned after the queue that dead-letters to it.
func TestDLXUnroutableWaitsForThePlanOfANewExchange(t *testing.T) {
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", nil)
	c := on("4.0.5", queue).has(created(exchangeOf("retry.exchange", "direct")))
	expect(t, "dlx_unroutable", c, queueRef("main.queue"))
	expect(t, "dlx_unroutable", c.whole(), queueRef("main.queue"), "x-dead-letter-exchange")
}

func TestDLXUnroutableThroughTheDefaultExchange(t *testing.T) {
	c := on("4.0.5", deadLettering(queueargs.Quorum, "main.queue", "", "dlq", nil))
	says(t, expect(t, "dlx_unroutable", c, queueRef("main.queue"), "x-dead-letter-exchange")[0], `has the queue that the default exchange takes them to, "dlq".`, "rabbitmq_queue.<label>.name")
	expect(t, "dlx_unroutable", c.has(queueOf(queueargs.Quorum, "dlq", nil)), queueRef("main.queue"))

	// Two new queues that lead to each other: whichever is planned first leads to one that is not there yet.
	first := deadLettering(queueargs.Quorum, "main.queue", "", "tier", nil)
	first.Change = topology.Created
	expect(t, "dlx_unroutable", on("4.0.5", first), queueRef("main.queue"))
	expect(t, "dlx_unroutable", on("4.0.5", first).whole(), queueRef("main.queue"), "x-dead-letter-exchange")
}

func TestDLXUnroutableForTheKeysThatMessagesCameWith(t *testing.T) {
	const id, field = "dlx_unroutable", "x-dead-letter-exchange"
	subject := queueRef("main.queue")
	queue := queueOf(queueargs.Classic, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": "dlx"})
	execute, cancel := bindingOf("main.exchange", "payment.execute", "main.queue"), bindingOf("main.exchange", "payment.cancel", "main.queue")
	broker := func() *Context {
		return on("4.0.5", queue).has(queueOf(queueargs.Quorum, "dlq", nil), exchangeOf("main.exchange", "direct"), exchangeOf("dlx", "direct"), bindingOf("dlx", "payment.execute", "dlq"), execute)
	}
	expect(t, id, broker(), subject)
	f := expect(t, id, broker().has(cancel), subject, field)[0]
	says(t, f, `Dead letters keep their routing key and some are dropped:`, `for the routing key "payment.cancel".`)
	also(t, f, broker().has(cancel), bindingRef(cancel))

	expect(t, id, on("4.0.5", queue).has(exchangeOf("dlx", "direct"), bindingOf("dlx", "k", "dlq")), subject) // keys are not known
	says(t, expect(t, id, on("4.0.5", queue).has(exchangeOf("dlx", "topic")), subject, field)[0], `binds a queue to the dead-letter exchange "dlx".`)
}

func TestDLXUnroutableAfterABindingWasReplaced(t *testing.T) {
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", nil)
	replaced := bindingOf("retry.exchange", "payment.again", "delay")
	replaced.Change = topology.Replaced
	c := on("4.0.5", queue).has(exchangeOf("retry.exchange", "direct"), queueOf(queueargs.Quorum, "delay", nil), replaced)
	also(t, expect(t, "dlx_unroutable", c, queueRef("main.queue"), "x-dead-letter-exchange")[0], c, bindingRef(replaced))
}

func TestDLXUnroutableNamesThePolicy(t *testing.T) {
	dead := &topology.Policy{Name: "dead", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "dlx", "dead-letter-routing-key": "k"}}
	c := on("4.0.5", queueOf(queueargs.Classic, "main.queue", nil)).with(dead).has(exchangeOf("dlx", "direct"))
	says(t, expect(t, "dlx_unroutable", c, queueRef("main.queue"), "x-dead-letter-exchange")[0], `for the routing key "k" (policy "dead").`, `in policy "dead"`)
}

func TestDLXUnroutableAfterItsWayWasDeleted(t *testing.T) {
	const id, field = "dlx_unroutable", "x-dead-letter-exchange"
	main, delay := queueRef("main.queue"), queueRef("delay")
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", nil)
	way := bindingOf("retry.exchange", "payment.retry", "delay")
	gone := *way
	gone.Change = topology.Deleted
	broker := func(more ...any) *Context {
		return on("4.0.5", queue).has(exchangeOf("retry.exchange", "direct"), queueOf(queueargs.Quorum, "delay", nil), way).has(more...)
	}
	f := expect(t, id, broker(&gone), main, field)[0]
	says(t, f, `this plan deletes the binding "retry.exchange -> delay (payment.retry)", the last one that takes them from the dead-letter exchange "retry.exchange"`, "Keep the binding")
	also(t, f, broker(&gone), bindingRef(way))

	deleted := queueOf(queueargs.Quorum, "delay", nil)
	deleted.Change = topology.Deleted
	also(t, f, broker(deleted), delay, main) // its bindings go with it

	expect(t, id, broker(), bindingRef(way))
	expect(t, id, broker(queueOf(queueargs.Quorum, "other", nil), bindingOf("retry.exchange", "payment.retry", "other"), &gone), bindingRef(way))
	expect(t, id, broker(&gone, way), bindingRef(way)) // it comes back
	unused := *bindingOf("retry.exchange", "other", "delay")
	unused.Change = topology.Deleted
	expect(t, id, broker(&gone, &unused), bindingRef(&unused)) // it took none of them

	further := deadLettering(queueargs.Quorum, "main.queue", "dlx", "payment.retry", nil)
	c := broker(exchangeOf("dlx", "fanout"), further, &topology.Binding{Source: "dlx", Destination: "retry.exchange", DestinationKind: topology.KindExchange}, &gone)
	says(t, expect(t, id, c, main, field)[0], `this plan deletes the binding "retry.exchange -> delay (payment.retry)"`)

	named := deadLettering(queueargs.Quorum, "main.queue", "", "delay", nil)
	f = expect(t, id, on("4.0.5", named).has(deleted), main, field)[0]
	says(t, f, `this plan deletes the queue that the default exchange takes them to, "delay".`, "Keep the queue")
	also(t, f, on("4.0.5", named).has(deleted), delay)
}

// Where dead letters go can change in place, for the messages too that are in the queue by then.
func TestDLXUnroutableAfterAChangeInPlace(t *testing.T) {
	const id, field = "dlx_unroutable", "x-dead-letter-exchange"
	subject := queueRef("q")
	changed := func(n int64, before, after map[string]any) *Context {
		q := queueOf(queueargs.Classic, "q", nil)
		q.Change, q.Messages, q.OwnPolicy = topology.Updated, &n, "own"
		policy := func(d map[string]any) *topology.Policy {
			return &topology.Policy{Name: "own", Own: true, Pattern: "^q$", ApplyTo: "queues", Definition: d}
		}
		return on("4.0.5", q).has(exchangeOf("dlx", "direct"), queueOf(queueargs.Classic, "late", nil), bindingOf("dlx", "late", "late")).
			with(policy(before)).with(owned(policy(after), topology.Updated))
	}
	way := func(key string, more map[string]any) map[string]any {
		d := map[string]any{"dead-letter-exchange": "dlx", "dead-letter-routing-key": key}
		for k, v := range more {
			d[k] = v
		}
		return d
	}
	ttl := map[string]any{"message-ttl": queueargs.Int(60000)}

	f := expect(t, id, changed(3, way("late", ttl), way("lost", ttl)), subject, field)[0]
	says(t, f, `for the routing key "lost"; the 3 messages in the queue go there when they expire.`)
	if !f.Tentative {
		t.Error("a binding that is planned next is taken for missing")
	}
	says(t, expect(t, id, changed(1, way("late", nil), way("lost", nil)), subject, field)[0], `"lost"; the message in the queue goes there when it becomes a dead letter.`)
	says(t, expect(t, id, changed(1, way("late", ttl), way("lost", nil)), subject, field)[0], `"lost"; the message in the queue goes there when it expires.`)
	says(t, expect(t, id, changed(0, way("late", ttl), way("lost", ttl)), subject, field)[0], `"lost".`)
	says(t, expect(t, id, changed(3, way("lost", nil), way("lost", ttl)), subject, field)[0], `"lost".`)
	expect(t, id, changed(3, way("lost", ttl), way("late", ttl)), subject)

	held := int64(2)
	migrated := deadLettering(queueargs.Classic, "q", "dlx", "lost", queueargs.Arguments{"x-message-ttl": queueargs.Int(60000)})
	migrated.Change, migrated.Prior = topology.Migrated, deadLettering(queueargs.Quorum, "q", "dlx", "late", nil)
	migrated.Prior.Messages = &held
	says(t, expect(t, id, on("4.0.5", migrated).has(exchangeOf("dlx", "direct"), queueOf(queueargs.Classic, "late", nil), bindingOf("dlx", "late", "late")), subject, field)[0],
		`"lost"; the 2 messages in the queue go there when they expire.`)

	absent := map[string]any{"dead-letter-exchange": "absent", "message-ttl": queueargs.Int(60000)}
	says(t, expect(t, "dlx_missing", changed(3, way("late", ttl), absent), subject, field)[0],
		`the dead-letter exchange "absent"; the 3 messages in the queue go there when they expire.`)
}
