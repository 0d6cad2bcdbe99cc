package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDelayedExchangeUnavailable(t *testing.T) {
	const id = "delayed_exchange_unavailable"
	subject := topology.Ref{Kind: topology.KindExchange, Name: "delayed"}
	check := func(c *Context, exchangeType string, types []string, fields ...string) []Finding {
		c.Topology.ExchangeTypes = types
		c.Topology.PutExchange(&topology.Exchange{Name: "delayed", Type: exchangeType, Durable: true, Managed: true})
		return expect(t, id, c, subject, fields...)
	}
	plain := []string{"direct", "fanout", "headers", "topic"}
	delayed := append([]string{"x-delayed-message"}, plain...)
	says(t, check(on("4.0.5", nil), "x-delayed-message", plain, "type")[0], "plugin is not enabled", "rabbitmq_delay_tier")
	says(t, check(on("4.3.6", nil), "x-delayed-message", plain, "type")[0], "does not run on RabbitMQ 4.3", "rabbitmq_delay_tier")
	check(on("4.3.6", nil), "x-delayed-message", nil, "type")
	check(on("4.0.5", nil), "x-delayed-message", delayed)
	check(on("4.0.5", nil), "direct", plain)
	check(offline(nil), "x-delayed-message", nil)
}
