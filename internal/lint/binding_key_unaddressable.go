package lint

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "binding_key_unaddressable", Default: Error, Homes: Validate | Review | Live,
	Finds:  "a binding with arguments whose routing key has a `~` in it or is `null` or `undefined`",
	Source: "rabbit_mgmt_format.erl (pack_binding_props)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		for _, b := range c.bindings(subject) {
			if !hasArguments(b) {
				continue
			}
			if b.RoutingKey == "null" || b.RoutingKey == "undefined" {
				return []Finding{{
					Object: subject, Field: "routing_key",
					Consequence: fmt.Sprintf("The management API takes the routing key %q of a binding with arguments for no key at all: once it is made, it can be neither read nor deleted.", b.RoutingKey),
					Advice:      "Use another routing key, or a binding without arguments.",
				}}
			}
			if !strings.Contains(b.RoutingKey, "~") {
				continue
			}
			return []Finding{{
				Object: subject, Field: "routing_key",
				Consequence: fmt.Sprintf("The management API cannot write the address of a binding with ~ in its routing key (%q) and arguments: once it is made, "+
					"every list of bindings in the virtual host fails until the queue is deleted.", b.RoutingKey),
				Advice: "Use a routing key without ~, or a binding without arguments.",
			}}
		}
		return nil
	},
})

// hasArguments reports whether a binding is sure to have arguments: one that is not known yet may turn out to be none.
func hasArguments(b *topology.Binding) bool {
	for _, value := range b.Arguments {
		if value != any(queueargs.Unknown{}) {
			return true
		}
	}
	return false
}
