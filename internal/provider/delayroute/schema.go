package delayroute

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

func (r *delayRouteResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := kit.CommonAttributes(ctx, map[string]schema.Attribute{
		"network": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "`id` of the `rabbitmq_delay_network`: virtual host and delivery exchange, each percent-encoded, with a slash between (`%2F/nsb.v2.delay-delivery`).",
		},
		"address": schema.StringAttribute{
			Required: true,
			MarkdownDescription: "What publishers write behind the delay: the name of the endpoint or queue with NServiceBus, the routing key of the task with Celery. It may have dots. A word that is `*` or `#` is refused, since it would match " +
				"other addresses too; a pattern is bound with a `rabbitmq_binding` from the network's `delivery_exchange`.",
		},
		"destination": schema.StringAttribute{
			Required: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "Queue or exchange that messages for the address go to.",
		},
		"destination_type": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(string(topology.KindQueue)),
			Validators:          []validator.String{stringvalidator.OneOf(string(topology.KindQueue), string(topology.KindExchange))},
			MarkdownDescription: "`queue` (default) or `exchange`.",
		},
		"routing_key": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The key that the destination is bound with: `#.` and the address, as NServiceBus and Celery bind theirs.",
		},
	})
	attributes["vhost"] = schema.StringAttribute{Computed: true, MarkdownDescription: "Virtual host of the network."}
	attributes["id"] = schema.StringAttribute{
		Computed:            true,
		MarkdownDescription: "Virtual host, delivery exchange, destination, its type and the address, each percent-encoded, with slashes between; used for import.",
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Where messages for an address arrive when their delay is over: a binding from the delivery exchange of a `rabbitmq_delay_network` to a queue or an exchange. It has nothing that could be changed: every change makes a new one.\n\n" +
			"An address must not end with the words of another one, such as `sales.orders` and `orders`: messages for the longer one would reach both destinations. The rule `delay_route_overlaps` finds that.",
		Attributes: attributes,
	}
}
