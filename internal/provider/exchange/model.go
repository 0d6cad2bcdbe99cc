package exchange

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// alternateExchange is the only argument that exchanges of every type have.
const alternateExchange = "alternate-exchange"

type model struct {
	ID                types.String   `tfsdk:"id"`
	Vhost             types.String   `tfsdk:"vhost"`
	Name              types.String   `tfsdk:"name"`
	Type              types.String   `tfsdk:"type"`
	Durable           types.Bool     `tfsdk:"durable"`
	AutoDelete        types.Bool     `tfsdk:"auto_delete"`
	Internal          types.Bool     `tfsdk:"internal"`
	AlternateExchange types.String   `tfsdk:"alternate_exchange"`
	ExtraArguments    types.Dynamic  `tfsdk:"extra_arguments"`
	LintIgnore        types.List     `tfsdk:"lint_ignore"`
	Timeouts          timeouts.Value `tfsdk:"timeouts"`
}

// arguments returns what the broker is sent; known is false while a part of it is not known.
func (m *model) arguments() (args map[string]any, known bool) {
	args, known, err := kit.Arguments(m.ExtraArguments)
	if err != nil || !known || m.AlternateExchange.IsUnknown() {
		return nil, false
	}
	if !m.AlternateExchange.IsNull() {
		args[alternateExchange] = m.AlternateExchange.ValueString()
	}
	return args, !kit.HasUnknown(args)
}

func (m *model) settings() rabbitmq.ExchangeSettings {
	args, _ := m.arguments()
	return rabbitmq.ExchangeSettings{
		Type: m.Type.ValueString(), Durable: m.Durable.ValueBool(), AutoDelete: m.AutoDelete.ValueBool(),
		Internal: m.Internal.ValueBool(), Arguments: args,
	}
}

// set writes what the broker has into the state.
func (m *model) set(x rabbitmq.Exchange) {
	m.ID = types.StringValue(kit.ID(x.Vhost, x.Name))
	m.Vhost, m.Name, m.Type = types.StringValue(x.Vhost), types.StringValue(x.Name), types.StringValue(x.Type)
	m.Durable, m.AutoDelete, m.Internal = types.BoolValue(x.Durable), types.BoolValue(x.AutoDelete), types.BoolValue(x.Internal)
	m.AlternateExchange = types.StringNull()
	extra := map[string]any{}
	for name, value := range x.Arguments {
		if alternate, ok := value.(string); ok && name == alternateExchange {
			m.AlternateExchange = types.StringValue(alternate)
			continue
		}
		extra[name] = value
	}
	if stated, _, err := kit.Arguments(m.ExtraArguments); err != nil || !kit.SameArguments(stated, extra) {
		m.ExtraArguments = types.DynamicNull()
		if len(extra) > 0 {
			m.ExtraArguments = kit.Dynamic(extra)
		}
	}
}

// topology returns the exchange as the rules see it.
func (m *model) topology(change topology.Change) *topology.Exchange {
	args, _ := m.arguments()
	return &topology.Exchange{
		Name: m.Name.ValueString(), Type: m.Type.ValueString(), Durable: m.Durable.ValueBool(),
		AutoDelete: m.AutoDelete.ValueBool(), Internal: m.Internal.ValueBool(),
		AlternateExchange: m.AlternateExchange.ValueString(), Arguments: args, Managed: true, Change: change,
	}
}
