package deadletterqueue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// readExchange writes into the state what the broker has of the exchange. Its type is null if the exchange is gone, or is not the
// one that this resource made: the plan then makes it again in place.
func (r *deadLetterQueueResource) readExchange(ctx context.Context, state *model, diags *diag.Diagnostics) {
	vhost, name := state.Vhost.ValueString(), state.Exchange.ValueString()
	x, err := r.Client.Exchange(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	if err != nil {
		if state.ExchangeType = types.StringNull(); !errors.As(err, &missing) {
			kit.Unable(diags, "read", "exchange", vhost, name, err)
		}
		return
	}
	r.View(vhost).MarkStated(typeName, topology.Ref{Kind: topology.KindExchange, Name: name})
	state.ExchangeType = types.StringValue(x.Type)
	if !x.Durable || x.AutoDelete || x.Internal || len(x.Arguments) > 0 {
		state.ExchangeType = types.StringNull()
	}
}

// updateExchange makes the exchange what the plan says. One that differs cannot be changed: it is deleted and made again, with the
// bindings that others have made; dead letters that arrive in between are lost. undo takes back a new exchange.
func (r *deadLetterQueueResource) updateExchange(ctx context.Context, state, plan *model, diags *diag.Diagnostics) (undo func(), ok bool) {
	vhost, name := plan.Vhost.ValueString(), plan.Exchange.ValueString()
	undo = func() {}
	var others []rabbitmq.Binding
	renamed := !state.Exchange.Equal(plan.Exchange)
	switch {
	case renamed && state.DeletionPolicy.ValueString() == queuekit.IfEmpty && !r.exchangeStays(state) && !r.checkUnused(ctx, state, "renamed", diags):
		return undo, false
	case renamed:
	case state.ExchangeType.Equal(plan.ExchangeType):
		return undo, exchange.Confirm(ctx, &r.Base, vhost, name, plan.exchange(), diags)
	default:
		var err error
		if others, err = r.others(ctx, state); err != nil {
			kit.Unable(diags, "replace", "exchange", vhost, name, err)
			return undo, false
		}
		if !r.deleteExchange(ctx, vhost, name, diags) {
			return undo, false
		}
	}
	_, created, ok := exchange.Declare(ctx, &r.Base, typeName, vhost, name, plan.exchange(), diags)
	if created && renamed {
		undo = func() { r.deleteExchange(ctx, vhost, name, diags) }
	}
	if !ok {
		return undo, false
	}
	if refused, err := exchange.Restore(ctx, &r.Base, others); err != nil {
		kit.Unable(diags, "restore", "bindings", vhost, exchange.Names(refused), err)
		return undo, false
	}
	return undo, true
}

// dropRenamed deletes the exchange that the state has under another name, unless it stays.
func (r *deadLetterQueueResource) dropRenamed(ctx context.Context, state, plan *model, diags *diag.Diagnostics) bool {
	return state.Exchange.Equal(plan.Exchange) || r.exchangeStays(state) ||
		r.deleteExchange(ctx, state.Vhost.ValueString(), state.Exchange.ValueString(), diags)
}

// exchangeStays reports whether the exchange of the state stays when the resource leaves it: it is to be retained, or another resource
// has taken it over in this run.
func (r *deadLetterQueueResource) exchangeStays(state *model) bool {
	return state.DeletionPolicy.ValueString() == queuekit.Retain ||
		r.View(state.Vhost.ValueString()).Declared(topology.KindExchange, state.Exchange.ValueString())
}

// deleteExchange deletes an exchange that the resource owns.
func (r *deadLetterQueueResource) deleteExchange(ctx context.Context, vhost, name string, diags *diag.Diagnostics) bool {
	r.View(vhost).MarkDeleted(topology.Ref{Kind: topology.KindExchange, Name: name}.Object())
	if err := r.Client.DeleteExchange(ctx, vhost, name); err != nil {
		kit.Unable(diags, "delete", "exchange", vhost, name, err)
		return false
	}
	return true
}

// others returns the bindings between the exchange and anything but the queue: others have made them.
func (r *deadLetterQueueResource) others(ctx context.Context, state *model) ([]rabbitmq.Binding, error) {
	all, err := exchange.Bindings(ctx, &r.Base, state.Vhost.ValueString(), state.Exchange.ValueString())
	return slices.DeleteFunc(all, func(b rabbitmq.Binding) bool {
		return b.DestinationType == string(topology.KindQueue) && b.Destination == state.Name.ValueString()
	}), err
}

// checkUnused refuses to go on while others are bound to the exchange: what they get from it would be lost.
func (r *deadLetterQueueResource) checkUnused(ctx context.Context, state *model, verb string, diags *diag.Diagnostics) bool {
	vhost, name := state.Vhost.ValueString(), state.Exchange.ValueString()
	others, err := r.others(ctx, state)
	if err != nil {
		kit.Unable(diags, "delete", "exchange", vhost, name, err)
		return false
	}
	if len(others) == 0 {
		return true
	}
	diags.AddError(fmt.Sprintf("Exchange %q is used by others", name),
		fmt.Sprintf("Exchange %q in virtual host %q has bindings that this resource does not own: %s. They would be lost, and with them the dead letters that go "+
			"that way: nothing was %s. Remove these bindings first, or set deletion_policy = \"force\" and apply that before.", name, vhost, exchange.Names(others), verb))
	return false
}
