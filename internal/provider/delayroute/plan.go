package delayroute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (r *delayRouteResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil {
		r.leave(ctx, state, true, &resp.Diagnostics)
		return
	}
	if !plan.check(&resp.Diagnostics) {
		return
	}
	proposed := *plan
	plan.ID, plan.Vhost, plan.RoutingKey = types.StringUnknown(), types.StringUnknown(), types.StringUnknown()
	if !plan.Address.IsUnknown() {
		plan.RoutingKey = types.StringValue(delayladder.RouteKey(plan.Address.ValueString()))
	}
	if !plan.Network.IsUnknown() {
		vhost, _, _ := plan.parts()
		plan.Vhost = types.StringValue(vhost)
	}
	if plan.known() {
		plan.settle()
	}
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	change := topology.Created
	if state != nil {
		change = topology.Unchanged
		if resp.RequiresReplace = replacing(state, plan, view); len(resp.RequiresReplace) > 0 {
			change = topology.Replaced
			r.leave(ctx, state, false, &resp.Diagnostics)
			view.MarkReplaced(state.subject().Ref)
		}
	}
	if plan.known() {
		planned := plan.topology(change)
		view.With(func(t *topology.VirtualHost) { t.PutBinding(planned) })
		view.Claim(ctx, planned.Object(), kit.Claim{Resource: typeName, ID: plan.ID, Change: change})
		if change == topology.Replaced {
			r.Settle(ctx, view, plan.subject().Ref)
		}
		r.CheckPlan(view, plan.subject(), &resp.Diagnostics)
	}
	if change == topology.Replaced {
		r.CheckLeft(ctx, state.Vhost.ValueString(), state.subject(), &resp.Diagnostics)
	}
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// leave records that the plan deletes the binding that the state has.
func (r *delayRouteResource) leave(ctx context.Context, state *model, destroyed bool, diags *diag.Diagnostics) {
	gone := state.topology(topology.Deleted)
	r.Leave(ctx, state.Vhost.ValueString(), kit.Departure{
		Object: gone.Object(), Claim: kit.Claim{Resource: typeName, ID: state.ID}, Subject: state.subject(), Destroyed: destroyed,
		Put: func(t *topology.VirtualHost) { t.PutBinding(gone) },
	}, diags)
}

// replacing lists the attributes whose change makes a new binding. A binding whose queue or exchange is replaced by this plan is gone with
// it: its id is then planned as unknown, since Terraform passes over a replacement whose value stays.
func replacing(state, plan *model, view *kit.View) path.Paths {
	var paths path.Paths
	for _, of := range []struct {
		name           string
		planned, prior attr.Value
	}{
		{"network", plan.Network, state.Network}, {"address", plan.Address, state.Address}, {"destination", plan.Destination, state.Destination},
		{"destination_type", plan.DestinationType, state.DestinationType},
	} {
		if !of.planned.Equal(of.prior) {
			paths = append(paths, path.Root(of.name))
		}
	}
	b := state.topology(topology.Unchanged)
	if view.Replaced(topology.Ref{Kind: topology.KindExchange, Name: b.Source}) || view.Replaced(topology.Ref{Kind: b.DestinationKind, Name: b.Destination}) {
		plan.ID = types.StringUnknown()
		paths = append(paths, path.Root("id"))
	}
	return paths
}
