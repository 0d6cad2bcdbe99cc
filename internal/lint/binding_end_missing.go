package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "binding_end_missing", Default: Warning, Homes: Plan | Review,
	Finds:  "a binding of an exchange or a queue that neither the broker nor the plan has",
	Source: "rabbit_channel.erl (binding_action), rabbit_binding.erl (add)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if !c.Topology.Complete {
			return nil
		}
		bindings := c.bindings(subject)
		if !slices.ContainsFunc(bindings, c.bindsAnew) {
			return nil
		}
		var found []Finding
		for _, end := range endsOf(bindings[0]) {
			if c.queue(end.ref) != nil || c.exchange(end.ref) != nil {
				continue
			}
			advice := fmt.Sprintf("Declare the %s and refer to it (rabbitmq_%s.<label>.name) instead of repeating its name, so that it is made before the binding.",
				end.ref.Kind, end.ref.Kind)
			if bindings[0].DelayRoute && end.field == "source" {
				advice = "Declare the rabbitmq_delay_network and refer to it (network = rabbitmq_delay_network.<label>.id) instead of repeating its id, so that it is made before the route."
			}
			found = append(found, Finding{
				Object: subject, Field: end.field,
				Consequence: fmt.Sprintf("The broker refuses the binding while there is no %s %q: %s it.", end.ref.Kind, end.ref.Name, c.nobody("has", "the virtual host does not have")),
				Advice:      advice,
			})
		}
		return found
	},
})

// bindingEnd is what a binding starts from or leads to, and the property that says it.
type bindingEnd struct {
	field string
	ref   topology.Ref
}

// endsOf returns both ends of a binding, which are those of every binding of its name.
func endsOf(b *topology.Binding) []bindingEnd {
	return []bindingEnd{
		{"source", topology.Ref{Kind: topology.KindExchange, Name: b.Source}},
		{"destination", topology.Ref{Kind: b.DestinationKind, Name: b.Destination}},
	}
}

// bindsAnew reports whether a binding is yet to be made: what the broker has, it has taken.
func (c *Context) bindsAnew(b *topology.Binding) bool {
	return b.Managed && (b.Change == topology.Created || b.Change == topology.Replaced || c.Topology.Final)
}
