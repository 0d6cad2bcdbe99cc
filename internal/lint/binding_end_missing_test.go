package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestBindingEndMissing(t *testing.T) {
	const id = "binding_end_missing"
	bound := func(change topology.Change) *topology.Binding {
		b := bindingOf("in", "k", "main.queue")
		b.Change = change
		return b
	}
	queue, in := queueOf(queueargs.Quorum, "main.queue", nil), exchangeOf("in", "direct")
	subject := bindingRef(bound(topology.Created))

	says(t, expect(t, id, on("4.0.5", queue).has(bound(topology.Created)), subject, "source")[0],
		`while there is no exchange "in": neither the broker nor anything planned so far has it.`, "rabbitmq_exchange.<label>.name")
	says(t, expect(t, id, on("4.0.5", nil).has(in, bound(topology.Created)), subject, "destination")[0],
		`while there is no queue "main.queue": `, "rabbitmq_queue.<label>.name")
	expect(t, id, on("4.0.5", nil).has(bound(topology.Replaced)), subject, "source", "destination")
	says(t, expect(t, id, on("4.0.5", queue).has(bound(topology.Unchanged)).whole(), subject, "source")[0], "the virtual host does not have it.")

	route := bound(topology.Created)
	route.DelayRoute = true
	says(t, expect(t, id, on("4.0.5", queue).has(route), subject, "source")[0], "Declare the rabbitmq_delay_network", "network = rabbitmq_delay_network.<label>.id")

	toExchange := bound(topology.Created)
	toExchange.DestinationKind = topology.KindExchange
	says(t, expect(t, id, on("4.0.5", queue).has(in, toExchange), subject, "destination")[0], `no exchange "main.queue"`)

	gone := exchangeOf("in", "direct")
	gone.Change = topology.Deleted
	expect(t, id, on("4.0.5", queue).has(gone, bound(topology.Created)), subject, "source")

	expect(t, id, on("4.0.5", queue).has(in, bound(topology.Created)), subject)
	expect(t, id, on("4.0.5", queue).has(bound(topology.Unchanged)), subject)
	expect(t, id, offline(queue).has(bound(topology.Created)), subject)
	expect(t, id, on("4.0.5", queue).has(&topology.Binding{Source: "in", Destination: "main.queue", DestinationKind: topology.KindQueue, RoutingKey: "k"}), subject)
}
