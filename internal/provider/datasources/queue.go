package datasources

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type queueModel struct {
	declared
	Messages  types.Int64  `tfsdk:"messages"`
	Consumers types.Int64  `tfsdk:"consumers"`
	Operator  types.String `tfsdk:"operator_policy"`
}

// NewQueue returns the data source rabbitmq_queue.
func NewQueue() datasource.DataSource {
	return &source[queueModel]{
		name:        "rabbitmq_queue",
		description: "A queue that somebody else declares.",
		attributes: func() map[string]schema.Attribute {
			return declaredAttributes("queue", "`classic`, `quorum` or `stream`.", "its last consumer leaves", map[string]schema.Attribute{
				"messages":        number("Messages in it, ready or delivered and not acknowledged, at the broker's last count, which is up to some 10 seconds old; null where the broker counts none."),
				"consumers":       number("Consumers at the last count; null where the broker counts none."),
				"operator_policy": text("Name of the operator policy in force on it, empty if there is none. Some releases are seconds late with it."),
			})
		},
		read: func(ctx context.Context, r *kit.Runtime, m *queueModel, diags *diag.Diagnostics) {
			if q, found := find(ctx, r, &m.declared, "queue", r.Client.QueueDetails, diags); found {
				m.set(q.Type, q.Durable, q.AutoDelete, q.Arguments, q.Policy)
				m.Messages, m.Consumers, m.Operator = types.Int64PointerValue(q.Messages), types.Int64PointerValue(q.Consumers), types.StringValue(q.OperatorPolicy)
			}
		},
	}
}
