package objectset

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// leave records that objects of a set go, and says what that takes from others, if the resource is destroyed. All of them are put as deleted
// before one is looked at: what they take from each other is no loss. Messages in them are not for the rules to speak of: nothing goes as
// long as there are any.
func leave(ctx context.Context, b *kit.Base, resourceType string, s Set, goes Inventory, destroyed bool, diags *diag.Diagnostics) {
	var departures []kit.Departure
	add := func(kind topology.Kind, name string, put func(t *topology.VirtualHost)) {
		ref := topology.Ref{Kind: kind, Name: name}
		departures = append(departures, kit.Departure{
			Object: ref.Object(), Claim: kit.Claim{Resource: resourceType, ID: s.ID}, Put: put, Destroyed: destroyed,
			Subject: kit.Subject{Ref: ref, Ignore: s.Ignore, Last: destroyed && kind == topology.KindExchange},
		})
	}
	for _, name := range union(nil, goes.Queues) {
		queue := kit.BrokerQueue(goes.Queues[name].Queue)
		queue.Managed, queue.Change = true, topology.Deleted
		add(topology.KindQueue, name, func(t *topology.VirtualHost) { t.PutQueue(queue) })
	}
	for _, name := range union(nil, goes.Exchanges) {
		x := goes.Exchanges[name]
		gone := Exchange{Name: name, ExchangeSettings: rabbitmq.ExchangeSettings{
			Type: x.Type, Durable: x.Durable, AutoDelete: x.AutoDelete, Internal: x.Internal, Arguments: x.Arguments,
		}}.inTopology(topology.Deleted)
		add(topology.KindExchange, name, func(t *topology.VirtualHost) { t.PutExchange(gone) })
	}
	view := b.Load(ctx, s.Vhost, diags)
	for _, old := range goes.Bindings {
		unbind(ctx, view, old, kit.Claim{Resource: resourceType, ID: s.ID, Change: topology.Deleted})
	}
	view.With(func(t *topology.VirtualHost) {
		for _, d := range departures {
			if !t.Claimed(d.Object) {
				d.Put(t)
			}
		}
	})
	// One that takes something from others waits for the rest of the plan, so that all do so at once.
	each(ctx, departures, diags, func(ctx context.Context, d kit.Departure, diags *diag.Diagnostics) (struct{}, bool) {
		b.Leave(ctx, s.Vhost, d, diags)
		return struct{}{}, true
	})
}

// unbind records that a binding goes, unless another resource of the plan has it as its own.
func unbind(ctx context.Context, view *kit.View, old rabbitmq.Binding, claim kit.Claim) {
	gone := inTopology(old, topology.Deleted)
	view.Claim(ctx, gone.Object(), claim)
	view.With(func(t *topology.VirtualHost) {
		if !t.Claimed(gone.Object()) {
			t.PutBinding(gone)
		}
	})
}
