package lint

import (
	"slices"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Keys are known by a pattern, of which the dead-letter exchange takes a part.
func partial(dlxKind string, bindings ...*topology.Binding) *Context {
	c := on("4.0.5", queueOf(queueargs.Classic, "orders", queueargs.Arguments{"x-message-ttl": queueargs.Int(60000), "x-dead-letter-exchange": "dlx"})).
		has(queueOf(queueargs.Quorum, "dlq", nil), exchangeOf("main", "topic"), exchangeOf("dlx", dlxKind), bindingOf("main", "orders.#", "orders"))
	return c.has(bindings)
}

func TestDLXUnroutableForAPartOfAPattern(t *testing.T) {
	const id, field = "dlx_unroutable", "x-dead-letter-exchange"
	subject := queueRef("orders")
	some := bindingOf("dlx", "orders.eu.*", "dlq")
	f := expect(t, id, partial("topic", some), subject, field)[0]
	says(t, f, `Dead letters keep their routing key and some are dropped: neither the broker nor anything planned so far binds a queue to the dead-letter exchange "dlx" `+
		`for each key that the binding "main -> orders (orders.#)" lets in, such as "orders.other".`, `Bind a queue to the exchange for "orders.#" as a whole`)
	also(t, f, partial("topic", some), bindingRef(bindingOf("main", "orders.#", "orders")), exchangeRef("dlx"))
	says(t, expect(t, id, partial("direct", bindingOf("dlx", "orders.eu.1", "dlq")), subject, field)[0], `such as "orders.other"`, "Write in dead_letter a routing_key for which a queue is bound to the exchange")

	expect(t, id, partial("topic", bindingOf("dlx", "orders.#", "dlq")), subject)
	expect(t, id, partial("topic", bindingOf("dlx", "#", "dlq")), subject)
	expect(t, id, partial("topic", bindingOf("dlx", "orders", "dlq"), bindingOf("dlx", "*.*.#", "dlq")), subject)
	expect(t, id, partial("headers", some), subject)
	expect(t, id, partial("fanout", some), subject)
	c := partial("topic", some).has(exchangeOf("main", "fanout"))
	expect(t, id, c, subject) // publishers choose the keys

	// What a plan takes away is told from what was never there.
	gone := *bindingOf("dlx", "orders.#", "dlq")
	c = partial("topic", &gone)
	deleted := gone
	deleted.Change = topology.Deleted
	f = expect(t, id, c.has(&deleted), subject, field)[0]
	says(t, f, `this plan deletes the binding "dlx -> dlq (orders.#)"`)
	also(t, f, c, bindingRef(&deleted))
	other := bindingOf("main", "always", "orders")
	also(t, f, c.has(other, bindingOf("dlx", "always", "dlq")), bindingRef(&deleted))
}

// Of the keys that come in only some go round.
func round() *Context {
	tier := queueOf(queueargs.Quorum, "tier", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000), "x-dead-letter-exchange": "main"})
	return partial("topic", bindingOf("dlx", "#.eu.*", "tier"), bindingOf("dlx", "#", "dlq")).has(tier)
}

func TestDLXCycleDropsForAPartOfAPattern(t *testing.T) {
	const id, field = "dlx_cycle_drops", "x-dead-letter-exchange"
	f := expect(t, id, round(), queueRef("orders"), field)[0]
	says(t, f, `A message with a routing key like "orders.eu.other" that takes the way "orders" -(after 1m0s)-> "tier" -(after 10s)-> "orders" is dropped`)
	expect(t, "dlx_unroutable", round(), queueRef("orders"))

	elsewhere := round().has(exchangeOf("main", "topic"))
	elsewhere.Topology.RemoveBinding(*bindingOf("main", "orders.#", "orders"))
	elsewhere.has(bindingOf("main", "orders.us.*", "orders"), bindingOf("main", "orders.eu", "orders"))
	expect(t, id, elsewhere, queueRef("orders")) // what comes is not what goes to the tier
}

func TestDeadLettersLostForAPartOfAPattern(t *testing.T) {
	const id = "dead_letters_lost"
	lossy := queueOf(queueargs.Quorum, "dlq", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)})
	c := partial("topic", bindingOf("dlx", "orders.eu.*", "dlq")).has(lossy)
	expect(t, id, c, queueRef("dlq"), "x-message-ttl")
	expect(t, id, partial("topic", bindingOf("dlx", "payments.*", "dlq")).has(lossy), queueRef("dlq"))
}

func TestDLXSelfLoopForAPartOfAPattern(t *testing.T) {
	const id, field = "dlx_self_loop", "x-dead-letter-exchange"
	f := expect(t, id, partial("topic", bindingOf("dlx", "orders.eu.*", "orders")), queueRef("orders"), field)[0]
	says(t, f, `Dead letters with some routing keys, such as "orders.eu.other", come back to this queue:`)
	expect(t, id, partial("topic", bindingOf("dlx", "orders.eu.*", "dlq")), queueRef("orders"))
}

func TestDeliveryLimitIntoDelayForAPartOfAPattern(t *testing.T) {
	c := round().has(queueOf(queueargs.Quorum, "orders", queueargs.Arguments{"x-dead-letter-exchange": "dlx"}))
	says(t, expect(t, "delivery_limit_into_delay", c, queueRef("orders"), "x-delivery-limit")[0], `A message with a routing key like "orders.eu.other" whose consumer fails 21 times`)
	var rules []string
	for _, f := range CheckAll(c.whole(), Review, nil) {
		rules = append(rules, f.Rule)
		if f.Rule == "delivery_limit_into_delay" {
			says(t, f, `A message with a routing key like "orders.eu.`, `whose consumer fails 21 times`)
		}
	}
	if !slices.Equal(rules, []string{"delivery_limit_drops", "delivery_limit_into_delay"}) {
		t.Errorf("got %q", rules)
	}
}
