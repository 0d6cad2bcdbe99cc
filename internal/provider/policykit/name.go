package policykit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// planName names a policy whose configuration does not: as the state does, so that another pattern makes no new policy, or else by the
// pattern.
func (r *Resource) planName(ctx context.Context, req resource.ModifyPlanRequest, plan, state kit.Object, diags *diag.Diagnostics) {
	config, ok := kit.ReadObject(ctx, r.TypeName, req.Config, diags)
	if r.NameOf == nil || !ok || !config["name"].IsNull() {
		return
	}
	r.nameFromPattern(plan)
	if state != nil {
		plan["name"] = state["name"]
	}
}

// nameFromPattern derives the name. It stays unknown as long as the pattern is.
func (r *Resource) nameFromPattern(o kit.Object) {
	o["name"] = types.StringUnknown()
	if pattern := o.String("pattern"); isKnown(pattern) {
		o["name"] = types.StringValue(r.NameOf(pattern.ValueString()))
	}
}
