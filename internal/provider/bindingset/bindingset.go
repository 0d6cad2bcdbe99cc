// Package bindingset is what resources share that own bindings beside a queue: the computed attribute `bindings`, which shows
// each binding in the plan, and its repair.
package bindingset

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Set is the bindings with which one exchange feeds one queue: one per routing key, without arguments.
type Set struct {
	Vhost, Source, Queue string
	Keys                 []string
}

var objectType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"source": types.StringType, "destination": types.StringType, "routing_key": types.StringType,
}}

// Attribute is the computed attribute `bindings`.
func Attribute() schema.Attribute {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: description}
	}
	return schema.ListNestedAttribute{
		Computed:            true,
		MarkdownDescription: "The bindings that this resource owns. One that was lost is missing in the state and is made again.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"source":      text("Exchange that the binding starts from."),
			"destination": text("Queue that it leads to."),
			"routing_key": text("Its routing key."),
		}},
	}
}

// Value is the set as the attribute shows it.
func (s Set) Value() types.List {
	elements := make([]attr.Value, len(s.Keys))
	for i, key := range s.Keys {
		elements[i] = types.ObjectValueMust(objectType.AttrTypes, map[string]attr.Value{
			"source": types.StringValue(s.Source), "destination": types.StringValue(s.Queue), "routing_key": types.StringValue(key),
		})
	}
	return types.ListValueMust(objectType, elements)
}

// Unknown is the attribute while the set is not known.
func Unknown() types.List { return types.ListUnknown(objectType) }

// Of reads the attribute of a state.
func Of(vhost string, list types.List) []rabbitmq.Binding {
	var bindings []rabbitmq.Binding
	for _, element := range list.Elements() {
		attrs := element.(types.Object).Attributes()
		text := func(name string) string { return attrs[name].(types.String).ValueString() }
		bindings = append(bindings, rabbitmq.Binding{
			Vhost: vhost, Source: text("source"), Destination: text("destination"), RoutingKey: text("routing_key"),
			DestinationType: string(topology.KindQueue),
		})
	}
	return bindings
}

// Bindings are the set's bindings as the broker is asked for them.
func (s Set) Bindings() []rabbitmq.Binding { return Of(s.Vhost, s.Value()) }

// Present returns those of the set that the broker has, in the set's order. The list of the virtual host is read once per run.
func (s Set) Present(ctx context.Context, b *kit.Base) (Set, error) {
	present := s
	present.Keys = []string{}
	there, err := To(ctx, b, s.Vhost, s.Queue)
	if err != nil {
		return present, err
	}
	for _, key := range s.Keys {
		for _, have := range there {
			if have.Source == s.Source && have.RoutingKey == key && len(have.Arguments) == 0 {
				present.Keys = append(present.Keys, key)
				break
			}
		}
	}
	return present, nil
}

// To returns all bindings that lead to a queue.
func To(ctx context.Context, b *kit.Base, vhost, queue string) ([]rabbitmq.Binding, error) {
	all, err := b.Client.Bindings(ctx, vhost)
	if err != nil {
		return nil, err
	}
	var to []rabbitmq.Binding
	for _, have := range all {
		if have.DestinationType == string(topology.KindQueue) && have.Destination == queue {
			to = append(to, have)
		}
	}
	return to, nil
}

// Declare makes the bindings; those that exist stay as they are.
func (s Set) Declare(ctx context.Context, b *kit.Base, diags *diag.Diagnostics) bool {
	for _, want := range s.Bindings() {
		if _, ok := binding.Declare(ctx, b, want, diags); !ok {
			return false
		}
	}
	return true
}

// Remove unbinds what the state has and the set has not.
func (s Set) Remove(ctx context.Context, b *kit.Base, state types.List, diags *diag.Diagnostics) {
	for _, have := range Of(s.Vhost, state) {
		if s.has(have) {
			continue
		}
		there, err := To(ctx, b, s.Vhost, have.Destination)
		if err != nil {
			kit.Unable(diags, "delete", "binding", s.Vhost, topology.Binding{Source: have.Source, Destination: have.Destination, RoutingKey: have.RoutingKey}.Name(), err)
			return
		}
		for _, old := range there {
			if old.Source != have.Source || old.RoutingKey != have.RoutingKey || len(old.Arguments) > 0 {
				continue
			}
			if err := b.Client.DeleteBinding(ctx, s.Vhost, old.Key()); err != nil {
				kit.Unable(diags, "delete", "binding", s.Vhost, topology.Binding{Source: old.Source, Destination: old.Destination, RoutingKey: old.RoutingKey}.Name(), err)
			}
		}
	}
}

func (s Set) has(b rabbitmq.Binding) bool {
	if b.Source != s.Source || b.Destination != s.Queue {
		return false
	}
	for _, key := range s.Keys {
		if key == b.RoutingKey {
			return true
		}
	}
	return false
}

// Record puts the planned bindings into the view in place of the state's.
func (s Set) Record(view *kit.View, state types.List, change topology.Change) {
	view.With(func(t *topology.VirtualHost) {
		for _, b := range Of(s.Vhost, state) {
			t.RemoveBinding(inTopology(b, topology.Deleted))
		}
		for _, b := range s.Bindings() {
			planned := inTopology(b, change)
			t.PutBinding(&planned)
		}
	})
}

func inTopology(b rabbitmq.Binding, change topology.Change) topology.Binding {
	return topology.Binding{
		Source: b.Source, Destination: b.Destination, DestinationKind: topology.KindQueue, RoutingKey: b.RoutingKey,
		Managed: true, Change: change,
	}
}
