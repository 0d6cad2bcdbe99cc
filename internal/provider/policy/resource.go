// Package policy is the resource rabbitmq_policy.
package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/policykit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

var (
	_ resource.ResourceWithConfigure   = (*policyResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*policyResource)(nil)
	_ resource.ResourceWithImportState = (*policyResource)(nil)
)

type policyResource struct{ policykit.Resource }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &policyResource{policykit.Resource{Base: kit.Base{Settings: settings}, TypeName: "rabbitmq_policy", Rows: queueargs.PolicyRows(false)}}
}

// Schema implements resource.Resource. It starts at version 2: providers whose state may be taken over used 0 and 1 for a resource
// type of this name.
func (r *policyResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := r.Attributes(ctx)
	r.AddExtra(attributes)
	attributes["alternate_exchange"] = schema.StringAttribute{
		Optional:            true,
		MarkdownDescription: "Exchange that takes the messages that no binding of a matching exchange takes. Key `alternate-exchange`; exchanges.",
	}
	resp.Schema = schema.Schema{
		Version: 2,
		MarkdownDescription: "A policy: settings for all queues and exchanges whose names match a pattern, which the broker applies at once and without replacing anything. " +
			"Only one policy is in force on a queue, the one with the highest priority; it combines with the queue's arguments and with an operator policy " +
			"as the [reference of arguments](../guides/arguments) says. Its user needs the tag `policymaker` or `administrator`.",
		Attributes: attributes,
	}
}
