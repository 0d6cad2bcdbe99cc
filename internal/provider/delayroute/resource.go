// Package delayroute is the resource rabbitmq_delay_route: where the messages of a delay network arrive.
package delayroute

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	_ resource.ResourceWithConfigure      = (*delayRouteResource)(nil)
	_ resource.ResourceWithValidateConfig = (*delayRouteResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*delayRouteResource)(nil)
	_ resource.ResourceWithImportState    = (*delayRouteResource)(nil)
)

const typeName = "rabbitmq_delay_route"

type delayRouteResource struct{ kit.Base }

// New returns the resource; settings are those of its provider instance.
func New(settings *kit.Settings) resource.Resource {
	return &delayRouteResource{kit.Base{Settings: settings}}
}

func (r *delayRouteResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *delayRouteResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := kit.Get[model](ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !config.check(&resp.Diagnostics) || !config.known() {
		return
	}
	if config.DestinationType.IsNull() {
		config.DestinationType = types.StringValue(string(topology.KindQueue))
	}
	t := topology.New(config.binding().Vhost)
	t.PutBinding(config.topology(topology.Created))
	r.CheckOffline(t, config.subject(), &resp.Diagnostics)
}

// check refuses settings that cannot be, as far as they are known.
func (m *model) check(diags *diag.Diagnostics) bool {
	if !m.Network.IsUnknown() {
		if _, _, err := m.parts(); err != nil {
			diags.AddAttributeError(path.Root("network"), "Not a delay network", kit.Sentence(err.Error()))
		}
	}
	if m.leadsBack() {
		diags.AddAttributeError(path.Root("destination"), "Destination in the network itself",
			fmt.Sprintf("%q belongs to the delay network: messages whose delay is over would be delayed again instead of arriving. Name the queue or the exchange where they are to arrive.",
				m.Destination.ValueString()))
	}
	if !m.Address.IsUnknown() {
		if err := delayladder.CheckAddress(m.Address.ValueString()); err != nil {
			diags.AddAttributeError(path.Root("address"), "Impossible address", kit.Sentence(err.Error()))
		}
	}
	return !diags.HasError()
}

// leadsBack reports whether the destination is surely part of the network.
func (m *model) leadsBack() bool {
	if m.Network.IsUnknown() || m.Destination.IsUnknown() {
		return false
	}
	_, delivery, err := m.parts()
	name, exchange := m.Destination.ValueString(), m.DestinationType.ValueString() == string(topology.KindExchange)
	return err == nil && (delayladder.IsLevel(delivery, name) || exchange && name == delivery)
}

func (r *delayRouteResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !plan.check(&resp.Diagnostics) || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Create, &resp.Diagnostics)
	defer cancel()
	if _, ok := binding.Declare(ctx, &r.Base, plan.binding(), &resp.Diagnostics); !ok {
		return
	}
	plan.settle()
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *delayRouteResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.ReadyToRead(state.Vhost, state.RoutingKey.IsNull(), &resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Read, &resp.Diagnostics)
	defer cancel()
	want := state.binding()
	there, err := binding.Find(ctx, r.Client, want)
	switch {
	case err != nil:
		kit.Unable(&resp.Diagnostics, "read", "binding", want.Vhost, state.subject().Ref.Name, err)
		return
	case there == nil:
		resp.State.RemoveResource(ctx)
		return
	}
	before := *state
	state.settle()
	kit.Write(ctx, &resp.State, before, state, &resp.Diagnostics)
}

// Update only ever concerns settings of the provider: the broker cannot change a binding.
func (r *delayRouteResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := kit.Get[model](ctx, req.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, plan.Timeouts, kit.Update, &resp.Diagnostics)
	defer cancel()
	want := plan.binding()
	switch there, err := binding.Find(ctx, r.Client, want); {
	case err != nil:
		kit.Unable(&resp.Diagnostics, "read", "binding", want.Vhost, plan.subject().Ref.Name, err)
	case there == nil:
		kit.Outdated(&resp.Diagnostics, "binding", want.Vhost, plan.subject().Ref.Name, kit.Deleted)
	default:
		resp.State.Raw = req.Plan.Raw
	}
}

func (r *delayRouteResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := kit.Get[model](ctx, req.State, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Ready(&resp.Diagnostics) {
		return
	}
	ctx, cancel := kit.WithTimeout(ctx, state.Timeouts, kit.Delete, &resp.Diagnostics)
	defer cancel()
	binding.Remove(ctx, &r.Base, state.binding(), &resp.Diagnostics)
}

func (r *delayRouteResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	parts, err := kit.ParseID(req.ID, 5)
	if err == nil && parts[3] != string(topology.KindQueue) && parts[3] != string(topology.KindExchange) {
		err = fmt.Errorf("the fourth part of the id %q is %q where queue or exchange is expected", req.ID, parts[3])
	}
	if err != nil {
		resp.Diagnostics.AddError("Invalid import id", err.Error()+". The parts are <vhost>/<delivery exchange>/<destination>/<queue or exchange>/<address>.")
		return
	}
	for name, value := range map[string]string{
		"vhost": parts[0], "network": kit.ID(parts[0], parts[1]), "destination": parts[2], "destination_type": parts[3], "address": parts[4],
	} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
}
