package queuekit

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// extraArguments accepts an object whose names have no attribute of their own: an argument has one spelling.
type extraArguments struct{ owner *topology.Owner }

func (extraArguments) Description(context.Context) string {
	return "an object of arguments that have no attribute of their own"
}

func (v extraArguments) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v extraArguments) ValidateDynamic(_ context.Context, req validator.DynamicRequest, resp *validator.DynamicResponse) {
	args, known, err := kit.Arguments(req.ConfigValue)
	if err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid extra_arguments", "extra_arguments is not an object of arguments: "+err.Error()+".")
		return
	}
	if !known {
		return
	}
	for _, name := range kit.Names(args) {
		row := queueargs.ByArgument(name)
		attribute, own := v.owner.Attributes[name]
		if row == nil || !own {
			continue
		}
		// A wrong type is the rule argument_type's to say; it too ends in the attribute.
		if _, ok := row.Value(args[name]); ok {
			resp.Diagnostics.AddAttributeError(req.Path, "Argument has its own attribute",
				fmt.Sprintf("%s stands in extra_arguments: write the attribute %s instead, which is checked.", name, attribute))
		}
	}
}
