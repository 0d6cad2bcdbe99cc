// Package binding is the resource rabbitmq_binding.
package binding

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*bindingResource)(nil)
	_ resource.ResourceWithValidateConfig = (*bindingResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*bindingResource)(nil)
	_ resource.ResourceWithImportState    = (*bindingResource)(nil)
	_ resource.ResourceWithUpgradeState   = (*bindingResource)(nil)
	_ resource.ResourceWithMoveState      = (*bindingResource)(nil)
)

const typeName = "rabbitmq_binding"

type bindingResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &bindingResource{kit.Base{Settings: settings}}
}

func (r *bindingResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (m *model) subject() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindBinding, Name: m.topology(topology.Unchanged).Name()},
		Ignore: kit.Strings(m.LintIgnore),
		Path:   func(field string) path.Path { return path.Root(field) },
	}
}

func (r *bindingResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if _, _, err := kit.Arguments(config.Arguments); err != nil {
		resp.Diagnostics.AddAttributeError(path.Root("arguments"), "Invalid arguments", "arguments is not an object of binding arguments: "+err.Error()+".")
		return
	}
	if !config.known() {
		return
	}
	if config.DestinationType.IsNull() {
		config.DestinationType = types.StringValue(string(topology.KindQueue))
	}
	t := topology.New(config.Vhost.ValueString())
	t.PutBinding(config.topology(topology.Created))
	r.CheckOffline(t, config.subject(), &resp.Diagnostics)
}

func (r *bindingResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
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
	if state != nil && state.ID.IsNull() {
		kit.RefuseUnread(&resp.Diagnostics, typeName, state.PropertiesKey.ValueString())
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	change := topology.Created
	if state != nil {
		change = topology.Unchanged
		if replace := replacing(state, plan, view); len(replace) > 0 {
			change = topology.Replaced
			resp.RequiresReplace = append(resp.RequiresReplace, replace...)
			plan.ID, plan.PropertiesKey = types.StringUnknown(), types.StringUnknown()
			r.leave(ctx, state, false, &resp.Diagnostics)
			view.MarkReplaced(state.subject().Ref)
		} else {
			plan.ID, plan.PropertiesKey = state.ID, state.PropertiesKey
		}
	}
	switch {
	case plan.known():
		planned := plan.topology(change)
		view.With(func(t *topology.VirtualHost) { t.PutBinding(planned) })
		view.Claim(ctx, planned.Object(), kit.Claim{Resource: typeName, ID: plan.ID, Change: change})
		if change == topology.Replaced {
			r.Settle(ctx, view, plan.subject().Ref)
		}
		r.CheckPlan(view, plan.subject(), &resp.Diagnostics)
	case plan.connects():
		// Some key will lead there: rules must not say that nothing does.
		view.With(func(t *topology.VirtualHost) {
			b := plan.topology(change)
			b.KeyUnknown = true
			t.PutBinding(b)
		})
		r.CheckPlan(view, plan.subject(), &resp.Diagnostics)
	}
	if change == topology.Replaced {
		r.CheckLeft(ctx, state.Vhost.ValueString(), state.subject(), &resp.Diagnostics)
	}
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// leave records that the plan deletes the binding that the state has.
func (r *bindingResource) leave(ctx context.Context, state *model, destroyed bool, diags *diag.Diagnostics) {
	gone := state.topology(topology.Deleted)
	r.Leave(ctx, state.Vhost.ValueString(), kit.Departure{
		Object: gone.Object(), Claim: kit.Claim{Resource: typeName, ID: state.ID}, Subject: state.subject(), Destroyed: destroyed,
		Put: func(t *topology.VirtualHost) { t.PutBinding(gone) },
	}, diags)
}

// replacing lists the attributes whose change makes a new binding. A binding whose queue or exchange is replaced by this plan is gone
// with it, although none of its own values change: a computed one is then planned as unknown, since Terraform passes over a
// replacement whose value stays.
func replacing(state, plan *model, view *kit.View) path.Paths {
	var paths path.Paths
	add := func(same bool, name string) {
		if !same {
			paths = append(paths, path.Root(name))
		}
	}
	add(plan.Vhost.Equal(state.Vhost), "vhost")
	add(plan.Source.Equal(state.Source), "source")
	add(plan.Destination.Equal(state.Destination), "destination")
	add(plan.DestinationType.Equal(state.DestinationType), "destination_type")
	add(plan.RoutingKey.Equal(state.RoutingKey), "routing_key")
	before, _, _ := kit.Arguments(state.Arguments)
	after, known, _ := kit.Arguments(plan.Arguments)
	add(known && kit.SameArguments(before, after), "arguments")
	b := state.topology(topology.Unchanged)
	add(!view.Replaced(topology.Ref{Kind: topology.KindExchange, Name: b.Source}) &&
		!view.Replaced(topology.Ref{Kind: b.DestinationKind, Name: b.Destination}), "properties_key")
	return paths
}

func (r *bindingResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	b, ok := Declare(ctx, &r.Base, plan.binding(), &resp.Diagnostics)
	if !ok {
		return
	}
	plan.set(b)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// Declare creates a binding and reads it back. What a binding is made of is what identifies it, so one that exists is the wanted one.
func Declare(ctx context.Context, b *kit.Base, want rabbitmq.Binding, diags *diag.Diagnostics) (rabbitmq.Binding, bool) {
	key, ok := Put(ctx, b, want, diags)
	if !ok {
		return rabbitmq.Binding{}, false
	}
	return ReadBack(ctx, b, want, key, diags)
}

// Put creates a binding, which ReadBack has to read then.
func Put(ctx context.Context, b *kit.Base, want rabbitmq.Binding, diags *diag.Diagnostics) (rabbitmq.BindingKey, bool) {
	key, err := b.Client.DeclareBinding(ctx, want.Vhost, want)
	if err != nil {
		kit.Unable(diags, "create", "binding", want.Vhost, InTopology(want, topology.Created).Name(), err)
	}
	return key, err == nil
}

// ReadBack reads a binding that Put has created.
func ReadBack(ctx context.Context, b *kit.Base, want rabbitmq.Binding, key rabbitmq.BindingKey, diags *diag.Diagnostics) (rabbitmq.Binding, bool) {
	name := InTopology(want, topology.Created).Name()
	have, err := b.Client.Binding(ctx, want.Vhost, key)
	if err != nil {
		kit.Unable(diags, "read back", "binding", want.Vhost, name, err)
		return rabbitmq.Binding{}, false
	}
	if have.RoutingKey != want.RoutingKey || !kit.SameArguments(have.Arguments, want.Arguments) {
		diags.AddError(fmt.Sprintf("Binding %q is not as it was declared", name),
			fmt.Sprintf("The broker made the binding in virtual host %q, but with the routing key %q and the arguments %v, where %q and %v were asked for. "+
				"Write them as the broker has them.", want.Vhost, have.RoutingKey, have.Arguments, want.RoutingKey, want.Arguments))
		return rabbitmq.Binding{}, false
	}
	if !b.View(want.Vhost).MarkDeclared(topology.KindBinding, id(want.Vhost, have.Key())) {
		kit.Taken(diags, "binding", want.Vhost, name)
		return rabbitmq.Binding{}, false
	}
	return have, true
}

// Delete deletes a binding, unless this run has created it or taken it over: then it stays, whoever had it before.
func Delete(ctx context.Context, b *kit.Base, have rabbitmq.Binding) error {
	view := b.View(have.Vhost)
	if view.Declared(topology.KindBinding, id(have.Vhost, have.Key())) {
		return nil
	}
	view.MarkDeleted(InTopology(have, topology.Deleted).Object())
	return b.Client.DeleteBinding(ctx, have.Vhost, have.Key())
}

func (r *bindingResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.ReadyToRead(state.Vhost, state.ID.IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	b, err := r.find(ctx, state)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		kit.Unable(&resp.Diagnostics, "read", "binding", state.Vhost.ValueString(), state.subject().Ref.Name, err)
		return
	}
	before := *state
	state.set(b)
	kit.Write(ctx, &resp.State, before, state, &resp.Diagnostics)
}

// Update only ever concerns settings of the provider: the broker cannot change a binding.
func (r *bindingResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	b := plan.binding()
	_, err := r.Client.Binding(ctx, b.Vhost, b.Key())
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		kit.Outdated(&resp.Diagnostics, "binding", b.Vhost, plan.subject().Ref.Name, kit.Deleted)
	case err != nil:
		kit.Unable(&resp.Diagnostics, "read", "binding", b.Vhost, plan.subject().Ref.Name, err)
	default:
		resp.State.Raw = req.Plan.Raw
	}
}

func (r *bindingResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	b := state.binding()
	if err := Delete(ctx, &r.Base, b); err != nil {
		kit.Unable(&resp.Diagnostics, "delete", "binding", b.Vhost, state.subject().Ref.Name, err)
	}
}
