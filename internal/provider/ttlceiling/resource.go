// Package ttlceiling is the resource rabbitmq_ttl_ceiling.
package ttlceiling

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/policykit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

var (
	_ resource.ResourceWithConfigure      = (*ceilingResource)(nil)
	_ resource.ResourceWithValidateConfig = (*ceilingResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*ceilingResource)(nil)
	_ resource.ResourceWithImportState    = (*ceilingResource)(nil)
)

type ceilingResource struct{ policykit.Resource }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &ceilingResource{policykit.Resource{
		Base: kit.Base{Settings: settings}, TypeName: "rabbitmq_ttl_ceiling", Operator: true,
		Rows:   []*queueargs.Row{queueargs.MessageTTL, queueargs.Expires, queueargs.MaxLength, queueargs.MaxLengthBytes},
		NameOf: func(pattern string) string { return strings.TrimSpace("ttl-ceiling " + pattern) },
	}}
}

// applyTo is what a ceiling can be for: operator policies do nothing to exchanges.
var applyTo = []string{"queues", "classic_queues", "quorum_queues", "streams"}

// Schema implements resource.Resource.
func (r *ceilingResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := r.Attributes(ctx)
	r.AddAffects(attributes)
	attributes["name"] = schema.StringAttribute{
		Optional: true, Computed: true,
		MarkdownDescription: "Name of the operator policy, `ttl-ceiling` and the pattern if unset; it then stays when the pattern changes. When it changes, the policy is put under the new name before the old one goes.",
	}
	attributes["apply_to"] = schema.StringAttribute{
		Optional: true, Computed: true, Default: stringdefault.StaticString(applyTo[0]),
		Validators:          []validator.String{stringvalidator.OneOf(applyTo...)},
		MarkdownDescription: "What the ceiling is for: `queues` (default), or from RabbitMQ 3.12 on `classic_queues`, `quorum_queues` or `streams`.",
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A ceiling that no queue exceeds whose name matches a pattern, whoever declares it and with whatever arguments: the broker itself lowers the TTL. " +
			"The plan lists the existing queues that this changes, and which of them will drop messages because they have no dead-letter exchange. It is an " +
			"operator policy, so that its user needs the tag `administrator`. Of the operator policies that match a queue only the one with the highest priority is in force.",
		Attributes: attributes,
	}
}
