package lint

import (
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "exchange_leads_nowhere", Default: Warning, Homes: Review,
	Finds:  "an exchange with neither a binding nor an alternate exchange",
	Source: "rabbit_exchange.erl (route1)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		x := c.exchange(subject)
		// What is new can only have the bindings of the same plan.
		if x == nil || topology.Predeclared(x.Name) || x.Shared || !c.Topology.Complete && (x.Change != topology.Created || !c.Topology.Final) {
			return nil
		}
		alternate, known := c.Topology.Alternate(x)
		if !known || alternate != "" || len(c.Topology.BindingsFrom(x.Name)) > 0 {
			return nil
		}
		return []Finding{{
			Object:      subject,
			Consequence: "Nothing is bound to the exchange: every message that is published to it is dropped, or returned if it is mandatory.",
			Advice:      "Bind a queue or an exchange to it, give it an alternate exchange, or delete it; accept this if applications bind to it when they run.",
		}}
	},
})
