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
	// OwnsSource is true if the same resource makes the exchange.
	OwnsSource bool
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
func (s Set) Value() types.List { return valueOf(s.Bindings()) }

func valueOf(bindings []rabbitmq.Binding) types.List {
	elements := make([]attr.Value, len(bindings))
	for i, b := range bindings {
		elements[i] = types.ObjectValueMust(objectType.AttrTypes, map[string]attr.Value{
			"source": types.StringValue(b.Source), "destination": types.StringValue(b.Destination), "routing_key": types.StringValue(b.RoutingKey),
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
func (s Set) Bindings() []rabbitmq.Binding {
	bindings := make([]rabbitmq.Binding, len(s.Keys))
	for i, key := range s.Keys {
		bindings[i] = rabbitmq.Binding{
			Vhost: s.Vhost, Source: s.Source, Destination: s.Queue, DestinationType: string(topology.KindQueue), RoutingKey: key,
		}
	}
	return bindings
}

// Present returns what the broker has of the set, in its order, and after it what it still has of the state's bindings that are not
// in the set: a failed update leaves such. The list of the virtual host is read once per run.
func (s Set) Present(ctx context.Context, b *kit.Base, state types.List) (types.List, error) {
	there, err := To(ctx, b, s.Vhost, s.Queue)
	if err != nil {
		return state, err
	}
	present := []rabbitmq.Binding{}
	for _, want := range append(s.Bindings(), Of(s.Vhost, state)...) {
		if find(there, want) != nil && find(present, want) == nil {
			present = append(present, want)
		}
	}
	return valueOf(present), nil
}

// Made is Present after a failure: if the broker cannot be asked, the state and the set together, which the next refresh clears up.
func (s Set) Made(ctx context.Context, b *kit.Base, state types.List) types.List {
	if present, err := s.Present(ctx, b, state); err == nil {
		return present
	}
	all := Of(s.Vhost, state)
	for _, want := range s.Bindings() {
		if find(all, want) == nil {
			all = append(all, want)
		}
	}
	return valueOf(all)
}

// find returns the binding without arguments that connects what want connects, by the same key.
func find(bindings []rabbitmq.Binding, want rabbitmq.Binding) *rabbitmq.Binding {
	for i, have := range bindings {
		if have.Source == want.Source && have.Destination == want.Destination && have.RoutingKey == want.RoutingKey && len(have.Arguments) == 0 {
			return &bindings[i]
		}
	}
	return nil
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

// Covers reports whether the set has all bindings of a state.
func (s Set) Covers(state types.List) bool {
	for _, b := range Of(s.Vhost, state) {
		if find(s.Bindings(), b) == nil {
			return false
		}
	}
	return true
}

// Remove unbinds what the state has and the set has not, by the properties keys that the broker has for it.
func (s Set) Remove(ctx context.Context, b *kit.Base, state types.List, diags *diag.Diagnostics) bool {
	removed := true
	var there []rabbitmq.Binding
	for _, old := range Of(s.Vhost, state) {
		if find(s.Bindings(), old) != nil {
			continue
		}
		var err error
		if there == nil {
			there, err = To(ctx, b, s.Vhost, old.Destination)
		}
		if have := find(there, old); have != nil {
			err = binding.Delete(ctx, b, *have)
		}
		if err != nil {
			kit.Unable(diags, "delete", "binding", s.Vhost, binding.InTopology(old, topology.Deleted).Name(), err)
			removed = false
		}
	}
	return removed
}

// Record puts the planned bindings of a resource into the view in place of the state's.
func (s Set) Record(ctx context.Context, view *kit.View, state types.List, claim kit.Claim) {
	before := Of(s.Vhost, state)
	Leave(ctx, view, s.Vhost, state, claim)
	for _, b := range before {
		gone := binding.InTopology(b, topology.Deleted)
		view.With(func(t *topology.VirtualHost) { t.PutBinding(gone) })
	}
	for _, b := range s.Bindings() {
		its := claim
		if find(before, b) == nil {
			its.Change = topology.Created
		}
		planned := binding.InTopology(b, its.Change)
		view.With(func(t *topology.VirtualHost) { t.PutBinding(planned) })
		view.Claim(ctx, planned.Object(), its)
	}
}

// Leave records that the plan deletes the bindings that the state of a resource has.
func Leave(ctx context.Context, view *kit.View, vhost string, state types.List, claim kit.Claim) {
	claim.Change = topology.Deleted
	for _, b := range Of(vhost, state) {
		view.Claim(ctx, binding.InTopology(b, topology.Deleted).Object(), claim)
	}
}
