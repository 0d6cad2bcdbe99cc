package deadletterqueue

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func (r *deadLetterQueueResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil {
		r.planDelete(ctx, state, resp)
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	plan.PolicyPriority = queuekit.PlanPriority(ctx, req.Config, plan.SettingsIn, plan.PolicyPriority, &resp.Diagnostics)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.setDeliveryLimit()
	var prior *queuekit.Prior
	before := bindingset.Set{}.Value()
	if state == nil {
		state = r.unfinished(ctx, view, plan, resp)
	}
	if state != nil {
		p := state.prior()
		prior, before = &p, state.Bindings
		plan.Retention = kit.KeepSpelling(plan.Retention, state.Retention)
		plan.RoutingKeys = kit.KeepOrder(plan.RoutingKeys, state.RoutingKeys)
	}
	exchangeChange := r.planExchange(ctx, view, state, plan, &resp.Diagnostics)
	planned := queuekit.Plan(ctx, &r.Base, view, typeName, plan.spec(), prior, &resp.Diagnostics)
	plan.ID, plan.Arguments, plan.Policy = planned.ID, planned.Arguments, planned.Policy
	if state != nil && planned.Change == topology.Replaced {
		// The exchange goes and comes with the queue.
		exchangeChange = topology.Replaced
		r.View(state.Vhost.ValueString()).MarkReplaced(topology.Ref{Kind: topology.KindExchange, Name: state.Exchange.ValueString()})
	}
	for _, field := range planned.Replace {
		resp.RequiresReplace = append(resp.RequiresReplace, attributeOf(field), path.Root("arguments"))
	}
	plan.Bindings = bindingset.Unknown()
	set, known := plan.bindings()
	if known {
		plan.Bindings = set.Value()
		set.Record(ctx, view, before, claim(plan, planned.Change))
	}
	queuekit.CheckPlan(ctx, &r.Base, view, plan.spec(), plan.subject(), &resp.Diagnostics)
	if known {
		set.CheckPlan(&r.Base, view, plan.subject().Ignore, boundAt, &resp.Diagnostics)
	}
	if !plan.Exchange.IsUnknown() && !plan.Vhost.IsUnknown() {
		view.Claim(ctx, plan.ownedExchange().Ref.Object(), claim(plan, exchangeChange))
		r.CheckPlan(view, plan.ownedExchange(), &resp.Diagnostics)
	}
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// unfinished returns what there is of a half-made resource if the plan is to finish it: if all of that is wanted.
func (r *deadLetterQueueResource) unfinished(ctx context.Context, view *kit.View, plan *model, resp *resource.ModifyPlanResponse) *model {
	half, _ := view.HalfMade(plan.subject().Ref).(*model)
	set, known := plan.bindings()
	if half == nil || !known || !set.Covers(half.Bindings) || !queuekit.Wanted(view, plan.spec(), half.prior()) ||
		!half.Exchange.Equal(plan.Exchange) || !half.ExchangeType.Equal(plan.ExchangeType) {
		return nil
	}
	r.Finish(ctx, resp.Private, plan.Vhost.ValueString(), plan.subject().Ref, &resp.Diagnostics)
	return half
}

// boundAt is where what the bindings are made of stands.
func boundAt(field string) path.Path {
	if field == "source" {
		return path.Root("exchange")
	}
	return path.Root("routing_keys")
}

func claim(m *model, change topology.Change) kit.Claim {
	return kit.Claim{Resource: typeName, ID: m.ID, Change: change}
}

// planExchange records what the plan does to the exchange, before the queue that is bound to it.
func (r *deadLetterQueueResource) planExchange(ctx context.Context, view *kit.View, state, plan *model, diags *diag.Diagnostics) (change topology.Change) {
	if plan.Exchange.IsUnknown() || plan.Vhost.IsUnknown() || plan.ExchangeType.IsUnknown() {
		return topology.Created
	}
	switch {
	case state == nil || !state.Exchange.Equal(plan.Exchange) || !state.Vhost.Equal(plan.Vhost):
		change = exchange.PlanCreation(view, typeName, plan.Vhost.ValueString(), plan.Exchange.ValueString(), plan.exchange(), diags)
	case !state.ExchangeType.Equal(plan.ExchangeType):
		change = topology.Replaced
		view.MarkReplaced(topology.Ref{Kind: topology.KindExchange, Name: state.Exchange.ValueString()})
	}
	if state != nil && !state.Exchange.Equal(plan.Exchange) {
		r.leaveExchange(ctx, state, false, diags)
		r.CheckLeft(ctx, state.Vhost.ValueString(), state.ownedExchange(), diags)
	}
	view.With(func(t *topology.VirtualHost) { t.PutExchange(plan.exchangeInTopology(change)) })
	return change
}

// leaveExchange records that the plan deletes the exchange that the state has, unless it is to be retained.
func (r *deadLetterQueueResource) leaveExchange(ctx context.Context, state *model, destroyed bool, diags *diag.Diagnostics) {
	if state.DeletionPolicy.ValueString() == queuekit.Retain {
		return
	}
	x := state.exchangeInTopology(topology.Deleted)
	if x.Moves = !destroyed; x.Moves {
		r.View(state.Vhost.ValueString()).With(func(t *topology.VirtualHost) {
			for _, b := range bindingset.Of(state.Vhost.ValueString(), state.Bindings) {
				t.PutBinding(binding.InTopology(b, topology.Unchanged)) // they come back with the new one
			}
		})
	}
	exchange.Leave(ctx, &r.Base, state.Vhost.ValueString(), x, kit.Departure{
		Claim: claim(state, topology.Deleted), Subject: state.ownedExchange(), Destroyed: destroyed,
	}, diags)
}

// planDelete plans the exchange first: that it goes says all there is to say of the way to the queue.
func (r *deadLetterQueueResource) planDelete(ctx context.Context, state *model, resp *resource.ModifyPlanResponse) {
	if state.DeletionPolicy.ValueString() != queuekit.Retain {
		bindingset.Leave(ctx, r.View(state.Vhost.ValueString()), state.Vhost.ValueString(), state.Bindings, claim(state, topology.Deleted))
	}
	r.leaveExchange(ctx, state, true, &resp.Diagnostics)
	queuekit.PlanDelete(ctx, &r.Base, typeName, state.prior(), resp.Private, &resp.Diagnostics)
}

// attributeOf is where the settings of the queue stand in this resource.
func attributeOf(field string) path.Path {
	if field == queueargs.DeliveryLimit.Argument {
		return path.Root("delivery_limit") // computed
	}
	return queuekit.PartPath(Owner, field)
}
