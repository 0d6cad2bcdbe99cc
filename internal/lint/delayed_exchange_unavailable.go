package lint

import (
	"slices"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// delayedExchange is the type of exchanges of the delayed-message plugin, delayedType their argument.
const (
	delayedExchange = "x-delayed-message"
	delayedType     = "x-delayed-type"
)

// mnesiaRemoved is the release without the database that the plugin keeps its messages in.
var mnesiaRemoved = version.Must(version.NewVersion("4.3.0"))

var _ = register(Rule{
	ID: "delayed_exchange_unavailable", Default: Error, Homes: Plan | Review | Live,
	Finds:  "an exchange of type `x-delayed-message` on a broker that does not have this type, as no RabbitMQ from 4.3 on has",
	Source: "rabbitmq-delayed-message-exchange (archived, last release for 4.2), release notes 4.3.0",
	Check: func(c *Context, subject topology.Ref) []Finding {
		e, v := c.exchange(subject), c.Topology.Version
		if e == nil || e.Type != delayedExchange || slices.Contains(c.Topology.ExchangeTypes, delayedExchange) {
			return nil
		}
		var consequence string
		switch {
		case v != nil && v.Core().GreaterThanOrEqual(mnesiaRemoved):
			consequence = "The broker refuses the exchange: the delayed-message plugin, which is no longer maintained, does not run on RabbitMQ 4.3 or newer."
		case c.Topology.ExchangeTypes != nil:
			consequence = "The broker refuses the exchange: it has no exchange type x-delayed-message, since the delayed-message plugin is not enabled."
		default:
			return nil
		}
		return []Finding{{
			Object: subject, Field: "type", Consequence: consequence,
			Advice: `Use an exchange of type "direct" and a rabbitmq_delay_tier for each delay, or a rabbitmq_delay_network for delays of any length, which hold messages in replicated queues.`,
		}}
	},
})
