// Package delaytier is the resource rabbitmq_delay_tier: a queue that holds messages for a fixed time and sends them on.
package delaytier

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*delayTierResource)(nil)
	_ resource.ResourceWithValidateConfig = (*delayTierResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*delayTierResource)(nil)
	_ resource.ResourceWithImportState    = (*delayTierResource)(nil)
)

const typeName = "rabbitmq_delay_tier"

type delayTierResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &delayTierResource{kit.Base{Settings: settings}}
}

func (r *delayTierResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *delayTierResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	queuekit.CheckOffline(&r.Base, config.spec().WithDefaults(), config.subject(), &resp.Diagnostics)
	if set, known := config.bindings(); known {
		set.CheckOffline(&r.Base, config.subject().Ignore, enteringAt, &resp.Diagnostics)
	}
}

func (r *delayTierResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	plan.ID = kit.PlannedID(plan.Vhost, plan.Name)
	vhost, ref := plan.Vhost.ValueString(), plan.subject().Ref
	// What is half-made is in the state, so that it is not forgotten. Terraform may delete it, so that a queue which was there before,
	// with its messages, stays out of it.
	made, _ := r.View(vhost).HalfMade(ref).(*model)
	defer func() {
		if made != nil && resp.Diagnostics.HasError() {
			kit.RecordHalfMade(ctx, resp, made, vhost, ref)
		}
	}()
	declared, ok := queuekit.Declare(ctx, &r.Base, typeName, plan.spec(), nil, &resp.Diagnostics)
	if !ok {
		return
	}
	plan.Arguments, plan.Policy = declared.Arguments, declared.Policy
	set, _ := plan.bindings()
	plan.Bindings = set.Value()
	if !set.Declare(ctx, &r.Base, &resp.Diagnostics) {
		if made == nil && !declared.Created {
			kit.LeftHalfMade(vhost, ref, &resp.Diagnostics)
			return
		}
		made = plan
		made.Bindings = set.Made(ctx, &r.Base, bindingset.Set{}.Value())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *delayTierResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.ReadyToRead(state.Vhost, state.Type.IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	vhost, name := state.Vhost.ValueString(), state.Name.ValueString()
	imported, before := state.Type.IsNull(), *state
	queue, found := queuekit.Read(ctx, &r.Base, typeName, vhost, name, state.SettingsIn, state.Policy, imported, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
		return
	case !found && imported:
		resp.State.RemoveResource(ctx)
		return
	case !found:
		// The queue is gone and its bindings with it. Null arguments show that, and the plan makes both again in place.
		state.Arguments, state.Bindings = types.DynamicNull(), bindingset.Set{}.Value()
		queuekit.SetPlace(queue, &state.SettingsIn, &state.PolicyPriority, &state.Policy)
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
		return
	}
	state.set(queue)
	if imported {
		why := queuekit.Lacks(state.spec(), queue, queueargs.MessageTTL, queueargs.DeadLetterExchange)
		var err error
		if why == "" {
			why, err = queuekit.Foreign(ctx, &r.Base, state.spec(), queue)
		}
		switch {
		case err != nil:
			kit.Unable(&resp.Diagnostics, "read", "queue", vhost, name, err)
			return
		case why != "":
			queuekit.RefuseImport(&resp.Diagnostics, vhost, name, "delay tier", why)
			return
		}
		there, err := bindingset.To(ctx, &r.Base, vhost, name)
		if err != nil {
			kit.Unable(&resp.Diagnostics, "read", "bindings of queue", vhost, name, err)
			return
		}
		state.adoptBindings(there)
	}
	set, _ := state.bindings()
	present, err := set.Present(ctx, &r.Base, state.Bindings)
	if err != nil {
		kit.Unable(&resp.Diagnostics, "read", "bindings of queue", vhost, name, err)
		return
	}
	state.Bindings = present
	if kit.IsHalfMade(ctx, req.Private) {
		r.View(vhost).SetHalfMade(state.subject().Ref, state)
	}
	kit.Write(ctx, &resp.State, before, state, &resp.Diagnostics)
}

func (r *delayTierResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	updated, ok := queuekit.Update(ctx, &r.Base, typeName, plan.spec(), state.prior(), plan.Arguments, &resp.Diagnostics)
	if !ok {
		return
	}
	plan.Arguments, plan.Policy = updated.Arguments, updated.Policy
	set, _ := plan.bindings()
	if present, err := set.Present(ctx, &r.Base, state.Bindings); err != nil || !present.Equal(set.Value()) {
		if !set.Declare(ctx, &r.Base, &resp.Diagnostics) || !set.Remove(ctx, &r.Base, state.Bindings, &resp.Diagnostics) {
			// What was bound is in the state, so that the next plan makes the rest or takes it back.
			state.Bindings = set.Made(ctx, &r.Base, state.Bindings)
			resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
			return
		}
	}
	plan.Bindings = set.Value()
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *delayTierResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	if kit.Finishes(ctx, req.Private) {
		r.View(state.Vhost.ValueString()).SetHalfMade(state.subject().Ref, state)
		return
	}
	prior := state.prior()
	prior.Interrupted = queuekit.Interrupted(ctx, req.Private)
	queuekit.Delete(ctx, &r.Base, prior, &resp.Diagnostics)
}

func (r *delayTierResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}

func (m *model) subject() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindQueue, Name: m.Name.ValueString()},
		Ignore: kit.Strings(m.LintIgnore),
		Path:   attributeOf,
	}
}
