package exchange

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// PlanCreation decides what creating an exchange comes to, before it is put into the view. One that is there already and equal is
// adopted, which is said; one that differs is an error. One that the state has is replaced: Terraform shows the plan no prior state
// of a tainted resource.
func PlanCreation(view *kit.View, resourceType, vhost, name string, want rabbitmq.ExchangeSettings, diags *diag.Diagnostics) topology.Change {
	ref := topology.Ref{Kind: topology.KindExchange, Name: name}
	if view.Stated(resourceType, ref) {
		view.MarkReplaced(ref)
		return topology.Replaced
	}
	var existing *topology.Exchange
	view.With(func(t *topology.VirtualHost) {
		if x := t.Exchange(name); x != nil && !x.Managed && t.Complete {
			existing = x
		}
	})
	if existing == nil || view.Vacated(ref) {
		return topology.Created
	}
	have := rabbitmq.Exchange{
		Vhost: vhost, Name: name, Type: existing.Type, Durable: existing.Durable,
		AutoDelete: existing.AutoDelete, Internal: existing.Internal, Arguments: existing.Arguments,
	}
	if fields := Differences(want, have); len(fields) > 0 {
		kit.Exists(diags, typeName, kit.ID(vhost, name), "exchange", vhost, name, Describe(fields, wanted, want, have))
		return topology.Created
	}
	kit.Adopts(diags, "exchange", vhost, name)
	return topology.Created
}

// Leave records that the plan deletes an exchange. If its resource is destroyed, it is planned after what refers to it, so that queues
// which still dead-letter to it and are not planned are likely to stay.
func Leave(ctx context.Context, b *kit.Base, vhost string, x *topology.Exchange, d kit.Departure, diags *diag.Diagnostics) {
	d.Object, d.Subject.Last = d.Subject.Ref.Object(), d.Destroyed
	d.Put = func(t *topology.VirtualHost) { t.PutExchange(x) }
	b.Leave(ctx, vhost, d, diags)
}
