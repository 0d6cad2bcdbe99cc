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
		MarkdownDescription: "What happens to the queue when the resource is destroyed or replaced: `if_empty` (default) deletes it unless it holds messages, " +
			"`force` deletes it with its messages, `retain` leaves it on the broker. A change has to be applied before it counts.",
	}
	attributes["arguments"] = schema.DynamicAttribute{
		Computed:            true,
		MarkdownDescription: "The queue arguments exactly as they are sent to the broker.",
	}
}

// InArguments is the value of settings_in for TTL and dead lettering that stand in the queue's arguments.
const InArguments = "arguments"

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
