package deadletterqueue

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
)

func (r *deadLetterQueueResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"name": queuekit.NameAttribute(),
		"exchange": schema.StringAttribute{
			Required: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "Name of the dead-letter exchange, which this resource creates and owns. Other queues refer to it: " +
				"`dead_letter = { exchange = rabbitmq_dead_letter_queue.otp.exchange }`.",
		},
		"exchange_type": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString("direct"),
			Validators:          []validator.String{stringvalidator.OneOf(exchangeTypes...)},
			MarkdownDescription: "Type of the exchange: `direct` (default), `topic` or `fanout`. A change makes the exchange anew; the queue and its messages stay.",
		},
		"routing_keys": schema.ListAttribute{
			ElementType: types.StringType, Optional: true,
			Validators:          []validator.List{kit.NotEmpty(), kit.Unique(), listvalidator.ValueStringsAre(kit.NotNull())},
			MarkdownDescription: "Routing keys of the dead letters to keep; topic patterns if the exchange is one. Required, except for a fanout exchange. Changed in place.",
		},
		"retention": schema.StringAttribute{
			CustomType: timetypes.GoDurationType{}, Optional: true,
			Validators:          []validator.String{kit.DurationBetween(nil, nil, time.Millisecond)},
			MarkdownDescription: "How long dead letters are kept, for example `168h`; older ones are discarded on purpose. Unset, they are kept until they are consumed.",
		},
		"max_length": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
			MarkdownDescription: "Most dead letters that are kept. `overflow` says what happens to the next one.",
		},
		"overflow": schema.StringAttribute{
			Optional: true, Validators: []validator.String{
				stringvalidator.OneOf("drop-head", "reject-publish"),
				stringvalidator.AlsoRequires(path.MatchRoot("max_length")),
			},
			MarkdownDescription: "`drop-head` (the broker's default) discards the oldest dead letters at `max_length`, `reject-publish` refuses new ones: then dead letters " +
				"of `at-least-once` queues wait there, all others are lost.",
		},
		"delivery_limit": schema.Int64Attribute{
			Computed:            true,
			MarkdownDescription: "Always `-1` on a quorum queue, which is no limit: consumers of the queue may fail as often as they like. Classic queues have none.",
		},
		"bindings": bindingset.Attribute(),
	}
	queuekit.AddOwnerAttributes(attributes, Owner.Types...)
	queuekit.AddFlags(attributes)
	resp.Schema = schema.Schema{
		MarkdownDescription: "A dead-letter exchange and the queue that keeps its messages, so that what was rejected, expired or overflowed can be audited. " +
			"Consumers of the queue may fail without losing a dead letter: it has no delivery limit.",
		Attributes: kit.CommonAttributes(ctx, attributes),
	}
}
