package lint

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delay_route_overlaps", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "a route of a delay network whose address ends with the words of another one's: messages for the longer address reach both destinations",
	Source: "rabbit_exchange_type_topic.erl; the key #.<address> is that of NServiceBus (DelayInfrastructure.cs) and kombu (native_delayed_delivery.py)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		for _, b := range c.bindings(subject) {
			address, routes := c.delayRoute(b)
			if !routes {
				continue
			}
			for _, other := range c.Topology.BindingsFrom(b.Source) {
				its, routes := c.delayRoute(other)
				if !routes || other.DestinationKind == b.DestinationKind && other.Destination == b.Destination {
					continue
				}
				longer, shorter, catcher := address, its, other
				if len(its) > len(address) {
					longer, shorter, catcher = its, address, b
				}
				if !strings.HasSuffix(longer, "."+shorter) {
					continue
				}
				return []Finding{{
					Object: subject, Field: "routing_key",
					Consequence: fmt.Sprintf("Messages that are delayed for the address %q come to %s %q as well, which is the destination of %q: the exchange cannot tell where the bits of the delay end and the address begins.",
						longer, catcher.DestinationKind, catcher.Destination, shorter),
					Advice: "Use addresses of which none ends with a dot and another one.",
				}}
			}
		}
		return nil
	},
})

// delayRoute returns the address of a binding that delivers the messages of a delay network; routes is false for any other.
func (c *Context) delayRoute(b *topology.Binding) (address string, routes bool) {
	address, routes = strings.CutPrefix(b.RoutingKey, "#.")
	if !routes || b.KeyUnknown || b.Change == topology.Deleted || strings.ContainsAny(address, "*#") {
		return "", false
	}
	// What leads to the delivery exchange is the lowest level, for messages whose last bit is 0.
	for _, from := range c.Topology.BindingsTo(topology.Ref{Kind: topology.KindExchange, Name: b.Source}) {
		if strings.TrimLeft(from.RoutingKey, "*.") == "0.#" {
			return address, true
		}
	}
	return "", false
}
