package binding

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Schema starts at version 2: providers whose state may be taken over used 0 and 1 for a resource type of this name.
func (r *bindingResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Version: 2,
		MarkdownDescription: "A binding from an exchange to a queue or to another exchange. It has nothing that could be changed: every change makes a new binding. " +
			"Refer to the objects that it connects (`rabbitmq_queue.main.name`): when one of them is replaced, the binding goes with it and is replaced in the same apply.",
		Attributes: kit.CommonAttributes(ctx, map[string]schema.Attribute{
			"source": schema.StringAttribute{
				Required: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Exchange that the binding starts from. The default exchange cannot be bound.",
			},
			"destination": schema.StringAttribute{
				Required: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Queue or exchange that it leads to.",
			},
			"destination_type": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(string(topology.KindQueue)),
				Validators:          []validator.String{stringvalidator.OneOf(string(topology.KindQueue), string(topology.KindExchange))},
				MarkdownDescription: "`queue` (default) or `exchange`.",
			},
			"routing_key": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Routing key, or the pattern of a topic exchange; empty if unset.",
			},
			"arguments": schema.DynamicAttribute{
				Optional:            true,
				MarkdownDescription: "Binding arguments as an object, for example those of a headers exchange: `{ \"x-match\" = \"all\", tenant = \"a\" }`.",
			},
			"properties_key": schema.StringAttribute{
				Computed:            true,
				MarkdownDescription: "The broker's name for routing key and arguments together.",
			},
		}),
	}
}
