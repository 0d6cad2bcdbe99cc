package queuekit

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// AddQueueAttributes adds what resources have that are a queue as a whole: name, durable, auto_delete, extra_arguments and the attributes of
// AddOwnerAttributes.
func AddQueueAttributes(attributes map[string]schema.Attribute, owner *topology.Owner) {
	attributes["name"] = NameAttribute()
	attributes["durable"] = schema.BoolAttribute{
		Optional: true, Computed: true, Default: booldefault.StaticBool(true),
		MarkdownDescription: "Keeps the queue over a restart of the broker. Quorum queues and streams are always durable.",
	}
	attributes["auto_delete"] = schema.BoolAttribute{
		Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		MarkdownDescription: "Deletes the queue when its last consumer goes away. Only classic queues can.",
	}
	attributes["extra_arguments"] = schema.DynamicAttribute{
		Optional: true,
		MarkdownDescription: "Arguments that this provider has no attribute for yet, as an object: `{ \"x-new-argument\" = 1 }`. " +
			"Values are sent with the types they are written in.",
		Validators: []validator.Dynamic{kit.ExtraObject(ownAttribute(owner))},
	}
	AddOwnerAttributes(attributes, owner.Types...)
}

// AddOwnerAttributes adds what all resources have that own a queue: type, deletion_policy and the rendered arguments.
func AddOwnerAttributes(attributes map[string]schema.Attribute, forTypes ...queueargs.Type) {
	names := make([]string, len(forTypes))
	for i, t := range forTypes {
		names[i] = string(t)
	}
	attributes["type"] = schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(string(queueargs.Quorum)),
		Validators:          []validator.String{stringvalidator.OneOf(names...)},
		MarkdownDescription: queueargs.QueueType.Description + " Default `quorum`.",
	}
	attributes["deletion_policy"] = schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(IfEmpty),
		Validators: []validator.String{stringvalidator.OneOf(DeletionPolicies()...)},
		MarkdownDescription: "What happens to the queue when the resource is destroyed or replaced: `if_empty` (default) deletes it unless it holds messages, those that its " +
			"consumers hold included, `force` deletes it with its messages, `retain` leaves it on the broker. A change has to be applied before it counts.\n\n" +
			"Counters of messages are up to 11 s old. So a quorum queue that seems to be empty is asked for a message: that keeps its place, is marked as redelivered, and up to RabbitMQ 4.2 " +
			"counts as a return, so that a queue with a `delivery_limit` is not asked there. A queue that has consumers, or cannot be asked, is looked at until its counters are new.",
	}
	attributes["on_replace"] = schema.StringAttribute{
		Optional: true, Validators: []validator.String{stringvalidator.OneOf(Refuse, Migrate)},
		MarkdownDescription: "What a change does that needs a new queue of the same name, as most do of a queue that exists: `refuse` (default) replaces the queue, which is " +
			"refused while it holds messages; `migrate` updates it and moves the messages into the new queue, through a temporary one, with shovels inside the broker " +
			"(plugin `rabbitmq_shovel`, tag `policymaker`). Consumers are cancelled and messages may be there twice. See [Changing a queue that holds messages](../guides/migration.md).",
	}
	attributes["arguments"] = schema.DynamicAttribute{
		Computed:            true,
		MarkdownDescription: "The queue arguments exactly as they are sent to the broker.",
	}
	attributes["settings_in"] = schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(InArguments),
		Validators: []validator.String{stringvalidator.OneOf(InArguments, InPolicy)},
		MarkdownDescription: "Where the settings are kept: `arguments` (default), in the queue itself, which a change of them replaces; or `policy`, in a policy that " +
			"this resource owns and that is for this queue alone: then TTL, dead lettering and whatever else policies can have change in place, and the queue keeps its " +
			"messages, bindings and consumers. Messages that are in the queue keep the expiry that they have, but go where dead letters go from then on. Only one policy is " +
			"in force on a queue: see `policy_priority`. The user needs the tag `policymaker`. Changing `settings_in` replaces a queue that has such settings.",
	}
	attributes["policy_priority"] = schema.Float64Attribute{
		Optional: true, Computed: true, Validators: []validator.Float64{kit.Priority()},
		MarkdownDescription: "Priority of the queue's own policy, 0 if unset; with `settings_in = \"policy\"`. Of all policies that match the queue, the one with the " +
			"highest priority is in force, alone.",
	}
	attributes["policy"] = schema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: "The queue's own policy exactly as it is sent to the broker; null if there is none.",
		Attributes: map[string]schema.Attribute{
			"name":       schema.StringAttribute{Computed: true, MarkdownDescription: "Name of the policy: `queue-settings` and the queue's name."},
			"pattern":    schema.StringAttribute{Computed: true, MarkdownDescription: "Pattern that matches the queue's name and no other."},
			"apply_to":   schema.StringAttribute{Computed: true, MarkdownDescription: "Queues of the queue's type; before RabbitMQ 3.12 all queues."},
			"priority":   schema.Float64Attribute{Computed: true, MarkdownDescription: "Priority of the policy."},
			"definition": schema.DynamicAttribute{Computed: true, MarkdownDescription: "What the policy sets."},
		},
	}
}

// setDefaults fills what is not set as the schema's defaults do, where the framework does not: in checks before the plan and in imports.
func setDefaults(o kit.Object) {
	for name, value := range map[string]attr.Value{
		"type": types.StringValue(string(queueargs.Quorum)), "deletion_policy": types.StringValue(IfEmpty),
		"durable": types.BoolValue(true), "auto_delete": types.BoolValue(false), "settings_in": types.StringValue(InArguments),
	} {
		if v, offered := o[name]; offered && v.IsNull() {
			o[name] = value
		}
	}
}

// NameAttribute is the name of an object; the rule name_invalid checks it.
func NameAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "Name, up to 255 bytes of UTF-8. Changing it makes a new object.",
	}
}
