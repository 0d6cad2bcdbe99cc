package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestQueueUnreachable(t *testing.T) {
	const id = "queue_unreachable"
	subject, queue := queueRef("q"), queueOf(queueargs.Quorum, "q", nil)
	inner := exchangeOf("inner", "fanout")
	inner.Internal = true
	chain := &topology.Binding{Source: "in", Destination: "inner", DestinationKind: topology.KindExchange}
	says(t, expect(t, id, on("4.0.5", queue), subject, "")[0], "default exchange")
	expect(t, id, on("4.0.5", queue).has(exchangeOf("in", "direct"), bindingOf("in", "k", "q")), subject)
	expect(t, id, on("4.0.5", queue).has(inner, bindingOf("inner", "", "q")), subject, "")
	expect(t, id, on("4.0.5", queue).has(inner, bindingOf("inner", "", "q"), exchangeOf("in", "direct"), chain), subject)
	expect(t, id, on("4.0.5", queue).has(deadLettering(queueargs.Quorum, "from", "", "q", nil)), subject)
	expect(t, id, on("4.0.5", queue).has(deadLettering(queueargs.Quorum, "from", "", "other", nil)), subject, "")
	expect(t, id, offline(queue), subject) // what the broker has is not known

	// Of what comes to an internal exchange the binding has to take some.
	for key, reached := range map[string]bool{"orders.*": false, "payments": true, "*.*": true, "#.eu": true, "*.eu.*.#": true, "": false} {
		c := on("4.0.5", queue).has(exchangeOf("in", "topic"), &topology.Exchange{Name: "inner", Type: "topic", Internal: true},
			&topology.Binding{Source: "in", Destination: "inner", DestinationKind: topology.KindExchange, RoutingKey: "payments.#"}, bindingOf("inner", key, "q"))
		if reached {
			expect(t, id, c, subject)
		} else {
			expect(t, id, c, subject, "")
		}
		expect(t, id, c.has(queueOf(queueargs.Quorum, "from", queueargs.Arguments{"x-dead-letter-exchange": "inner"})), subject)
	}
}
