package policykit

import (
	"context"
	"errors"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Resource is embedded in resources that are one policy or operator policy.
type Resource struct {
	kit.Base
	TypeName string
	// Operator is true for operator policies.
	Operator bool
	// Rows are the settings of the argument table that the resource offers.
	Rows []*queueargs.Row
	// NameOf derives the name of a policy whose configuration has none from its pattern. It is nil for resources that require a name.
	NameOf func(pattern string) string
}

// Metadata implements resource.Resource.
func (r *Resource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.TypeName
}

// noun is what the broker calls it.
func (r *Resource) noun() string { return onepolicy.Noun(r.Operator) }

// Create implements resource.Resource.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, ok := kit.ReadObject(ctx, r.TypeName, req.Plan, &resp.Diagnostics)
	if !ok || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan["timeouts"], kit.Create, &resp.Diagnostics)
	defer cancel()
	plan["vhost"] = r.DefaultVhost(plan.String("vhost"))
	if plan["name"].IsUnknown() {
		r.nameFromPattern(plan)
	}
	r.findAffects(plan)
	have, ok := r.create(ctx, r.spec(plan), &resp.Diagnostics)
	if !ok {
		return
	}
	plan["definition"], plan["id"] = kit.Dynamic(have.Definition), kit.PlannedID(plan.String("vhost"), plan.String("name"))
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.Value(ctx))...)
}

// Read implements resource.Resource.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state, ok := kit.ReadObject(ctx, r.TypeName, req.State, &resp.Diagnostics)
	if !ok || !r.ReadyToRead(state.String("vhost"), state["pattern"].IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state["timeouts"], kit.Read, &resp.Diagnostics)
	defer cancel()
	vhost, name := state.String("vhost").ValueString(), state.String("name").ValueString()
	have, err := r.Client.Policy(ctx, vhost, name, r.Operator)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		kit.Unable(&resp.Diagnostics, "read", r.noun(), vhost, name, err)
		return
	}
	r.View(vhost).MarkStated(r.TypeName, r.spec(state).ref())
	before := maps.Clone(state)
	r.setState(state, have, &resp.Diagnostics)
	queuekit.KeepSpellings(state, before, r.Rows)
	if !state.Equal(before) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state.Value(ctx))...)
	}
}

// Update implements resource.Resource.
func (r *Resource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, ok := kit.ReadObject(ctx, r.TypeName, req.Plan, &resp.Diagnostics)
	state, known := kit.ReadObject(ctx, r.TypeName, req.State, &resp.Diagnostics)
	if !ok || !known || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan["timeouts"], kit.Update, &resp.Diagnostics)
	defer cancel()
	r.findAffects(plan)
	have, ok := r.update(ctx, r.spec(plan), r.stated(state), &resp.Diagnostics)
	if !ok {
		return
	}
	plan["definition"] = kit.Dynamic(have.Definition)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan.Value(ctx))...)
}

// Delete implements resource.Resource.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, ok := kit.ReadObject(ctx, r.TypeName, req.State, &resp.Diagnostics)
	if !ok || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state["timeouts"], kit.Delete, &resp.Diagnostics)
	defer cancel()
	onepolicy.Delete(ctx, &r.Base, r.stated(state), &resp.Diagnostics)
}

// ImportState implements resource.ResourceWithImportState.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}
