package retrytopology

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/objectvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func (r *retryTopologyResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Retries with growing delays and a bounded number of attempts, done by the broker alone: consumers reject what fails " +
			"(`basic.reject` or `basic.nack` with `requeue = false`) and need neither code nor rights for more. A rejected message waits in one queue for each attempt, " +
			"comes back to the work queue, and after the last attempt goes to a queue where it is kept with its whole history (`x-death`). The number of the " +
			"attempt travels in the routing key.\n\nNothing is lost on the way: quorum queues hand messages over at least once, and the work queue has no delivery limit, so that a consumer that " +
			"crashes gets the message again. Publishers must not give messages an `expiration` of their own: RabbitMQ does not let a message come back to a queue in which it " +
			"expired.",
		Attributes: kit.CommonAttributes(ctx, attributes()),
	}
}

func attributes() map[string]schema.Attribute {
	shortest, longest := time.Millisecond, time.Duration(*queueargs.MessageTTL.Max)*time.Millisecond
	durations := kit.DurationBetween(&shortest, &longest, time.Millisecond)
	name := queuekit.NameAttribute()
	name.Validators = []validator.String{stringvalidator.LengthAtLeast(1)}
	name.MarkdownDescription = "Prefix of the names of all objects: `payment` gives the exchanges `payment.retry`, `payment.first` and `payment.return` and the queues " +
		"`payment.retry.1` and so on. Changing it makes new objects."
	attributes := map[string]schema.Attribute{
		"name":       name,
		"work_queue": workQueueAttribute(),
		"enter_from": schema.SingleNestedAttribute{
			Optional:            true,
			Validators:          []validator.Object{objectvalidator.AlsoRequires(path.MatchRoot("work_queue"))},
			MarkdownDescription: "Where messages come from: bindings to the work queue, which has to be owned. Changed in place. Publishers must not use the routing keys of `attempts`: such a message skips the attempts up to that one.",
			Attributes: map[string]schema.Attribute{
				"exchange": schema.StringAttribute{Required: true, MarkdownDescription: "Exchange that the work queue is bound to.",
					Validators: []validator.String{stringvalidator.LengthAtLeast(1)}},
				"routing_keys": schema.ListAttribute{ElementType: types.StringType, Optional: true, MarkdownDescription: "One binding for each routing key or pattern; unset, one with the empty key.",
					Validators: []validator.List{kit.NotEmpty(), kit.Unique(), listvalidator.ValueStringsAre(kit.NotNull())}},
			},
		},
		"delays": schema.ListAttribute{
			ElementType: timetypes.GoDurationType{}, Optional: true,
			Validators: []validator.List{
				listvalidator.SizeBetween(1, kit.MostAttempts), kit.DurationsBetween(&shortest, &longest, time.Millisecond),
				listvalidator.ExactlyOneOf(path.MatchRoot("delays"), path.MatchRoot("backoff")),
			},
			MarkdownDescription: "How long a message waits before each further attempt, for example `[\"5s\", \"1m\", \"10m\"]`: three delays are four attempts. Either this or `backoff`.\n\n" +
				"A change touches only the queues whose delay differs. A queue cannot be changed: one that is empty is replaced, under its name; one that holds messages, or is of type `classic`, stays beside " +
				"its successor, which has the delay in its name (`payment.retry.2.30s`), until its messages have come back. It is then listed in `retiring`, takes no new messages, and is " +
				"deleted by the first plan that finds it empty. The same goes for a delay that is taken out: what comes back from it while it is listed goes to the queue of `exhausted` at its next failure.",
		},
		"backoff": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "Delays that grow: the same as `delays = provider::rabbitmq::backoff({ ... })`.",
			Attributes: map[string]schema.Attribute{
				"initial": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Required: true, Validators: []validator.String{durations},
					MarkdownDescription: "The first delay."},
				"multiplier": schema.Float64Attribute{Required: true, Validators: []validator.Float64{float64validator.AtLeast(1)},
					MarkdownDescription: "How many times as long as the one before each further delay is, at least 1."},
				"max": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Optional: true, Validators: []validator.String{durations},
					MarkdownDescription: "The longest delay; unset, there is none but the broker's limit of 10 years."},
				"attempts": schema.Int64Attribute{Required: true, Validators: []validator.Int64{int64validator.Between(1, kit.MostAttempts)},
					MarkdownDescription: fmt.Sprintf("Number of delays, which is the number of attempts after the first one, up to %d.", kit.MostAttempts)},
			},
		},
		"exhausted": schema.SingleNestedAttribute{
			Required:            true,
			MarkdownDescription: "Where a message goes after the last attempt.",
			Attributes: map[string]schema.Attribute{
				"queue": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the queue that keeps these messages. It is owned and has no delivery limit."},
				"retention": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Optional: true, Validators: []validator.String{durations},
					MarkdownDescription: "How long they are kept, for example `336h`; older ones are discarded on purpose. Unset, they are kept until they are consumed."},
			},
		},
		"retry_exchange":  schema.StringAttribute{Computed: true, MarkdownDescription: "Dead-letter exchange for the work queue of an application: `dead_letter = { exchange = ... }`, without a routing key, since the key tells the attempts apart."},
		"return_exchange": schema.StringAttribute{Computed: true, MarkdownDescription: "Fanout exchange through which messages come back: an application binds its work queue to it."},
		"attempts": schema.ListNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The attempts after the first one.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"number": schema.Int64Attribute{Computed: true, MarkdownDescription: "1 for the attempt after the first failure."},
				"delay":  schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Computed: true, MarkdownDescription: "How long the message waits before it."},
				"key":    schema.StringAttribute{Computed: true, MarkdownDescription: "Routing key that the message has in the work queue then."},
				"queue":  schema.StringAttribute{Computed: true, MarkdownDescription: "Queue in which it waits."},
				"since_first_failure": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Computed: true,
					MarkdownDescription: "Time between the first failure and this attempt, if every attempt fails at once."},
			}},
		},
		"parked_after": schema.StringAttribute{CustomType: timetypes.GoDurationType{}, Computed: true,
			MarkdownDescription: "Time between the first failure and the arrival in the queue of `exhausted`, if every attempt fails at once."},
		"retiring": schema.ListAttribute{ElementType: types.StringType, Computed: true,
			MarkdownDescription: "Queues that are wanted no more and stay until the messages in them have come back."},
		objectset.Attribute: objectset.SchemaAttribute(),
		"type": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(string(queueargs.Quorum)),
			Validators: []validator.String{stringvalidator.OneOf(string(queueargs.Quorum), string(queueargs.Classic))},
			MarkdownDescription: "Type of all queues, `quorum` (default) or `classic`. Quorum queues hand messages over at least once; with classic queues, messages that are on their " +
				"way from one queue to another when a node fails, or when a delay is changed, can be lost. Changing it makes new objects.",
		},
		"deletion_policy": schema.StringAttribute{
			Optional: true, Computed: true, Default: stringdefault.StaticString(queuekit.IfEmpty),
			Validators: []validator.String{stringvalidator.OneOf(queuekit.DeletionPolicies()...)},
			MarkdownDescription: "What happens to the objects when the resource is destroyed or replaced: `if_empty` (default) deletes them unless one of the queues holds messages or others are bound to the exchanges, " +
				"`force` deletes them with all messages, `retain` leaves them on the broker, as it does with the queue of a delay that is taken out. A change has to be applied before it counts.",
		},
	}
	return attributes
}
