package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestExchangeTypeUnknown(t *testing.T) {
	const id = "exchange_type_unknown"
	subject := exchangeRef("x")
	check := func(exchangeType string, change topology.Change, types []string, fields ...string) []Finding {
		c := on("4.0.5", nil)
		c.Topology.ExchangeTypes = types
		c.Topology.PutExchange(&topology.Exchange{Name: "x", Type: exchangeType, Durable: true, Managed: true, Change: change})
		return expect(t, id, c, subject, fields...)
	}
	types := []string{"direct", "fanout", "headers", "topic", "x-consistent-hash"}
	for given, sentence := range map[string]string{
		"bogus":            `Set type to one that the broker has: direct, fanout, headers, topic, x-consistent-hash.`,
		"Direct":           `Set type to "direct", if that is what "Direct" means`,
		"fanuot":           `Set type to "fanout", if that is what "fanuot" means`,
		"x-random":         `since the plugin rabbitmq_random_exchange is not enabled.`,
		"x-recent-history": `Enable the plugin (rabbitmq-plugins enable rabbitmq_recent_history_exchange), or set type`,
		"x-local-random":   `which came with RabbitMQ 4.0.`,
	} {
		says(t, check(given, topology.Created, types, "type")[0], sentence, `has no exchange type "`+given+`"`)
	}
	check("bogus", topology.Replaced, types, "type")
	check("bogus", topology.Unchanged, types) // a plugin that was taken away since
	for _, taken := range append(types, "", delayedExchange) {
		check(taken, topology.Created, types)
	}
	check("bogus", topology.Created, nil)

	delayed := func(routes any, types []string, fields ...string) []Finding {
		c := on("4.0.5", nil)
		c.Topology.ExchangeTypes = types
		c.Topology.PutExchange(&topology.Exchange{Name: "x", Type: delayedExchange, Durable: true, Managed: true, Change: topology.Created, Arguments: map[string]any{delayedType: routes}})
		return expect(t, id, c, subject, fields...)
	}
	says(t, delayed("Topic", append(types, delayedExchange), delayedType)[0], `has no exchange type "Topic"`, `Set delayed_type to "topic"`)
	says(t, delayed("bogus", append(types, delayedExchange), delayedType)[0], "has: direct, fanout, headers, topic, x-consistent-hash.")
	says(t, delayed("x-random", append(types, delayedExchange), delayedType)[0], "rabbitmq_random_exchange is not enabled", "or set delayed_type to one")
	delayed("topic", append(types, delayedExchange))
	delayed(queueargs.Unknown{}, append(types, delayedExchange))
	delayed(delayedExchange, append(types, delayedExchange))
}
