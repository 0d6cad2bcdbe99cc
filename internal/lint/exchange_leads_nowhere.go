package lint

import (
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "exchange_leads_nowhere", Default: Warning, Homes: Review,
	Finds:  "an exchange from which no way leads to a queue, through bindings that have keys in common, other exchanges or alternate exchanges",
	Source: "rabbit_exchange.erl (route1)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if x := c.exchange(subject); x == nil || !c.Topology.Loses(x) {
			return nil
		}
		return []Finding{{
			Object:      subject,
			Consequence: "No way leads from the exchange to a queue: every message that is published to it is dropped, or returned if it is mandatory.",
			Advice:      "Bind a queue or an exchange to it, give it an alternate exchange, or delete it; accept this if applications bind to it when they run.",
		}}
	},
})
