package policykit

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// pattern refuses what is no regular expression: the broker would refuse the policy in the apply.
type pattern struct{}

func (pattern) Description(context.Context) string { return "value must be a regular expression" }

func (p pattern) MarkdownDescription(ctx context.Context) string { return p.Description(ctx) }

func (pattern) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if why := topology.Malformed(req.ConfigValue.ValueString()); why != "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Pattern that is no regular expression",
			fmt.Sprintf("RabbitMQ would refuse the policy, since its pattern %q is no regular expression (PCRE): %s. Correct the pattern; a character that is meant as it stands has a backslash before it, which is \\\\ in a quoted string of the configuration.",
				req.ConfigValue.ValueString(), why))
	}
}
