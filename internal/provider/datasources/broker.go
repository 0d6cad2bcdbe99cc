package datasources

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

type brokerModel struct {
	Version          types.String `tfsdk:"version"`
	ClusterName      types.String `tfsdk:"cluster_name"`
	DefaultQueueType types.String `tfsdk:"default_queue_type"`
	ExchangeTypes    []string     `tfsdk:"exchange_types"`
	Plugins          []string     `tfsdk:"plugins"`
	FeatureFlags     types.Map    `tfsdk:"feature_flags"`
}

// NewBroker returns the data source rabbitmq_broker.
func NewBroker() datasource.DataSource {
	return &source[brokerModel]{
		name:        "rabbitmq_broker",
		description: "The broker: its version and what it can do.",
		attributes: func() map[string]schema.Attribute {
			return map[string]schema.Attribute{
				"version":            text("Version of RabbitMQ, for example `4.3.6`."),
				"cluster_name":       text("Name of the cluster."),
				"default_queue_type": text("Type of queues that are declared without one; null before 4.0.5, which does not say."),
				"exchange_types":     schema.ListAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: "Types of exchanges, those of plugins included, sorted."},
				"plugins":            schema.ListAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: "Plugins that are enabled on every node, sorted; null if the user may not see nodes, which takes the tag `monitoring`."},
				"feature_flags":      schema.MapAttribute{ElementType: types.BoolType, Computed: true, MarkdownDescription: "Whether each feature flag is enabled; null if the user may not see them."},
			}
		},
		read: func(ctx context.Context, r *kit.Runtime, m *brokerModel, diags *diag.Diagnostics) {
			overview, err := r.Client.Overview(ctx)
			if err != nil {
				diags.AddError("Unable to read the broker", kit.Sentence(err.Error()))
				return
			}
			m.Version, m.ClusterName = types.StringValue(overview.RabbitMQVersion), types.StringValue(overview.ClusterName)
			if m.DefaultQueueType = types.StringNull(); overview.DefaultQueueType != "" {
				m.DefaultQueueType = types.StringValue(overview.DefaultQueueType)
			}
			for _, t := range overview.ExchangeTypes {
				m.ExchangeTypes = append(m.ExchangeTypes, t.Name)
			}
			slices.Sort(m.ExchangeTypes)
			if m.Plugins, err = r.Client.Plugins(ctx); err != nil {
				diags.AddError("Unable to read plugins", kit.Sentence(err.Error()))
				return
			}
			flags, err := r.Client.FeatureFlags(ctx)
			if err != nil {
				diags.AddError("Unable to read feature flags", kit.Sentence(err.Error()))
				return
			}
			var more diag.Diagnostics
			if m.FeatureFlags = types.MapNull(types.BoolType); flags != nil {
				m.FeatureFlags, more = types.MapValueFrom(ctx, types.BoolType, flags)
				diags.Append(more...)
			}
		},
	}
}
