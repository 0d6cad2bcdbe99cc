package delayroute

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type model struct {
	ID              types.String   `tfsdk:"id"`
	Vhost           types.String   `tfsdk:"vhost"`
	Network         types.String   `tfsdk:"network"`
	Address         types.String   `tfsdk:"address"`
	Destination     types.String   `tfsdk:"destination"`
	DestinationType types.String   `tfsdk:"destination_type"`
	RoutingKey      types.String   `tfsdk:"routing_key"`
	LintIgnore      types.List     `tfsdk:"lint_ignore"`
	Timeouts        timeouts.Value `tfsdk:"timeouts"`
}

// known reports whether all settings are known.
func (m *model) known() bool {
	for _, v := range []attr.Value{m.Network, m.Address, m.Destination, m.DestinationType} {
		if v.IsUnknown() {
			return false
		}
	}
	return true
}

// parts reads the id of the network: its virtual host and its delivery exchange.
func (m *model) parts() (vhost, delivery string, err error) {
	vhost, delivery, err = kit.ParseNameID(m.Network.ValueString())
	if err == nil {
		if _, _, ok := delayladder.Identify(delivery); !ok {
			err = fmt.Errorf("exchange %q is not the delivery exchange of a delay network: those are nsb.v2.delay-delivery, celery_delayed_delivery, "+
				"<prefix>_celery_delayed_delivery and <prefix>.delivery", delivery)
		}
	}
	if err != nil {
		err = fmt.Errorf("%q is not the id of a rabbitmq_delay_network: %w", m.Network.ValueString(), err)
	}
	return vhost, delivery, err
}

// binding is what the route is made of, once all settings are known.
func (m *model) binding() rabbitmq.Binding {
	vhost, delivery, _ := m.parts()
	return rabbitmq.Binding{
		Vhost: vhost, Source: delivery, Destination: m.Destination.ValueString(), DestinationType: m.DestinationType.ValueString(),
		RoutingKey: delayladder.RouteKey(m.Address.ValueString()),
	}
}

func (m *model) topology(change topology.Change) *topology.Binding {
	b := m.binding()
	return &topology.Binding{
		Source: b.Source, Destination: b.Destination, DestinationKind: topology.Kind(b.DestinationType), RoutingKey: b.RoutingKey,
		DelayRoute: true, Managed: true, Change: change,
	}
}

// settle sets what follows from the settings, once all are known.
func (m *model) settle() {
	b := m.binding()
	m.Vhost, m.RoutingKey = types.StringValue(b.Vhost), types.StringValue(b.RoutingKey)
	m.ID = types.StringValue(kit.ID(b.Vhost, b.Source, b.Destination, b.DestinationType, m.Address.ValueString()))
}

func (m *model) subject() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindBinding, Name: m.topology(topology.Unchanged).Name()},
		Ignore: kit.Strings(m.LintIgnore),
		Path: func(field string) path.Path {
			switch field {
			case "source":
				return path.Root("network")
			case "routing_key":
				return path.Root("address")
			}
			return path.Root(field)
		},
	}
}
