package exchange

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
)

// defaultType is the type of an exchange whose configuration has none.
const defaultType = "direct"

// Schema starts at version 2: providers whose state may be taken over used 0 and 1 for a resource type of this name.
func (r *exchangeResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	flag := func(fallback bool, description string) schema.BoolAttribute {
		return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(fallback), MarkdownDescription: description}
	}
	resp.Schema = schema.Schema{
		Version:             2,
		MarkdownDescription: "An exchange. RabbitMQ cannot change one: every change makes a new exchange. Bindings of this configuration follow in the same apply; those of others are put back, unless the exchange gets another name.",
		Attributes: kit.CommonAttributes(ctx, map[string]schema.Attribute{
			"name": queuekit.NameAttribute(),
			"type": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(defaultType),
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "`direct` (default), `fanout`, `topic`, `headers`, or a type of a plugin.",
			},
			"durable":     flag(true, "Keeps the exchange over a restart of the broker. Default true."),
			"auto_delete": flag(false, "Deletes the exchange when its last binding goes. Default false."),
			"internal":    flag(false, "Lets no client publish to the exchange: only other exchanges and dead letters reach it. Default false."),
			"alternate_exchange": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "Exchange that takes the messages that no binding of this one takes.",
			},
			"delayed_type": schema.StringAttribute{
				Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Type by which an exchange of type `x-delayed-message` routes messages after their delay, such as `direct`: required there, and refused elsewhere. " +
					"The delayed-message plugin that such an exchange needs is archived and does not run on RabbitMQ 4.3 or newer. Argument `x-delayed-type`.",
			},
			"extra_arguments": schema.DynamicAttribute{
				Optional:            true,
				MarkdownDescription: "Arguments of exchange types of plugins, as an object: `{ \"hash-header\" = \"customer\" }`.",
				Validators:          []validator.Dynamic{kit.ExtraObject(ownAttribute)},
			},
		}),
	}
}

// attributes are the attributes of arguments that have one.
var attributes = map[string]string{alternateExchange: "alternate_exchange", delayedType: "delayed_type"}

// ownAttribute says which attribute to write for an argument that has one.
func ownAttribute(name string, _ any) string {
	if attributes[name] == "" {
		return ""
	}
	return "write the attribute " + attributes[name] + " instead, which is checked"
}
