package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/nearest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// exchangePlugins are the plugins that come with RabbitMQ and bring a type of exchange. x-modulus-hash needs none from 4.3 on.
var exchangePlugins = map[string]string{
	"x-consistent-hash": "rabbitmq_consistent_hash_exchange",
	"x-jms-topic":       "rabbitmq_jms_topic_exchange",
	"x-modulus-hash":    "rabbitmq_sharding",
	"x-random":          "rabbitmq_random_exchange",
	"x-recent-history":  "rabbitmq_recent_history_exchange",
}

var _ = register(Rule{
	ID: "exchange_type_unknown", Default: Error, Homes: Plan | Review,
	Finds:  "an exchange of a type that the broker does not have",
	Source: "rabbit_exchange.erl (check_type), docs/exchanges",
	Check: func(c *Context, subject topology.Ref) []Finding {
		e, types := c.exchange(subject), c.Topology.ExchangeTypes
		known := e == nil || e.Type == "" || e.Type == delayedExchange || slices.Contains(types, e.Type)
		if known || len(types) == 0 || !c.madeAnew(e) {
			return nil
		}
		why, write := "", fmt.Sprintf("set type to one that the broker has: %s", strings.Join(types, ", "))
		plugin, bundled := exchangePlugins[e.Type]
		switch meant := nearest.Of(e.Type, types); {
		case bundled:
			why = fmt.Sprintf(", since the plugin %s is not enabled", plugin)
			write = fmt.Sprintf("enable the plugin (rabbitmq-plugins enable %s), or %s", plugin, write)
		case e.Type == localRandom:
			why = ", which came with RabbitMQ 4.0"
		case meant != "":
			write = fmt.Sprintf("set type to %q, if that is what %q means, or else to another one that the broker has: %s", meant, e.Type, strings.Join(types, ", "))
		}
		return []Finding{{
			Object: subject, Field: "type",
			Consequence: fmt.Sprintf("The broker refuses the exchange: it has no exchange type %q%s.", e.Type, why),
			Advice:      strings.ToUpper(write[:1]) + write[1:] + ".",
		}}
	},
})

// madeAnew reports whether an exchange is yet to be declared: what the broker has, it has taken.
func (c *Context) madeAnew(e *topology.Exchange) bool {
	return e.Managed && (e.Change == topology.Created || e.Change == topology.Replaced || c.Topology.Final)
}
