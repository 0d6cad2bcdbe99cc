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
	declared
	Internal types.Bool `tfsdk:"internal"`
}

// NewExchange returns the data source rabbitmq_exchange.
func NewExchange() datasource.DataSource {
	return &source[exchangeModel]{
		name:        "rabbitmq_exchange",
		description: "An exchange that somebody else declares.",
		attributes: func() map[string]schema.Attribute {
			return declaredAttributes("exchange", "`direct`, `fanout`, `topic`, `headers`, or a type of a plugin.", "its last binding goes", map[string]schema.Attribute{
				"internal": flag("Whether only other exchanges may send to it."),
			})
		},
		read: func(ctx context.Context, r *kit.Runtime, m *exchangeModel, diags *diag.Diagnostics) {
			if x, found := find(ctx, r, &m.declared, "exchange", r.Client.Exchange, diags); found {
				m.set(x.Type, x.Durable, x.AutoDelete, x.Arguments, x.Policy)
				m.Internal = types.BoolValue(x.Internal)
			}
		},
	}
}
