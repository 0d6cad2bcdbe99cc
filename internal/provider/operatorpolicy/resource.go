// Package operatorpolicy is the resource rabbitmq_operator_policy.
package operatorpolicy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/policykit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

var (
	_ resource.ResourceWithConfigure   = (*operatorPolicyResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*operatorPolicyResource)(nil)
	_ resource.ResourceWithImportState = (*operatorPolicyResource)(nil)
)

type operatorPolicyResource struct{ policykit.Resource }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &operatorPolicyResource{policykit.Resource{
		Base: kit.Base{Settings: settings}, TypeName: "rabbitmq_operator_policy", Operator: true, Rows: queueargs.PolicyRows(true),
	}}
}

// Schema implements resource.Resource. It starts at version 2: providers whose state may be taken over used 0 and 1 for a resource
// type of this name.
func (r *operatorPolicyResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := r.Attributes(ctx)
	r.AddExtra(attributes)
	resp.Schema = schema.Schema{
		Version: 2,
		MarkdownDescription: "An operator policy: limits for all queues whose names match a pattern, also for those that applications declare and that other policies match. " +
			"It has a place of its own beside the policy that is in force on a queue; of a limit that both have, or that the queue has as an argument, the stricter " +
			"one counts. Its user needs the tag `administrator`. For a ceiling of TTLs and lengths see [rabbitmq_ttl_ceiling](ttl_ceiling).",
		Attributes: attributes,
	}
}
