// Package exchange is the resource rabbitmq_exchange.
package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*exchangeResource)(nil)
	_ resource.ResourceWithValidateConfig = (*exchangeResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*exchangeResource)(nil)
	_ resource.ResourceWithImportState    = (*exchangeResource)(nil)
	_ resource.ResourceWithUpgradeState   = (*exchangeResource)(nil)
	_ resource.ResourceWithMoveState      = (*exchangeResource)(nil)
)

const typeName = "rabbitmq_exchange"

var takeover = kit.Takeover{TypeName: typeName, Identity: []string{"vhost", "name"}}

type exchangeResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &exchangeResource{kit.Base{Settings: settings}}
}

func (r *exchangeResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (m *model) subject() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindExchange, Name: m.Name.ValueString()},
		Ignore: kit.Strings(m.LintIgnore),
		Path:   m.path,
	}
}

// path is where a property or an argument stands.
func (m *model) path(field string) path.Path {
	if extra, _, _ := kit.Arguments(m.ExtraArguments); extra[field] != nil {
		return path.Root("extra_arguments")
	}
	return path.Root(cmp.Or(attributes[field], field))
}

func (r *exchangeResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.Name.IsUnknown() || config.Type.IsUnknown() {
		return
	}
	if config.Type.IsNull() {
		config.Type = types.StringValue(defaultType)
	}
	t := topology.New(config.Vhost.ValueString())
	t.PutExchange(config.topology(topology.Created))
	r.CheckOffline(t, config.subject(), &resp.Diagnostics)
}

func (r *exchangeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
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
	if state != nil && state.Type.IsNull() {
		kit.RefuseUnread(&resp.Diagnostics, typeName, state.Name.ValueString())
		return
	}
	proposed := *plan
	plan.Vhost = r.PlannedVhost(req.Config, &resp.Diagnostics)
	plan.ID = kit.PlannedID(plan.Vhost, plan.Name)
	view := r.LoadToPlan(ctx, plan.Vhost.ValueString(), state == nil || !state.Vhost.Equal(plan.Vhost), plan.LintIgnore, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	change := topology.Created
	if state != nil {
		change = topology.Unchanged
		for _, p := range replacing(state, plan) {
			change = topology.Replaced
			resp.RequiresReplace = append(resp.RequiresReplace, p)
			view.MarkReplaced(topology.Ref{Kind: topology.KindExchange, Name: state.Name.ValueString()})
		}
	}
	if state != nil && (!plan.Vhost.Equal(state.Vhost) || !plan.Name.Equal(state.Name)) {
		r.leave(ctx, state, false, &resp.Diagnostics)
		r.CheckLeft(ctx, state.Vhost.ValueString(), state.subject(), &resp.Diagnostics)
	}
	if !plan.Vhost.IsUnknown() && !plan.Name.IsUnknown() {
		r.record(view, plan, change, &resp.Diagnostics)
		view.Claim(ctx, plan.subject().Ref.Object(), kit.Claim{Resource: typeName, ID: plan.ID, Change: change})
		r.CheckPlan(view, plan.subject(), &resp.Diagnostics)
	}
	kit.Write(ctx, &resp.Plan, proposed, plan, &resp.Diagnostics)
}

// replacing lists the attributes whose change makes a new exchange.
func replacing(state, plan *model) path.Paths {
	var paths path.Paths
	add := func(same bool, name string) {
		if !same {
			paths = append(paths, path.Root(name))
		}
	}
	add(plan.Vhost.Equal(state.Vhost), "vhost")
	add(plan.Name.Equal(state.Name), "name")
	add(plan.Type.Equal(state.Type), "type")
	add(plan.Durable.Equal(state.Durable), "durable")
	add(plan.AutoDelete.Equal(state.AutoDelete), "auto_delete")
	add(plan.Internal.Equal(state.Internal), "internal")
	add(plan.AlternateExchange.Equal(state.AlternateExchange), "alternate_exchange")
	add(plan.DelayedType.Equal(state.DelayedType), "delayed_type")
	before, _, _ := kit.Arguments(state.ExtraArguments)
	after, known, _ := kit.Arguments(plan.ExtraArguments)
	add(known && kit.SameArguments(before, after), "extra_arguments")
	return paths
}

// leave records that the plan deletes the exchange that the state has.
func (r *exchangeResource) leave(ctx context.Context, state *model, destroyed bool, diags *diag.Diagnostics) {
	x := state.topology(topology.Deleted)
	x.Moves = !destroyed
	Leave(ctx, &r.Base, state.Vhost.ValueString(), x, kit.Departure{
		Claim: kit.Claim{Resource: typeName, ID: state.ID}, Subject: state.subject(), Destroyed: destroyed,
	}, diags)
}

// record puts the exchange into the view, and says what happens to one that exists already.
func (r *exchangeResource) record(view *kit.View, plan *model, change topology.Change, diags *diag.Diagnostics) {
	_, known := plan.arguments()
	if change == topology.Created && known && !plan.Type.IsUnknown() && !plan.Durable.IsUnknown() && !plan.AutoDelete.IsUnknown() && !plan.Internal.IsUnknown() {
		change = PlanCreation(view, typeName, plan.Vhost.ValueString(), plan.Name.ValueString(), plan.settings(), diags)
	}
	view.With(func(t *topology.VirtualHost) { t.PutExchange(plan.topology(change)) })
}

func (r *exchangeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	x, _, ok := Declare(ctx, &r.Base, typeName, plan.Vhost.ValueString(), plan.Name.ValueString(), plan.settings(), &resp.Diagnostics)
	if !ok {
		return
	}
	r.restore(ctx, x.Vhost, x.Name, &resp.Diagnostics)
	plan.set(x)
	r.View(x.Vhost).With(func(t *topology.VirtualHost) { t.PutExchange(plan.topology(topology.Created)) })
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *exchangeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.ReadyToRead(state.Vhost, state.Type.IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	x, err := r.Client.Exchange(ctx, state.Vhost.ValueString(), state.Name.ValueString())
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		kit.Unable(&resp.Diagnostics, "read", "exchange", state.Vhost.ValueString(), state.Name.ValueString(), err)
		return
	}
	before := *state
	state.set(x)
	r.View(x.Vhost).MarkStated(typeName, topology.Ref{Kind: topology.KindExchange, Name: x.Name})
	kit.Write(ctx, &resp.State, before, state, &resp.Diagnostics)
}

// Update only ever concerns settings of the provider: the broker cannot change an exchange.
func (r *exchangeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	if Confirm(ctx, &r.Base, plan.Vhost.ValueString(), plan.Name.ValueString(), plan.settings(), &resp.Diagnostics) {
		resp.State.Raw = req.Plan.Raw
	}
}

func (r *exchangeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	vhost, name := state.Vhost.ValueString(), state.Name.ValueString()
	if r.View(vhost).Declared(topology.KindExchange, name) {
		return
	}
	if kit.CallOf(ctx).Replaces {
		others, err := Bindings(ctx, &r.Base, vhost, name)
		if err != nil {
			kit.Unable(&resp.Diagnostics, "replace", "exchange", vhost, name, err)
			return
		}
		r.View(vhost).MarkLost(name, others)
	}
	r.View(vhost).MarkDeleted(topology.Ref{Kind: topology.KindExchange, Name: name}.Object())
	if err := r.Client.DeleteExchange(ctx, vhost, name); err != nil {
		kit.Unable(&resp.Diagnostics, "delete", "exchange", vhost, name, err)
		return
	}
	r.View(vhost).With(func(t *topology.VirtualHost) { t.RemoveExchange(name) })
}

func (r *exchangeResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if _, name, err := kit.ParseNameID(req.ID); err == nil && strings.HasPrefix(name, "amq.") {
		resp.Diagnostics.AddError(fmt.Sprintf("Unable to import exchange %q", name),
			fmt.Sprintf("Exchange %q is the broker's own: it is in every virtual host and can be neither created nor deleted. Write its name where it is used.", name))
		return
	}
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}

func (r *exchangeResource) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return takeover.Upgraders()
}

func (r *exchangeResource) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{takeover.Mover()}
}
