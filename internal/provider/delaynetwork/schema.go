package delaynetwork

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func (r *delayNetworkResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A network of queues that delays each message by a time of its own, without a plugin and without messages that wait behind others: " +
			"a ladder of levels, of which the one with number n holds a message for 2^n units or lets it pass. The publisher writes the delay into the routing key, as bits, most significant first, and the " +
			"address behind them (`0.1.0.1.orders` is 5 units); the function `delay_routing_key` does that. A `rabbitmq_delay_route` says where messages for an address arrive.\n\n" +
			"With `preset` it is the network that NServiceBus or Celery declare themselves, argument by argument: either finds what the other has made.",
		Attributes: kit.CommonAttributes(ctx, attributes()),
	}
}

func attributes() map[string]schema.Attribute {
	unit := shortest
	return map[string]schema.Attribute{
		"preset": schema.StringAttribute{
			Optional: true, // one that is not known is refused with the settings that go with it
			MarkdownDescription: "The network of a library: `nservicebus_v2` (NServiceBus.RabbitMQ, `nsb.v2.delay-level-27` to `nsb.v2.delay-delivery`) or `celery` (kombu 5.5 and later, " +
				"`celery_delayed_27` to `celery_delayed_delivery`). Changing it makes new objects.",
		},
		"prefix": schema.StringAttribute{
			Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
			MarkdownDescription: "Prefix of all names, required without `preset`: `delay` gives exchanges and queues from `delay.level-27` to `delay.level-00` and the exchange `delay.delivery`. " +
				"With `preset = \"celery\"` it is the optional prefix of kombu (`a` gives `a_celery_delayed_27`); NServiceBus has none. Changing it makes new objects.",
		},
		"levels": schema.Int64Attribute{
			Optional: true, Computed: true, Default: int64default.StaticInt64(delayladder.LibraryLevels), Validators: []validator.Int64{int64validator.AtLeast(1)},
			MarkdownDescription: "Number of levels, 28 if unset. The longest delay is 2^levels - 1 units; the highest level must hold for no longer than 10 years. Changing it makes new objects.",
		},
		"unit": schema.StringAttribute{
			CustomType: timetypes.GoDurationType{}, Optional: true, Computed: true, Default: stringdefault.StaticString("1s"),
			Validators:          []validator.String{kit.DurationBetween(&unit, nil, shortest)},
			MarkdownDescription: "Time that the lowest level holds a message, `1s` if unset: delays are whole multiples of it. Changing it makes new objects.",
		},
		"type": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(string(queueargs.Quorum)),
			Validators: []validator.String{stringvalidator.OneOf(string(queueargs.Quorum), string(queueargs.Classic))},
			MarkdownDescription: "Type of all queues, `quorum` (default) or `classic`; Celery's setting is `broker_native_delayed_delivery_queue_type`. Quorum queues hand messages over at least once, and keep those whose address has no " +
				"route until it has one; classic queues drop them. Changing it makes new objects.",
		},
		"deletion_policy": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(queuekit.IfEmpty),
			Validators: []validator.String{stringvalidator.OneOf(queuekit.DeletionPolicies()...)},
			MarkdownDescription: "What happens to the objects when the resource is destroyed or replaced: `if_empty` (default) deletes them unless messages wait in one of the queues or others are bound to the exchanges, " +
				"`force` deletes them with all messages, `retain` leaves them on the broker. A change has to be applied before it counts.",
		},
		"entry_exchange":    schema.StringAttribute{Computed: true, MarkdownDescription: "Exchange of the highest level, which takes messages of every delay."},
		"delivery_exchange": schema.StringAttribute{Computed: true, MarkdownDescription: "Topic exchange that messages reach after their delay, under the key they were published with."},
		"level_exchanges": schema.ListAttribute{ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Exchanges of all levels, the lowest first. A message may be published to that of the highest bit that its delay has, instead of to `entry_exchange`."},
		"max_delay":         schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Computed: true, MarkdownDescription: "The longest delay."},
		objectset.Attribute: objectset.SchemaAttribute(),
	}
}
