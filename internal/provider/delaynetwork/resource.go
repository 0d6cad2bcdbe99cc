// Package delaynetwork is the resource rabbitmq_delay_network: a ladder of queues that delays each message by a time of its own.
package delaynetwork

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
)

var (
	_ resource.ResourceWithConfigure      = (*delayNetworkResource)(nil)
	_ resource.ResourceWithValidateConfig = (*delayNetworkResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*delayNetworkResource)(nil)
	_ resource.ResourceWithImportState    = (*delayNetworkResource)(nil)
)

const typeName = "rabbitmq_delay_network"

type delayNetworkResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &delayNetworkResource{kit.Base{Settings: settings}}
}

func (r *delayNetworkResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *delayNetworkResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	config.setDefaults()
	if !config.known() {
		return
	}
	l, no := config.ladder()
	if no != nil {
		refuse(no, &resp.Diagnostics)
		return
	}
	config.set(l).CheckOffline(&r.Base, &resp.Diagnostics)
}

func (r *delayNetworkResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	l, set, ok := plan.settle(&resp.Diagnostics)
	if !ok {
		return
	}
	inventory, ok := set.Create(ctx, &r.Base, typeName, &resp.Diagnostics)
	if !ok {
		r.recordHalfMade(ctx, plan, l, inventory, resp)
		return
	}
	plan.Objects = inventory.Value()
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// settle fills in what the plan did not know, and returns what is wanted.
func (m *model) settle(diags *diag.Diagnostics) (delayladder.Ladder, objectset.Set, bool) {
	l, no := m.ladder()
	if no != nil {
		refuse(no, diags)
		return l, objectset.Set{}, false
	}
	m.export(l)
	return l, m.set(l), true
}

// recordHalfMade puts what a creation has left behind into the state, so that it is not forgotten.
func (r *delayNetworkResource) recordHalfMade(ctx context.Context, plan *model, l delayladder.Ladder, left objectset.Inventory, resp *resource.CreateResponse) {
	vhost := plan.Vhost.ValueString()
	if half, _ := r.View(vhost).HalfMade(ref(l)).(*model); half != nil {
		left.Join(half.before().Has)
	}
	if left.Empty() {
		return
	}
	plan.Objects = left.Value()
	kit.RecordHalfMade(ctx, resp, plan, vhost, ref(l))
}

func (r *delayNetworkResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	imported, stated := state.Levels.IsNull(), *state
	if !r.ReadyToRead(state.Vhost, imported, &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	if imported && !r.discover(ctx, state, &resp.Diagnostics) {
		if !resp.Diagnostics.HasError() {
			resp.State.RemoveResource(ctx)
		}
		return
	}
	before := state.before()
	inventory, ok := before.Set.Read(ctx, &r.Base, typeName, before.Has, &resp.Diagnostics)
	if !ok {
		return
	}
	if inventory.Empty() {
		resp.State.RemoveResource(ctx)
		return
	}
	state.Objects = inventory.Value()
	if l, _ := state.ladder(); kit.IsHalfMade(ctx, req.Private) {
		r.View(state.Vhost.ValueString()).SetHalfMade(ref(l), state)
	}
	kit.Write(ctx, &resp.State, stated, state, &resp.Diagnostics)
}

func (r *delayNetworkResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, plan := kit.Get[model](ctx, req.State, &resp.Diagnostics), kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	_, set, ok := plan.settle(&resp.Diagnostics)
	if !ok {
		return
	}
	inventory, ok := set.Update(ctx, &r.Base, typeName, state.before(), nil, &resp.Diagnostics)
	if !ok {
		// The objects that are there are in the state, so that the next plan goes on from them.
		plan = state
	}
	plan.Objects = inventory.Value()
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *delayNetworkResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	if l, _ := state.ladder(); kit.Finishes(ctx, req.Private) {
		r.View(state.Vhost.ValueString()).SetHalfMade(ref(l), state)
		return
	}
	before := state.before()
	if left, ok := before.Set.Delete(ctx, &r.Base, before.Has, &resp.Diagnostics); !ok {
		state.Objects = left.Value()
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

func (r *delayNetworkResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("delivery_exchange"))
}
