package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDelayRouteOverlaps(t *testing.T) {
	lowest := &topology.Binding{Source: "d.level-00", Destination: "d.delivery", DestinationKind: topology.KindExchange, RoutingKey: "*.*.0.#"}
	for name, test := range map[string]struct {
		key, other, to string
		says           string // empty: no finding
		plain          bool   // no delay network
	}{
		"the other is shorter": {key: "#.sales.orders", other: "#.orders", to: "b", says: `address "sales.orders" come to queue "b"`},
		"the other is longer":  {key: "#.orders", other: "#.sales.orders", to: "b", says: `address "sales.orders" come to queue "a"`},
		"same queue":           {key: "#.orders", other: "#.sales.orders", to: "a"},
		"same address":         {key: "#.orders", other: "#.orders", to: "b"},
		"a part of a word":     {key: "#.orders", other: "#.salesorders", to: "b"},
		"a pattern":            {key: "#.orders", other: "#.*.orders", to: "b"},
		"no route":             {key: "#.orders", other: "sales.orders", to: "b"},
		"another exchange":     {key: "#.orders", other: "#.sales.orders", to: "b", plain: true},
	} {
		t.Run(name, func(t *testing.T) {
			c := on("4.0.5", queueOf(queueargs.Quorum, "a", nil)).has(queueOf(queueargs.Quorum, "b", nil), exchangeOf("d.level-00", "topic"), exchangeOf("d.delivery", "topic"),
				bindingOf("d.delivery", test.other, test.to))
			if !test.plain {
				c.has(lowest)
			}
			b := bindingOf("d.delivery", test.key, "a")
			c.has(b)
			if test.says == "" {
				expect(t, "delay_route_overlaps", c, bindingRef(b))
				return
			}
			says(t, expect(t, "delay_route_overlaps", c, bindingRef(b), "routing_key")[0], test.says)
		})
	}
}
