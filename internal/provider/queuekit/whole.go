package queuekit

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Whole is embedded in resources that are one queue and nothing else.
type Whole struct {
	kit.Base
	TypeName string
	Rows     []*queueargs.Row
	Owner    *topology.Owner
	// Complete adds to the spec what only this resource's attributes say.
	Complete func(o kit.Object, spec *Spec)
	// Required are the arguments that a queue must have to be imported, as one of this Kind; without any, every queue can be.
	Required []*queueargs.Row
	Kind     string
}

func (w *Whole) spec(o kit.Object) Spec {
	spec := SpecOf(o, w.Rows)
	spec.Owner = w.Owner
	w.Complete(o, &spec)
	return spec
}

func (w *Whole) subject(o kit.Object) kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindQueue, Name: o.String("name").ValueString()},
		Ignore: kit.Strings(o["lint_ignore"].(types.List)),
		Path:   func(field string) path.Path { return w.path(o, field) },
	}
}

// path is where an argument or property stands in this resource: in an attribute of its own or in extra_arguments. The broker may
// have arguments that stand in neither.
func (w *Whole) path(o kit.Object, field string) path.Path {
	if extra, _, _ := kit.Arguments(o.Dynamic("extra_arguments")); extra[field] != nil {
		return path.Root("extra_arguments")
	}
	at := Path(field)
	if root, ok := at.Steps()[0].(path.PathStepAttributeName); ok && o[string(root)] != nil {
		return at
	}
	return path.Root("arguments")
}

// ValidateConfig implements resource.ResourceWithValidateConfig.
func (w *Whole) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	o, ok := kit.ReadObject(ctx, w.TypeName, req.Config, &resp.Diagnostics)
	if !ok {
		return
	}
	setDefaults(o)
	CheckOffline(&w.Base, w.spec(o), w.subject(o), &resp.Diagnostics)
}

// ModifyPlan implements resource.ResourceWithModifyPlan.
func (w *Whole) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var prior *Prior
	var before kit.Object
	if !req.State.Raw.IsNull() {
		state, ok := kit.ReadObject(ctx, w.TypeName, req.State, &resp.Diagnostics)
		if !ok {
			return
		}
		p := PriorOfState(state, w.Rows)
		prior, before = &p, state
		if req.Plan.Raw.IsNull() {
			PlanDelete(ctx, &w.Base, w.TypeName, p, resp.Private, &resp.Diagnostics)
			return
		}
		if p.Type == "" {
			kit.RefuseUnread(&resp.Diagnostics, w.TypeName, p.Name)
			return
		}
	}
	plan, ok := kit.ReadObject(ctx, w.TypeName, req.Plan, &resp.Diagnostics)
	if !ok || w.Runtime == nil {
		return
	}
	proposed := maps.Clone(plan)
	plan["vhost"] = w.PlannedVhost(req.Config, &resp.Diagnostics)
	plan["policy_priority"] = PlanPriority(ctx, req.Config, plan.String("settings_in"), plan["policy_priority"].(types.Float64), &resp.Diagnostics)
	if before != nil {
		KeepSpellings(plan, before, w.Rows)
	}
	spec := w.spec(plan)
	vhost := spec.Vhost.ValueString()
	view := w.LoadToPlan(ctx, vhost, prior == nil || prior.Vhost != vhost, plan["lint_ignore"].(types.List), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	planned := Plan(ctx, &w.Base, view, w.TypeName, spec, prior, &resp.Diagnostics)
	plan["arguments"], plan["policy"], plan["id"] = planned.Arguments, planned.Policy, planned.ID
	for _, field := range planned.Replace {
		resp.RequiresReplace = append(resp.RequiresReplace, w.path(plan, field), path.Root("arguments"))
	}
	CheckPlan(ctx, &w.Base, view, spec, w.subject(plan), &resp.Diagnostics)
	// Writing a plan costs the framework more than all of the above: it is left as it came if nothing is to be said differently.
	if !plan.Equal(proposed) {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan.Value(ctx))...)
	}
}

// Create implements resource.Resource.
func (w *Whole) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, ok := kit.ReadObject(ctx, w.TypeName, req.Plan, &resp.Diagnostics)
	if !ok || !w.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan["timeouts"], kit.Create, &resp.Diagnostics)
	defer cancel()
	plan["vhost"] = w.DefaultVhost(plan.String("vhost"))
	spec := w.spec(plan)
	declared, ok := Declare(ctx, &w.Base, w.TypeName, spec, nil, &resp.Diagnostics)
	if !ok {
		return
	}
	plan["arguments"], plan["policy"], plan["id"] = declared.Arguments, declared.Policy, kit.PlannedID(spec.Vhost, spec.Name)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.Value(ctx))...)
}

// Read implements resource.Resource.
func (w *Whole) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, ok := kit.ReadObject(ctx, w.TypeName, req.State, &resp.Diagnostics)
	if !ok || !w.ReadyToRead(state.String("vhost"), state["type"].IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state["timeouts"], kit.Read, &resp.Diagnostics)
	defer cancel()
	imported := state["type"].IsNull()
	queue, found := Read(ctx, &w.Base, w.TypeName, state.String("vhost").ValueString(), state.String("name").ValueString(), state.String("settings_in"), state["policy"].(types.Object), imported, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
		return
	case !found && queue.Policy == nil && !queue.Waiting && !queue.Unborn:
		resp.State.RemoveResource(ctx)
		return
	case !found:
		// Its own policy is still there, its messages are, or it was half made. Null arguments show that the queue is gone, and the plan makes it again in place.
		state["arguments"] = types.DynamicNull()
		setPlace(state, queue)
		resp.Diagnostics.Append(resp.State.Set(ctx, state.Value(ctx))...)
		return
	}
	if imported && len(w.Required) > 0 {
		if lacks := Lacks(w.spec(state), queue, w.Required...); lacks != "" {
			RefuseImport(&resp.Diagnostics, queue.Vhost, queue.Name, w.Kind, lacks)
			return
		}
	}
	before := maps.Clone(state)
	SetState(state, w.Rows, queue, &resp.Diagnostics)
	KeepSpellings(state, before, w.Rows)
	if !state.Equal(before) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state.Value(ctx))...)
	}
}

// Update implements resource.Resource. Of what the broker holds of a queue only its own policy can be updated, and what is gone be made
// again: otherwise, only settings of the provider and other spellings of the same duration come here.
func (w *Whole) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, ok := kit.ReadObject(ctx, w.TypeName, req.Plan, &resp.Diagnostics)
	state, known := kit.ReadObject(ctx, w.TypeName, req.State, &resp.Diagnostics)
	if !ok || !known || !w.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan["timeouts"], kit.Update, &resp.Diagnostics)
	defer cancel()
	updated, ok := Update(ctx, &w.Base, w.TypeName, w.spec(plan), PriorOfState(state, w.Rows), plan.Dynamic("arguments"), &resp.Diagnostics)
	if !ok {
		return
	}
	plan["arguments"], plan["policy"] = updated.Arguments, updated.Policy
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.Value(ctx))...)
}

// Delete implements resource.Resource.
func (w *Whole) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, ok := kit.ReadObject(ctx, w.TypeName, req.State, &resp.Diagnostics)
	if !ok || !w.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state["timeouts"], kit.Delete, &resp.Diagnostics)
	defer cancel()
	prior := PriorOfState(state, w.Rows)
	prior.Interrupted = Interrupted(ctx, req.Private)
	Delete(ctx, &w.Base, prior, &resp.Diagnostics)
}
