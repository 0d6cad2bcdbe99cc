package retrytopology

import (
	"context"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (r *retryTopologyResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil {
		before := state.before(nil)
		before.Set.PlanDelete(ctx, &r.Base, typeName, before.Has, &resp.Diagnostics)
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.refuseLosses(&resp.Diagnostics)
	if half := r.unfinished(ctx, view, state, plan, resp); half != nil {
		// What it lacks was never there.
		b := objectset.Before{Set: objectset.Set{DeletionPolicy: half.DeletionPolicy.ValueString()}, Has: half.before(nil).Has}
		r.plan(ctx, view, half, plan, &b, &resp.Diagnostics)
		kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
		return
	}
	var before *objectset.Before
	if state != nil {
		plan.keepSpellings(state)
		resp.RequiresReplace = plan.replacing(state)
		b := state.before(held(ctx, req.Private, &resp.Diagnostics))
		if before = &b; len(resp.RequiresReplace) > 0 {
			b.Set.PlanReplace(ctx, &r.Base, typeName, b.Has, &resp.Diagnostics)
			before = nil
		} else {
			plan.release(state, before)
			plan.sayReleased(state, &resp.Diagnostics)
		}
	}
	r.plan(ctx, view, state, plan, before, &resp.Diagnostics)
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// unfinished returns what there is of a half-made topology, if the plan is to finish it: if all of that is wanted.
func (r *retryTopologyResource) unfinished(ctx context.Context, view *kit.View, state, plan *model, resp *resource.ModifyPlanResponse) *model {
	half, _ := view.HalfMade(plan.ref()).(*model)
	if state != nil || half == nil || plan.Name.IsUnknown() || plan.Vhost.IsUnknown() {
		return nil
	}
	delays, known, err := plan.delays()
	if !known || err != nil {
		return nil
	}
	v := versionIn(view)
	if b := half.before(nil); !plan.set(plan.tiers(delays, nil, nil, v), true).Covers(b.Has, v) {
		return nil
	}
	r.Finish(ctx, resp.Private, plan.Vhost.ValueString(), plan.ref(), &resp.Diagnostics)
	return half
}

// ref is the object that stands for the whole topology.
func (m *model) ref() topology.Ref {
	return topology.Ref{Kind: topology.KindExchange, Name: m.exchange("retry")}
}

// replacing lists the attributes whose change makes all objects new ones.
func (m *model) replacing(state *model) path.Paths {
	var paths path.Paths
	for name, same := range map[string]bool{
		"vhost": m.Vhost.Equal(state.Vhost), "name": m.Name.Equal(state.Name), "type": m.Type.Equal(state.Type),
	} {
		if !same {
			paths = append(paths, path.Root(name))
		}
	}
	return paths
}

// plan sets all that is computed.
func (r *retryTopologyResource) plan(ctx context.Context, view *kit.View, state, plan *model, before *objectset.Before, diags *diag.Diagnostics) {
	plan.ID = kit.PlannedID(plan.Vhost, plan.Name)
	plan.Attempts, plan.ParkedAfter = types.ListUnknown(attemptType), timetypes.NewGoDurationUnknown()
	plan.Objects, plan.Retiring = types.DynamicUnknown(), types.ListUnknown(types.StringType)
	if plan.Name.IsUnknown() {
		plan.RetryExchange, plan.ReturnExchange = types.StringUnknown(), types.StringUnknown()
		return
	}
	plan.RetryExchange, plan.ReturnExchange = types.StringValue(plan.exchange("retry")), types.StringValue(plan.exchange("return"))
	tiers, known, ok := plan.schedule(state, before, versionIn(view), diags)
	if !ok {
		return
	}
	if known {
		plan.setTiers(tiers)
	}
	if plan.Vhost.IsUnknown() {
		return
	}
	set := plan.set(tiers, known)
	if before != nil && known {
		plan.parkRetiring(&set, tiers, set.Retiring(*before), before.Has)
	}
	if plan.refuse(set, tiers, diags); diags.HasError() {
		return
	}
	planned := set.Plan(ctx, &r.Base, view, typeName, before, diags)
	plan.Objects = planned.Objects
	if !planned.Objects.IsUnknown() {
		plan.setRetiring(planned.Retiring)
	}
}

// schedule returns the tiers; known is false while the delays are not known.
func (m *model) schedule(state *model, before *objectset.Before, v *version.Version, diags *diag.Diagnostics) (tiers []tier, known, ok bool) {
	delays, known, err := m.delays()
	switch {
	case err != nil:
		diags.AddAttributeError(path.Root("backoff"), "Impossible backoff", err.Error()+".")
		return nil, false, false
	case tooLong(delays):
		diags.AddError("Impossible delays", "The delays together are longer than 292 years.")
		return nil, false, false
	case !known:
		return nil, false, true
	}
	return m.tiers(delays, state, before, v), true, true
}

func versionIn(view *kit.View) (v *version.Version) {
	view.With(func(t *topology.VirtualHost) { v = t.Version })
	return v
}

// before is what the state has of the resource.
func (m *model) before(held map[string]bool) objectset.Before {
	tiers := m.stated()
	before := objectset.Before{Set: m.set(tiers, true), Has: objectset.Recorded(m.Vhost.ValueString(), m.Objects), Held: held}
	m.parkRetiring(&before.Set, tiers, kit.Strings(m.Retiring), before.Has)
	return before
}

// stated are the tiers that are set.
func (m *model) stated() (tiers []tier) {
	delays, _, _ := m.delays()
	for i, name := range m.queues() {
		if i < len(delays) {
			tiers = append(tiers, tier{number: i + 1, delay: delays[i], queue: name})
		}
	}
	return tiers
}
