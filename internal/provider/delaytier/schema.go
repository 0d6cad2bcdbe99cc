package delaytier

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
)

func (r *delayTierResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	shortest := time.Millisecond
	attributes := map[string]schema.Attribute{
		"name": queuekit.NameAttribute(),
		"delay": schema.StringAttribute{
			CustomType: timetypes.GoDurationType{}, Required: true,
			Validators:          []validator.String{kit.DurationBetween(&shortest, nil, time.Millisecond)},
			MarkdownDescription: "How long each message waits, for example `10s`; the queue's message TTL. One tier has one delay: messages with expirations of their own would wait behind each other.",
		},
		"enter_from": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "Where messages come from: the bindings that this resource owns. Changed in place.",
			Attributes: map[string]schema.Attribute{
				"exchange": schema.StringAttribute{Required: true, MarkdownDescription: "Exchange that the queue is bound to.",
					Validators: []validator.String{stringvalidator.LengthAtLeast(1)}},
				"routing_keys": schema.ListAttribute{ElementType: types.StringType, Optional: true, MarkdownDescription: "One binding for each routing key; unset, one with the empty key.",
					Validators: []validator.List{kit.NotEmpty(), kit.Unique(), listvalidator.ValueStringsAre(kit.NotNull())}},
			},
		},
		"return_to": schema.SingleNestedAttribute{
			Required:            true,
			MarkdownDescription: "Where messages go after the delay.",
			Attributes: map[string]schema.Attribute{
				"exchange":    schema.StringAttribute{Required: true, MarkdownDescription: "Exchange that they are published to; the empty string is the default exchange."},
				"routing_key": schema.StringAttribute{Optional: true, MarkdownDescription: "Their routing key; unset, the one they were published with."},
			},
		},
		"strategy": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(atMostOnce),
			Validators: []validator.String{stringvalidator.OneOf(atMostOnce, atLeastOnce)},
			MarkdownDescription: "`at-most-once` (default), or `at-least-once` (quorum queues): a message leaves the tier only when its target has confirmed it. " +
				"The tier then refuses new messages when it is full.",
		},
		"max_length": schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
			MarkdownDescription: "Most messages that may wait. With `at-most-once` the oldest return early when it is reached, with `at-least-once` new ones are refused.",
		},
		"bindings": bindingset.Attribute(),
	}
	queuekit.AddOwnerAttributes(attributes, Owner.Types...)
	queuekit.AddFlags(attributes)
	resp.Schema = schema.Schema{
		MarkdownDescription: "A queue that nobody consumes: it holds each message for a fixed time and sends it on. This is how retries are delayed without a scheduler and without a plugin.",
		Attributes:          kit.CommonAttributes(ctx, attributes),
	}
}
