package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// ofASet makes a queue one of a resource that decides itself where dead letters go, as delay networks and retry topologies do.
func ofASet(q *topology.Queue) *topology.Queue {
	q.DelayTier = true
	q.Owner = &topology.Owner{Types: []queueargs.Type{queueargs.Quorum}, Attributes: map[string]string{"x-message-ttl": "unit"}}
	return q
}

// Applications bind to the delivery exchange of a delay network when they run, and routes are planned after the network.
func TestDLXUnroutableLeavesSharedExchangesAlone(t *testing.T) {
	level := ofASet(deadLettering(queueargs.Quorum, "d.level-00", "d.delivery", "", nil))
	delete(level.Arguments, "x-dead-letter-routing-key")
	delivery := exchangeOf("d.delivery", "topic")
	delivery.Shared = true
	route := bindingOf("d.delivery", "#.orders", "orders")
	gone := *route
	gone.Change = topology.Deleted
	c := func() *Context {
		return on("4.0.5", level).has(queueOf(queueargs.Quorum, "orders", nil), delivery)
	}
	expect(t, "dlx_unroutable", c(), queueRef("d.level-00"))
	expect(t, "dlx_unroutable", c().whole(), queueRef("d.level-00"))
	f := expect(t, "dlx_unroutable", c().has(route, &gone), queueRef("d.level-00"), "x-dead-letter-exchange")[0]
	says(t, f, `binds a queue to the dead-letter exchange "d.delivery"`)
}

func TestAdviceNamesNothingThatAResourceDoesNotSet(t *testing.T) {
	loop := func() *Context {
		first := ofASet(deadLettering(queueargs.Quorum, "p.1", "x", "k", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}))
		return on("4.0.5", first).has(exchangeOf("x", "direct"), bindingOf("x", "k", "p.1"))
	}
	unroutable := on("4.0.5", ofASet(deadLettering(queueargs.Quorum, "p.1", "x", "k", nil))).has(exchangeOf("x", "direct"))
	for id, c := range map[string]*Context{"dlx_self_loop": loop(), "dlx_cycle_drops": loop(), "dlx_unroutable": unroutable} {
		f := expect(t, id, c, queueRef("p.1"), "x-dead-letter-exchange")[0]
		if strings.Contains(f.Advice, "x-dead-letter") {
			t.Errorf("%s: %s", id, f.Advice)
		}
	}
}
