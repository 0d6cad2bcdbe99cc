// Package retrytopology is the resource rabbitmq_retry_topology: retries with growing delays and a bounded number of attempts, done by
// the broker alone.
package retrytopology

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

var (
	_ resource.ResourceWithConfigure      = (*retryTopologyResource)(nil)
	_ resource.ResourceWithValidateConfig = (*retryTopologyResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*retryTopologyResource)(nil)
	_ resource.ResourceWithImportState    = (*retryTopologyResource)(nil)
)

const typeName = "rabbitmq_retry_topology"

type retryTopologyResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &retryTopologyResource{kit.Base{Settings: settings}}
}

func (r *retryTopologyResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *retryTopologyResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.Type.IsNull() {
		config.Type = types.StringValue(string(queueargs.Quorum))
	}
	config.refuseLosses(&resp.Diagnostics)
	tiers, known, ok := config.schedule(nil, nil, nil, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !ok || config.Name.IsUnknown() {
		return
	}
	set := config.set(tiers, known)
	if config.refuse(set, tiers, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		set.CheckOffline(&r.Base, &resp.Diagnostics)
	}
}

func (r *retryTopologyResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	set, ok := r.settle(ctx, plan, nil, nil, &resp.Diagnostics)
	if !ok {
		return
	}
	inventory, ok := set.Create(ctx, &r.Base, typeName, &resp.Diagnostics)
	if !ok {
		r.recordHalfMade(ctx, plan, inventory, resp)
		return
	}
	plan.Objects = inventory.Value()
	plan.setRetiring(nil)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// recordHalfMade puts what a creation has left behind into the state, so that it is not forgotten.
func (r *retryTopologyResource) recordHalfMade(ctx context.Context, plan *model, left objectset.Inventory, resp *resource.CreateResponse) {
	vhost := plan.Vhost.ValueString()
	if half, _ := r.View(vhost).HalfMade(plan.ref()).(*model); half != nil {
		left.Join(half.before(nil).Has)
	}
	if left.Empty() {
		return
	}
	plan.Objects = left.Value()
	plan.setRetiring(nil)
	kit.RecordHalfMade(ctx, resp, plan, vhost, plan.ref())
}

// settle fills in what the plan did not know, and returns the objects that are wanted.
func (r *retryTopologyResource) settle(ctx context.Context, plan, state *model, before *objectset.Before, diags *diag.Diagnostics) (objectset.Set, bool) {
	plan.ID = kit.PlannedID(plan.Vhost, plan.Name)
	plan.RetryExchange, plan.ReturnExchange = types.StringValue(plan.exchange("retry")), types.StringValue(plan.exchange("return"))
	plan.refuseLosses(diags)
	if plan.Attempts.IsUnknown() {
		v, err := r.Client.Version(ctx)
		if err != nil {
			kit.Unable(diags, "create", "retry topology", plan.Vhost.ValueString(), plan.Name.ValueString(), err)
			return objectset.Set{}, false
		}
		tiers, _, ok := plan.schedule(state, before, v, diags)
		if !ok {
			return objectset.Set{}, false
		}
		plan.setTiers(tiers)
	}
	set := plan.before(nil).Set
	plan.refuse(set, plan.stated(), diags)
	return set, !diags.HasError()
}

func (r *retryTopologyResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	imported, stated := state.Type.IsNull(), *state
	if !r.ReadyToRead(state.Vhost, imported, &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	if imported {
		if found := r.discover(ctx, state, &resp.Diagnostics); !found {
			if !resp.Diagnostics.HasError() {
				resp.State.RemoveResource(ctx)
			}
			return
		}
	}
	before := state.before(nil)
	inventory, ok := before.Set.Read(ctx, &r.Base, typeName, before.Has, &resp.Diagnostics)
	if !ok {
		return
	}
	if inventory.Empty() {
		resp.State.RemoveResource(ctx)
		return
	}
	keepHeld(ctx, resp.Private, inventory.Held(ctx, &r.Base, state.Vhost.ValueString(), &resp.Diagnostics), &resp.Diagnostics)
	state.Objects = inventory.Value()
	state.setRetiring(before.Set.NotWanted(inventory))
	if kit.IsHalfMade(ctx, req.Private) {
		r.View(state.Vhost.ValueString()).SetHalfMade(state.ref(), state)
	}
	kit.Write(ctx, &resp.State, stated, state, &resp.Diagnostics)
}

func (r *retryTopologyResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	before := state.before(held(ctx, req.Private, &resp.Diagnostics))
	plan.release(state, &before)
	set, ok := r.settle(ctx, plan, state, &before, &resp.Diagnostics)
	if !ok {
		return
	}
	retiring := kit.Strings(plan.Retiring)
	if plan.Retiring.IsUnknown() {
		retiring = set.Retiring(before)
		plan.parkRetiring(&set, plan.stated(), retiring, before.Has)
	}
	inventory, ok := set.Update(ctx, &r.Base, typeName, before, retiring, &resp.Diagnostics)
	if !ok {
		// The objects that are there are in the state, so that the next plan goes on from them.
		plan, set = state, before.Set
	}
	plan.Objects = inventory.Value()
	plan.setRetiring(set.NotWanted(inventory))
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *retryTopologyResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	if kit.Finishes(ctx, req.Private) {
		r.View(state.Vhost.ValueString()).SetHalfMade(state.ref(), state)
		return
	}
	before := state.before(nil)
	if left, ok := before.Set.Delete(ctx, &r.Base, before.Has, &resp.Diagnostics); !ok {
		state.Objects = left.Value()
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

func (r *retryTopologyResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}
