package exchange

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Arguments that have an attribute.
const (
	// alternateExchange is the only one that exchanges of every type have.
	alternateExchange = "alternate-exchange"
	// delayedType is that of exchanges of the delayed-message plugin: the type by which they route.
	delayedType = "x-delayed-type"
)

type model struct {
	ID                types.String   `tfsdk:"id"`
	Vhost             types.String   `tfsdk:"vhost"`
	Name              types.String   `tfsdk:"name"`
	Type              types.String   `tfsdk:"type"`
	Durable           types.Bool     `tfsdk:"durable"`
	AutoDelete        types.Bool     `tfsdk:"auto_delete"`
	Internal          types.Bool     `tfsdk:"internal"`
	AlternateExchange types.String   `tfsdk:"alternate_exchange"`
	DelayedType       types.String   `tfsdk:"delayed_type"`
	ExtraArguments    types.Dynamic  `tfsdk:"extra_arguments"`
	LintIgnore        types.List     `tfsdk:"lint_ignore"`
	Timeouts          timeouts.Value `tfsdk:"timeouts"`
}

// arguments returns what the broker is sent; known is false while a part of it is not known.
func (m *model) arguments() (args map[string]any, known bool) {
	args, known, err := kit.Arguments(m.ExtraArguments)
	if err != nil || !known {
		args, known = map[string]any{}, false
	}
	for name, v := range map[string]types.String{alternateExchange: m.AlternateExchange, delayedType: m.DelayedType} {
		switch {
		case v.IsUnknown():
			args[name] = queueargs.Unknown{}
		case !v.IsNull():
			args[name] = v.ValueString()
		}
	}
	return args, known && !kit.HasUnknown(args)
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
	m.AlternateExchange, m.DelayedType = types.StringNull(), types.StringNull()
	extra := map[string]any{}
	for name, value := range x.Arguments {
		text, ok := value.(string)
		switch {
		case ok && name == alternateExchange:
			m.AlternateExchange = types.StringValue(text)
		case ok && name == delayedType:
			m.DelayedType = types.StringValue(text)
		default:
			extra[name] = value
		}
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
