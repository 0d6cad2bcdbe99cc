package datasources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type exchangeModel struct {
	Name       types.String  `tfsdk:"name"`
	Vhost      types.String  `tfsdk:"vhost"`
	Type       types.String  `tfsdk:"type"`
	Durable    types.Bool    `tfsdk:"durable"`
	AutoDelete types.Bool    `tfsdk:"auto_delete"`
	Internal   types.Bool    `tfsdk:"internal"`
	Arguments  types.Dynamic `tfsdk:"arguments"`
	Policy     types.String  `tfsdk:"policy"`
}

// NewExchange returns the data source rabbitmq_exchange.
func NewExchange() datasource.DataSource {
	return &source[exchangeModel]{
		name:        "rabbitmq_exchange",
		description: "An exchange that somebody else declares.",
		attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"name": name("exchange"), "vhost": vhost(), "arguments": arguments(),
				"type":        text("`direct`, `fanout`, `topic`, `headers`, or a type of a plugin."),
				"durable":     flag("Whether it outlives a restart of the broker."),
				"auto_delete": flag("Whether it is deleted when its last binding goes."),
				"internal":    flag("Whether only other exchanges may send to it."),
				"policy":      text("Name of the policy in force on it, empty if there is none."),
			}
		},
		read: func(ctx context.Context, r *kit.Runtime, m *exchangeModel, diags *diag.Diagnostics) {
			m.Vhost = r.DefaultVhost(m.Vhost)
			x, err := r.Client.Exchange(ctx, m.Vhost.ValueString(), m.Name.ValueString())
			if err != nil {
				kit.Unable(diags, "read", "exchange", m.Vhost.ValueString(), m.Name.ValueString(), err)
				return
			}
			m.Type, m.Durable, m.AutoDelete = types.StringValue(x.Type), types.BoolValue(x.Durable), types.BoolValue(x.AutoDelete)
			m.Internal, m.Arguments, m.Policy = types.BoolValue(x.Internal), kit.Dynamic(x.Arguments), types.StringValue(x.Policy)
		},
	}
}
