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
	Name       types.String  `tfsdk:"name"`
	Vhost      types.String  `tfsdk:"vhost"`
	Type       types.String  `tfsdk:"type"`
	Durable    types.Bool    `tfsdk:"durable"`
	AutoDelete types.Bool    `tfsdk:"auto_delete"`
	Arguments  types.Dynamic `tfsdk:"arguments"`
	Messages   types.Int64   `tfsdk:"messages"`
	Consumers  types.Int64   `tfsdk:"consumers"`
	Policy     types.String  `tfsdk:"policy"`
	Operator   types.String  `tfsdk:"operator_policy"`
}

// NewQueue returns the data source rabbitmq_queue.
func NewQueue() datasource.DataSource {
	return &source[queueModel]{
		name:        "rabbitmq_queue",
		description: "A queue that somebody else declares.",
		attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"name": name("queue"), "vhost": vhost(), "arguments": arguments(),
				"type":            text("`classic`, `quorum` or `stream`."),
				"durable":         flag("Whether it outlives a restart of the broker."),
				"auto_delete":     flag("Whether it is deleted when its last consumer leaves."),
				"messages":        number("Messages in it, ready or delivered and not acknowledged, at the broker's last count, which is up to some 10 seconds old; null where the broker counts none."),
				"consumers":       number("Consumers at the last count; null where the broker counts none."),
				"policy":          text("Name of the policy in force on it, empty if there is none. Some releases are seconds late with it."),
				"operator_policy": text("Name of the operator policy in force on it, empty if there is none."),
			}
		},
		read: func(ctx context.Context, r *kit.Runtime, m *queueModel, diags *diag.Diagnostics) {
			m.Vhost = r.DefaultVhost(m.Vhost)
			q, err := r.Client.QueueDetails(ctx, m.Vhost.ValueString(), m.Name.ValueString())
			if err != nil {
				kit.Unable(diags, "read", "queue", m.Vhost.ValueString(), m.Name.ValueString(), err)
				return
			}
			m.Type, m.Durable, m.AutoDelete = types.StringValue(q.Type), types.BoolValue(q.Durable), types.BoolValue(q.AutoDelete)
			m.Arguments = kit.Dynamic(q.Arguments)
			m.Messages, m.Consumers = types.Int64PointerValue(q.Messages), types.Int64PointerValue(q.Consumers)
			m.Policy, m.Operator = types.StringValue(q.Policy), types.StringValue(q.OperatorPolicy)
		},
	}
}
