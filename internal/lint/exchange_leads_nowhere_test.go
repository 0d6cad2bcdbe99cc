package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestExchangeLeadsNowhere(t *testing.T) {
	const id = "exchange_leads_nowhere"
	subject := topology.Ref{Kind: topology.KindExchange, Name: "x"}
	says(t, expect(t, id, on("4.0.5", nil).has(exchangeOf("x", "direct")), subject, "")[0], "dropped")
	alternate, shared := exchangeOf("x", "direct"), exchangeOf("x", "direct")
	alternate.AlternateExchange, shared.Shared = "rest", true
	expect(t, id, on("4.0.5", nil).has(alternate), subject, "") // which is not there
	rest := []any{alternate, exchangeOf("rest", "fanout")}
	expect(t, id, on("4.0.5", nil).has(rest...), subject, "")
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).has(append(rest, bindingOf("rest", "", "q"))...), subject)
	expect(t, id, on("4.0.5", nil).has(exchangeOf("x", "direct"), &topology.Binding{Source: "x", Destination: "x", DestinationKind: topology.KindExchange}), subject, "")
	expect(t, id, on("4.0.5", nil).has(shared), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).has(exchangeOf("x", "direct"), bindingOf("x", "k", "q")), subject)
	expect(t, id, on("4.0.5", nil).has(exchangeOf("amq.direct", "direct")), topology.Ref{Kind: topology.KindExchange, Name: "amq.direct"})
	expect(t, id, offline(nil).has(exchangeOf("x", "direct")), subject)
	expect(t, id, offline(nil).has(created(exchangeOf("x", "direct"))).whole(), subject, "")
	policy := &topology.Policy{Name: "ae", ApplyTo: "exchanges", Definition: map[string]any{"alternate-exchange": "rest"}}
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).has(exchangeOf("x", "direct"), exchangeOf("rest", "fanout"), bindingOf("rest", "", "q")).with(policy), subject)

	// What one exchange lets through has to be what the next one takes.
	through := func(first, second string) *Context {
		return on("4.0.5", queueOf(queueargs.Quorum, "q", nil)).has(exchangeOf("x", "topic"), exchangeOf("y", "topic"), bindingOf("y", second, "q"),
			&topology.Binding{Source: "x", Destination: "y", DestinationKind: topology.KindExchange, RoutingKey: first})
	}
	for _, keys := range [][2]string{{"orders.eu.*", "payments.#"}, {"orders.*", "*.*.#.eu"}, {"a.#.b", "#.c"}} {
		expect(t, id, through(keys[0], keys[1]), subject, "")
	}
	for _, keys := range [][2]string{{"orders.eu.*", "orders.#"}, {"orders.*.#", "*.*.eu"}, {"a.#.b", "#.c.b"}, {"#", "a"}, {"a.#", "#.b"}} {
		expect(t, id, through(keys[0], keys[1]), subject)
	}
	taken := through("orders.eu.*", "payments.#").has(exchangeOf("y", "headers"))
	expect(t, id, taken, subject) // headers are not known
	caught := exchangeOf("y", "topic")
	caught.AlternateExchange = "rest"
	expect(t, id, through("orders.eu.*", "payments.#").has(caught, exchangeOf("rest", "fanout"), bindingOf("rest", "", "q")), subject)
}
