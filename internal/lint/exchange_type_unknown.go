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
	Finds:  "an exchange of a type that the broker does not have, or one that routes delayed messages by such a type",
	Source: "rabbit_exchange.erl (check_type), docs/exchanges",
	Check: func(c *Context, subject topology.Ref) []Finding {
		e, types := c.exchange(subject), c.Topology.ExchangeTypes
		if e == nil || !c.madeAnew(e) {
			return nil
		}
		given, field, attribute := e.Type, "type", "type"
		if e.Type == delayedExchange {
			given, _ = e.Arguments[delayedType].(string)
			field, attribute = delayedType, "delayed_type"
			types = slices.DeleteFunc(slices.Clone(types), func(kind string) bool { return kind == delayedExchange }) // which it cannot be
		}
		if given == "" || given == delayedExchange || slices.Contains(types, given) || len(types) == 0 {
			return nil
		}
		why, write := "", fmt.Sprintf("set %s to one that the broker has: %s", attribute, strings.Join(types, ", "))
		plugin, bundled := exchangePlugins[given]
		switch meant := nearest.Of(given, types); {
		case bundled:
			why = fmt.Sprintf(", since the plugin %s is not enabled", plugin)
			write = fmt.Sprintf("enable the plugin (rabbitmq-plugins enable %s), or %s", plugin, write)
		case given == localRandom:
			why = ", which came with RabbitMQ 4.0"
		case meant != "":
			write = fmt.Sprintf("set %s to %q, if that is what %q means, or else to another one that the broker has: %s", attribute, meant, given, strings.Join(types, ", "))
		}
		return []Finding{{
			Object: subject, Field: field,
			Consequence: fmt.Sprintf("The broker refuses the exchange: it has no exchange type %q%s.", given, why),
			Advice:      strings.ToUpper(write[:1]) + write[1:] + ".",
		}}
	},
})

// madeAnew reports whether an exchange is yet to be declared: what the broker has, it has taken.
func (c *Context) madeAnew(e *topology.Exchange) bool {
	return e.Managed && (e.Change == topology.Created || e.Change == topology.Replaced || c.Topology.Final)
}
