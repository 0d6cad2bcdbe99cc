// Package deadletterqueue is the resource rabbitmq_dead_letter_queue: a dead-letter exchange and the queue that keeps its messages.
package deadletterqueue

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/bindingset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*deadLetterQueueResource)(nil)
	_ resource.ResourceWithValidateConfig = (*deadLetterQueueResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*deadLetterQueueResource)(nil)
	_ resource.ResourceWithImportState    = (*deadLetterQueueResource)(nil)
)

const typeName = "rabbitmq_dead_letter_queue"

type deadLetterQueueResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &deadLetterQueueResource{kit.Base{Settings: settings}}
}

func (r *deadLetterQueueResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (m *model) subject() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindQueue, Name: m.Name.ValueString()},
		Ignore: kit.Strings(m.LintIgnore),
		Path:   attributeOf,
	}
}

// ownedExchange is the exchange as a subject of rules.
func (m *model) ownedExchange() kit.Subject {
	return kit.Subject{
		Ref:    topology.Ref{Kind: topology.KindExchange, Name: m.Exchange.ValueString()},
		Ignore: kit.Strings(m.LintIgnore),
		Path:   func(string) path.Path { return path.Root("exchange") },
	}
}

func (r *deadLetterQueueResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if config.RoutingKeys.IsNull() && !config.ExchangeType.IsUnknown() && config.ExchangeType.ValueString() != fanout {
		resp.Diagnostics.AddAttributeError(path.Root("routing_keys"), "Missing routing_keys",
			fmt.Sprintf("The exchange %s is not a fanout exchange: only dead letters whose routing keys are listed reach the queue. Set routing_keys, or exchange_type = \"fanout\".", config.Exchange))
	}
	config.setDeliveryLimit()
	queuekit.CheckOffline(&r.Base, config.spec().WithDefaults(), config.subject(), &resp.Diagnostics)
	if set, known := config.bindings(); known {
		set.CheckOffline(&r.Base, config.subject().Ignore, boundAt, &resp.Diagnostics)
	}
	if !config.Exchange.IsUnknown() {
		t := topology.New(config.Vhost.ValueString())
		t.PutExchange(config.exchangeInTopology(topology.Created))
		r.CheckOffline(t, config.ownedExchange(), &resp.Diagnostics)
	}
}

func (r *deadLetterQueueResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	plan.Vhost = r.DefaultVhost(plan.Vhost)
	plan.ID = kit.PlannedID(plan.Vhost, plan.Name)
	vhost, ref := plan.Vhost.ValueString(), plan.subject().Ref
	// What is half-made is in the state, so that it is not forgotten. Terraform may delete it, so that what was there before, with its
	// messages, stays out of it.
	made, _ := r.View(vhost).HalfMade(ref).(*model)
	defer func() {
		if made != nil && resp.Diagnostics.HasError() {
			kit.RecordHalfMade(ctx, resp, made, vhost, ref)
		}
	}()
	x, newExchange, ok := exchange.Declare(ctx, &r.Base, typeName, vhost, plan.Exchange.ValueString(), plan.exchange(), &resp.Diagnostics)
	if !ok {
		return
	}
	queue, ok := queuekit.Declare(ctx, &r.Base, typeName, plan.spec(), nil, &resp.Diagnostics)
	if !ok {
		if newExchange && !r.deleteExchange(ctx, vhost, x.Name, &resp.Diagnostics) {
			made = plan
			made.Arguments, made.Policy, made.Bindings = types.DynamicNull(), types.ObjectNull(made.Policy.AttributeTypes(ctx)), bindingset.Set{}.Value()
		}
		return
	}
	plan.Arguments, plan.Policy = queue.Arguments, queue.Policy
	set, _ := plan.bindings()
	plan.Bindings = set.Value()
	if !set.Declare(ctx, &r.Base, &resp.Diagnostics) {
		if made == nil && (!newExchange || !queue.Created) {
			kit.LeftHalfMade(vhost, ref, &resp.Diagnostics)
			return
		}
		made = plan
		made.Bindings = set.Made(ctx, &r.Base, bindingset.Set{}.Value())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *deadLetterQueueResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.ReadyToRead(state.Vhost, state.Type.IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	vhost, name := state.Vhost.ValueString(), state.Name.ValueString()
	imported, before := state.Type.IsNull(), *state
	queue, found := queuekit.Read(ctx, &r.Base, typeName, vhost, name, state.SettingsIn, state.Policy, imported, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if found {
		state.set(queue)
	} else {
		// Null arguments show that the queue is gone, and the plan makes it again in place.
		state.Arguments = types.DynamicNull()
		queuekit.SetPlace(queue, &state.SettingsIn, &state.PolicyPriority, &state.Policy)
	}
	if imported && !found {
		resp.State.RemoveResource(ctx)
		return
	}
	if imported && !r.importParts(ctx, state, queue, &resp.Diagnostics) {
		return
	}
	r.readExchange(ctx, state, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || imported && !state.ownsExchange(&resp.Diagnostics) {
		return
	}
	if !found && !queue.Waiting && !queue.Unborn && state.ExchangeType.IsNull() {
		resp.State.RemoveResource(ctx)
		return
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

func (r *deadLetterQueueResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
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
	undo, ok := r.updateExchange(ctx, state, plan, &resp.Diagnostics)
	if !ok {
		return
	}
	done := set.Declare(ctx, &r.Base, &resp.Diagnostics)
	if !done {
		undo()
	}
	if !done || !set.Remove(ctx, &r.Base, state.Bindings, &resp.Diagnostics) || !r.dropRenamed(ctx, state, plan, &resp.Diagnostics) {
		// What was bound is in the state, so that the next plan makes the rest or takes it back.
		state.Bindings = set.Made(ctx, &r.Base, state.Bindings)
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
		return
	}
	plan.Bindings = set.Value()
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *deadLetterQueueResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
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
	stays := r.exchangeStays(state)
	if !stays && state.DeletionPolicy.ValueString() == queuekit.IfEmpty && !r.checkUnused(ctx, state, "deleted", &resp.Diagnostics) {
		return
	}
	prior := state.prior()
	prior.Interrupted = queuekit.Interrupted(ctx, req.Private)
	if !queuekit.Delete(ctx, &r.Base, prior, &resp.Diagnostics) || stays {
		return
	}
	r.deleteExchange(ctx, state.Vhost.ValueString(), state.Exchange.ValueString(), &resp.Diagnostics)
}

func (r *deadLetterQueueResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	kit.ImportNamed(ctx, req, resp, path.Root("name"))
}
