package kit

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// DefaultTimeout is the time for an operation on a resource whose `timeouts` say nothing: enough for a broker that restarts.
const DefaultTimeout = 5 * time.Minute

// CommonAttributes adds the attributes that every resource has: id, vhost, lint_ignore and timeouts.
func CommonAttributes(ctx context.Context, attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["id"] = schema.StringAttribute{
		Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		MarkdownDescription: "Virtual host and name, each percent-encoded, with slashes between; used for import.",
	}
	attributes["vhost"] = schema.StringAttribute{
		Optional: true, Computed: true,
		MarkdownDescription: "Virtual host; that of the provider if unset. Changing it makes a new object.",
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
	attributes["lint_ignore"] = schema.ListAttribute{
		ElementType: types.StringType, Optional: true,
		MarkdownDescription: "Rules whose findings about this object are meant and not to be said, for example `[\"ttl_without_dlx\"]`.",
		Validators:          []validator.List{listvalidator.ValueStringsAre(NotNull(), RuleName())},
	}
	attributes["timeouts"] = timeoutsAttribute(ctx)
	return attributes
}

func timeoutsAttribute(ctx context.Context) schema.Attribute {
	limit := func(operation string) string {
		return fmt.Sprintf("Longest time to %s the object, with all retries, for example `1m`.", operation)
	}
	attribute := timeouts.Attributes(ctx, timeouts.Opts{
		Create: true, CreateDescription: limit(Create),
		Read: true, ReadDescription: limit(Read),
		Update: true, UpdateDescription: limit(Update),
		Delete: true, DeleteDescription: limit(Delete) + " A change has to be applied before it counts.",
	})
	if nested, ok := attribute.(schema.SingleNestedAttribute); ok {
		shortest := time.Millisecond
		for operation, of := range nested.Attributes {
			if limit, ok := of.(schema.StringAttribute); ok {
				limit.Validators = append(limit.Validators, DurationBetween(&shortest, nil, time.Millisecond))
				nested.Attributes[operation] = limit
			}
		}
		nested.MarkdownDescription = fmt.Sprintf("Longest times of operations, %s each if unset.", DefaultTimeout)
		return nested
	}
	return attribute
}
