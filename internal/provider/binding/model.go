package binding

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type model struct {
	ID              types.String   `tfsdk:"id"`
	Vhost           types.String   `tfsdk:"vhost"`
	Source          types.String   `tfsdk:"source"`
	Destination     types.String   `tfsdk:"destination"`
	DestinationType types.String   `tfsdk:"destination_type"`
	RoutingKey      types.String   `tfsdk:"routing_key"`
	Arguments       types.Dynamic  `tfsdk:"arguments"`
	PropertiesKey   types.String   `tfsdk:"properties_key"`
	LintIgnore      types.List     `tfsdk:"lint_ignore"`
	Timeouts        timeouts.Value `tfsdk:"timeouts"`
}

// connects reports whether it is known what the binding connects, and not yet by which key.
func (m *model) connects() bool {
	return !m.Vhost.IsUnknown() && !m.Source.IsUnknown() && !m.Destination.IsUnknown() && !m.DestinationType.IsUnknown()
}

// known reports whether everything that makes the binding is known.
func (m *model) known() bool {
	for _, v := range []attr.Value{m.Vhost, m.Source, m.Destination, m.DestinationType, m.RoutingKey} {
		if v.IsUnknown() {
			return false
		}
	}
	args, known, err := kit.Arguments(m.Arguments)
	return err == nil && known && !kit.HasUnknown(args)
}

func (m *model) binding() rabbitmq.Binding {
	args, _, _ := kit.Arguments(m.Arguments)
	return rabbitmq.Binding{
		Vhost: m.Vhost.ValueString(), Source: m.Source.ValueString(), Destination: m.Destination.ValueString(),
		DestinationType: m.DestinationType.ValueString(), RoutingKey: m.RoutingKey.ValueString(), Arguments: args,
		PropertiesKey: m.PropertiesKey.ValueString(),
	}
}

func (m *model) topology(change topology.Change) *topology.Binding {
	return InTopology(m.binding(), change)
}

// InTopology returns a binding of a resource as the rules see it.
func InTopology(b rabbitmq.Binding, change topology.Change) *topology.Binding {
	return &topology.Binding{
		Source: b.Source, Destination: b.Destination, DestinationKind: topology.Kind(b.DestinationType),
		RoutingKey: b.RoutingKey, Arguments: b.Arguments, Managed: true, Change: change,
	}
}

// set writes what the broker has into the state. An empty routing key and empty arguments keep the way they were written.
func (m *model) set(b rabbitmq.Binding) {
	m.ID = types.StringValue(id(b.Vhost, b.Key()))
	m.Vhost, m.Source, m.Destination = types.StringValue(b.Vhost), types.StringValue(b.Source), types.StringValue(b.Destination)
	m.DestinationType, m.RoutingKey = types.StringValue(b.DestinationType), types.StringValue(b.RoutingKey)
	m.PropertiesKey = types.StringValue(b.PropertiesKey)
	if stated, _, err := kit.Arguments(m.Arguments); err != nil || !kit.SameArguments(stated, b.Arguments) {
		m.Arguments = types.DynamicNull()
		if len(b.Arguments) > 0 {
			m.Arguments = kit.Dynamic(b.Arguments)
		}
	}
}

func id(vhost string, key rabbitmq.BindingKey) string {
	return kit.ID(vhost, key.Source, key.Destination, key.DestinationType, key.PropertiesKey)
}
