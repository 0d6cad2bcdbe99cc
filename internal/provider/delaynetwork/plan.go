package delaynetwork

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (r *delayNetworkResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil {
		before := state.before()
		before.Set.PlanDelete(ctx, &r.Base, typeName, before.Has, &resp.Diagnostics)
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var before *objectset.Before
	if half := r.unfinished(ctx, view, state, plan, resp); half != nil {
		b := half.before()
		before = &b
	} else if state != nil {
		plan.Unit = kit.KeepSpelling(plan.Unit, state.Unit)
		b := state.before()
		before = &b
		if resp.RequiresReplace = plan.replacing(state); len(resp.RequiresReplace) > 0 {
			b.Set.PlanReplace(ctx, &r.Base, typeName, b.Has, &resp.Diagnostics)
			before = nil
		}
	}
	r.plan(ctx, view, plan, before, &resp.Diagnostics)
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// plan sets all that is computed.
func (r *delayNetworkResource) plan(ctx context.Context, view *kit.View, plan *model, before *objectset.Before, diags *diag.Diagnostics) {
	plan.Objects = types.DynamicUnknown()
	if !plan.known() {
		plan.forget()
		return
	}
	l, no := plan.ladder()
	if no != nil {
		refuse(no, diags)
		return
	}
	plan.export(l)
	if plan.Vhost.IsUnknown() {
		return
	}
	plan.Objects = plan.set(l).Plan(ctx, &r.Base, view, typeName, before, diags).Objects
}

// unfinished returns what there is of a half-made network, if the plan is to finish it: if all of that is wanted.
func (r *delayNetworkResource) unfinished(ctx context.Context, view *kit.View, state, plan *model, resp *resource.ModifyPlanResponse) *model {
	if state != nil || !plan.known() || plan.Vhost.IsUnknown() {
		return nil
	}
	l, no := plan.ladder()
	if no != nil {
		return nil
	}
	half, _ := view.HalfMade(ref(l)).(*model)
	if half == nil {
		return nil
	}
	covers := false
	view.With(func(t *topology.VirtualHost) { covers = plan.set(l).Covers(half.before().Has, t.Version) })
	if !covers {
		return nil
	}
	r.Finish(ctx, resp.Private, plan.Vhost.ValueString(), ref(l), &resp.Diagnostics)
	return half
}
