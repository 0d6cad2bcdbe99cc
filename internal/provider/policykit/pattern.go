package policykit

import (
	"context"
	"fmt"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// longestPattern is how many bytes a pattern may have, for brokers that count them (rabbit_policy.erl, is_valid_pattern, from 4.2.8 and 4.3.2 on).
const longestPattern = 1024

// checkLength refuses a pattern that the broker would refuse in the apply.
func checkLength(pattern string, v *version.Version, diags *diag.Diagnostics) {
	if v == nil || len(pattern) <= longestPattern || !counts.Check(v.Core()) {
		return
	}
	diags.AddAttributeError(path.Root("pattern"), "Pattern is too long",
		fmt.Sprintf("RabbitMQ %s would refuse the policy: its pattern has %d bytes and may have %d. Write a shorter pattern, or more than one policy.", v, len(pattern), longestPattern))
}

var counts = func() version.Constraints {
	c, err := version.NewConstraint(">= 4.2.8, != 4.3.0, != 4.3.1")
	if err != nil {
		panic(err)
	}
	return c
}()

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
