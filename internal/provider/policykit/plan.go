package policykit

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// ModifyPlan implements resource.ResourceWithModifyPlan.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Runtime == nil {
		return
	}
	var state kit.Object
	if !req.State.Raw.IsNull() {
		var ok bool
		if state, ok = kit.ReadObject(ctx, r.TypeName, req.State, &resp.Diagnostics); !ok {
			return
		}
		if req.Plan.Raw.IsNull() {
			r.planDelete(ctx, state, &resp.Diagnostics)
			return
		}
	}
	plan, ok := kit.ReadObject(ctx, r.TypeName, req.Plan, &resp.Diagnostics)
	if !ok {
		return
	}
	proposed := maps.Clone(plan)
	plan["vhost"] = r.PlannedVhost(req.Config, &resp.Diagnostics)
	if state != nil {
		queuekit.KeepSpellings(plan, state, r.Rows)
	}
	r.planName(ctx, req, plan, state, &resp.Diagnostics)
	// Whoever has the tag needs no permissions in the virtual host.
	view := r.LoadToPlan(ctx, plan.String("vhost").ValueString(), false, plan["lint_ignore"].(types.List), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	planned := r.plan(ctx, view, plan, state, resp)
	s := r.spec(plan)
	if definition := s.definition(planned.version); len(definition) == 0 && !s.extraUnknown {
		resp.Diagnostics.AddError(fmt.Sprintf("%s %q would set nothing", onepolicy.Title(r.noun()), s.name.ValueString()),
			fmt.Sprintf("RabbitMQ %s says \"no limit\" by leaving a key out, so that nothing is left of this %s, and the broker refuses one that sets nothing. "+
				"Give it another setting, or remove it.", planned.version, r.noun()))
		return
	}
	if planned.change != topology.Unchanged {
		checkLength(s.pattern.ValueString(), planned.version, &resp.Diagnostics)
		onepolicy.MayChange(ctx, &r.Base, r.Operator, s.vhost.ValueString(), s.name.ValueString(), &resp.Diagnostics)
	}
	covered := r.planAffects(view, s, planned, plan, state, &resp.Diagnostics)
	if s.named() {
		view.Claim(ctx, s.ref().Object(), kit.Claim{Resource: r.TypeName, ID: plan.String("id"), Change: planned.keeps()})
		r.check(ctx, view, s, planned, r.subject(plan), covered, &resp.Diagnostics)
	}
	if !plan.Equal(proposed) {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan.Value(ctx))...)
	}
}

// planned is what a plan does to a policy.
type planned struct {
	change topology.Change
	// renamed is true for an update that puts the policy under another name.
	renamed bool
	// version is the broker's, nil if it is not known.
	version *version.Version
	// old is what the view has in its place, or what it was under another name in the same virtual host; nil if there is nothing.
	old *topology.Policy
}

// keeps is the change as owners see it: an update keeps the policy.
func (p planned) keeps() topology.Change {
	switch {
	case p.renamed:
		return topology.Replaced
	case p.change == topology.Updated:
		return topology.Unchanged
	}
	return p.change
}

// plan decides what happens to a policy and writes what is computed into the plan. state is nil for one that is created.
func (r *Resource) plan(ctx context.Context, view *kit.View, plan, state kit.Object, resp *resource.ModifyPlanResponse) planned {
	s := r.spec(plan)
	var p planned
	view.With(func(t *topology.VirtualHost) {
		p.version = t.Version
		if s.named() {
			p.old = t.Policy(s.ref())
		}
	})
	plan["id"], plan["definition"] = kit.PlannedID(s.vhost, s.name), s.rendered(p.version)
	p.change = topology.Created
	if state == nil {
		if view.Stated(r.TypeName, s.ref()) {
			// The state has it and Terraform gives no prior one: it is tainted, or its replacement was asked for.
			view.MarkReplaced(s.ref())
			p.change = topology.Replaced
			return p
		}
		r.adopt(view, s, plan, p, &resp.Diagnostics)
		return p
	}
	if r.renames(s, p, plan, state) {
		p.change, p.renamed = topology.Updated, true
		p.old = r.move(ctx, view, state, &resp.Diagnostics)
		return p
	}
	for _, name := range []string{"vhost", "name"} {
		if !plan[name].Equal(state[name]) {
			p.change = topology.Replaced
			resp.RequiresReplace = append(resp.RequiresReplace, path.Root(name))
		}
	}
	if p.change == topology.Replaced {
		r.adopt(view, s, plan, p, &resp.Diagnostics)
		p.old = r.move(ctx, view, state, &resp.Diagnostics)
		return p
	}
	p.change = topology.Updated
	stated := r.stated(state)
	if !s.vague() && !plan["definition"].IsUnknown() {
		want := s.policy(p.version)
		if len(onepolicy.DifferentKeys(want.Definition, stated.Definition)) == 0 {
			plan["definition"] = state["definition"]
		}
		if onepolicy.Equal(want, stated) {
			p.change = topology.Unchanged
		}
	}
	return p
}

// renames reports whether a policy only gets another name, which is free: it is there under both for a moment, so that no queue is without it.
func (r *Resource) renames(s spec, p planned, plan, state kit.Object) bool {
	if !plan["vhost"].Equal(state["vhost"]) || !s.named() || s.vague() || plan["definition"].IsUnknown() || plan["name"].Equal(state["name"]) {
		return false
	}
	if p.old == nil {
		return true
	}
	left := s.policy(p.version)
	return !p.old.Managed && onepolicy.Equal(left, rabbitmq.Policy{
		Vhost: left.Vhost, Name: p.old.Name, Operator: left.Operator, Pattern: p.old.Pattern, ApplyTo: p.old.ApplyTo, Priority: p.old.Priority, Definition: p.old.Definition,
	}) // an apply that was interrupted has put it
}

// adopt says what becomes of a policy that is there before it is created.
func (r *Resource) adopt(view *kit.View, s spec, plan kit.Object, p planned, diags *diag.Diagnostics) {
	existing := p.old
	if existing == nil || existing.Managed || view.Vacated(s.ref()) || s.vague() || plan["definition"].IsUnknown() {
		return
	}
	have := rabbitmq.Policy{
		Vhost: s.vhost.ValueString(), Name: existing.Name, Pattern: existing.Pattern, ApplyTo: existing.ApplyTo, Priority: existing.Priority,
		Definition: existing.Definition,
	}
	if want := s.policy(p.version); !onepolicy.Equal(want, have) {
		kit.Exists(diags, r.TypeName, kit.ID(have.Vhost, have.Name), r.noun(), have.Vhost, have.Name, onepolicy.Differences(onepolicy.Wanted, want, have))
		return
	}
	plan["definition"] = kit.Dynamic(existing.Definition)
	kit.Adopts(diags, r.noun(), have.Vhost, have.Name)
}
