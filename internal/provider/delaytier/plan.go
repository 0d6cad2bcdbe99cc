package delaytier

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (r *delayTierResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil {
		if state.DeletionPolicy.ValueString() != queuekit.Retain {
			bindingset.Leave(ctx, r.View(state.Vhost.ValueString()), state.Vhost.ValueString(), state.Bindings, kit.Claim{Resource: typeName, ID: state.ID})
		}
		queuekit.PlanDelete(ctx, &r.Base, typeName, state.prior(), resp.Private, &resp.Diagnostics)
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	plan.PolicyPriority = queuekit.PlanPriority(ctx, req.Config, plan.SettingsIn, plan.PolicyPriority, &resp.Diagnostics)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var prior *queuekit.Prior
	before := bindingset.Set{}.Value()
	if state == nil {
		state = r.unfinished(ctx, view, plan, resp)
	}
	if state != nil {
		p := state.prior()
		prior, before = &p, state.Bindings
		plan.Delay = kit.KeepSpelling(plan.Delay, state.Delay)
		plan.EnterFrom = keepOrder(plan.EnterFrom, state.EnterFrom)
	}
	planned := queuekit.Plan(ctx, &r.Base, view, typeName, plan.spec(), prior, &resp.Diagnostics)
	plan.ID, plan.Arguments, plan.Policy = planned.ID, planned.Arguments, planned.Policy
	for _, field := range planned.Replace {
		resp.RequiresReplace = append(resp.RequiresReplace, attributeOf(field), path.Root("arguments"))
	}
	plan.Bindings = bindingset.Unknown()
	set, known := plan.bindings()
	if known {
		// The bindings of an exchange that this plan replaces go with it, although their values stay: only unknown ones make
		// Terraform call for the update that binds again. They are planned once more before that, when the exchange is deleted.
		if state == nil || len(set.Keys) == 0 || !view.Vacated(topology.Ref{Kind: topology.KindExchange, Name: set.Source}) {
			plan.Bindings = set.Value()
		}
		set.Record(ctx, view, before, kit.Claim{Resource: typeName, ID: plan.ID, Change: planned.Change})
	}
	queuekit.CheckPlan(ctx, &r.Base, view, plan.spec(), plan.subject(), &resp.Diagnostics)
	if known {
		set.CheckPlan(&r.Base, view, plan.subject().Ignore, enteringAt, &resp.Diagnostics)
	}
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// unfinished returns what there is of a half-made tier if the plan is to finish it: if all of that is wanted.
func (r *delayTierResource) unfinished(ctx context.Context, view *kit.View, plan *model, resp *resource.ModifyPlanResponse) *model {
	half, _ := view.HalfMade(plan.subject().Ref).(*model)
	set, known := plan.bindings()
	if half == nil || !known || !set.Covers(half.Bindings) || !queuekit.Wanted(view, plan.spec(), half.prior()) {
		return nil
	}
	r.Finish(ctx, resp.Private, plan.Vhost.ValueString(), plan.subject().Ref, &resp.Diagnostics)
	return half
}

// keepOrder keeps the order of the routing keys that the state has.
func keepOrder(planned, stated types.Object) types.Object {
	if planned.IsNull() || planned.IsUnknown() || stated.IsNull() {
		return planned
	}
	parts, before := planned.Attributes(), stated.Attributes()
	parts["routing_keys"] = kit.KeepOrder(parts["routing_keys"].(types.List), before["routing_keys"].(types.List))
	return types.ObjectValueMust(enterFromType, parts)
}

// enteringAt is where what the tier's bindings are made of stands.
func enteringAt(field string) path.Path {
	if field == "source" {
		return path.Root("enter_from").AtName("exchange")
	}
	return path.Root("enter_from").AtName("routing_keys")
}

// attributeOf is where the settings of the tier's queue stand in this resource.
func attributeOf(field string) path.Path {
	return queuekit.PartPath(Owner, field)
}
