package lint

import (
	"fmt"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestExchangeReplaced(t *testing.T) {
	const id = "exchange_replaced"
	x := exchangeRef("x")
	planned := func(change topology.Change) *topology.Exchange {
		e := exchangeOf("x", "direct")
		e.Managed, e.Change = true, change
		return e
	}
	broker := func(objects ...any) *Context { return on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).has(objects...) }
	theirs, own := bindingOf("x", "k", "q"), bindingOf("x", "own", "q")
	theirs.Managed, own.Managed = false, true
	in := &topology.Binding{Source: "y", Destination: "x", DestinationKind: topology.KindExchange}
	f := expect(t, id, broker(theirs, own, in, planned(topology.Replaced)), x, "")[0]
	says(t, f, `publishing to it fails, what should go by bindings "x -> q (k)", "x -> q (own)", "y -> x ()" is dropped until all is bound again.`, "put back")

	sender := deadLettering(queueargs.Quorum, "s", "x", "k", nil)
	says(t, expect(t, id, broker(sender, planned(topology.Replaced)), x, "")[0], `publishing to it fails, dead letters of queue "s" are dropped.`)
	kept := queueargs.Arguments{"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"}
	expect(t, id, broker(deadLettering(queueargs.Quorum, "s", "x", "k", kept), planned(topology.Replaced)), x)
	main := exchangeOf("main", "direct")
	main.AlternateExchange = "x"
	says(t, expect(t, id, broker(main, theirs, planned(topology.Replaced)), x, "")[0],
		`what exchange "main" cannot route is dropped, and what should go by binding "x -> q (k)" is dropped`)

	c := broker(planned(topology.Replaced))
	for i := range 5 {
		b := bindingOf("x", fmt.Sprint(i), "q")
		b.Managed = false
		c.has(b)
	}
	says(t, expect(t, id, c, x, "")[0], `bindings "x -> q (0)", "x -> q (1)", "x -> q (2)" and 2 more is dropped`)

	moved := planned(topology.Deleted)
	moved.Moves = true
	says(t, expect(t, id, broker(theirs, own, in, moved), x, "")[0], `the old one takes along bindings "x -> q (k)", "y -> x ()", which`, "bind the others to the new one")

	there := func(q *topology.Queue) *topology.Queue { q.Managed = false; return q }
	byPolicy := there(queueOf(queueargs.Quorum, "s", nil))
	to := &topology.Policy{Name: "queue-settings s", Pattern: topology.PatternOf("s"), ApplyTo: "queues", Definition: queueargs.Arguments{"dead-letter-exchange": "x", "dead-letter-routing-key": "k"}}
	c = broker(byPolicy, moved)
	c.Topology.PutPolicy(to)
	f = expect(t, id, c, x, "")[0]
	says(t, f, `another name or virtual host, and dead letters of queue "s" are dropped until their policies say another exchange.`, "in a later apply")
	says(t, expect(t, id, c.has(exchangeOf("x", "direct"), theirs, moved), x, "")[0], `which nothing planned so far has, and dead letters of queue "s" are dropped`)
	expect(t, id, broker(there(deadLettering(queueargs.Quorum, "s", "x", "k", nil)), moved), x)

	expect(t, id, broker(planned(topology.Replaced)), x)
	expect(t, id, broker(own, moved), x)
	for _, change := range []topology.Change{topology.Unchanged, topology.Created, topology.Deleted} {
		expect(t, id, broker(theirs, in, sender, planned(change)), x)
	}
	expect(t, id, offline(nil).has(theirs, planned(topology.Replaced)), x)
}
