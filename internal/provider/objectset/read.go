package objectset

import (
	"context"
	"errors"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Read returns what the broker has of the set and of what was recorded before; what others have made besides is not looked at. Many
// objects cost no more requests than few: they are served from the lists of the virtual host.
func (s Set) Read(ctx context.Context, b *kit.Base, resourceType string, recorded Inventory, diags *diag.Diagnostics) (Inventory, bool) {
	found := newInventory()
	for _, name := range union(s.exchangeNames(), recorded.Exchanges) {
		x, err := b.Client.Exchange(ctx, s.Vhost, name)
		if missing(err) {
			continue
		}
		if err != nil {
			kit.Unable(diags, "read", "exchange", s.Vhost, name, err)
			return recorded, false
		}
		b.View(s.Vhost).MarkStated(resourceType, topology.Ref{Kind: topology.KindExchange, Name: name})
		found.Exchanges[name] = x
	}
	v, err := b.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, "read", "objects of virtual host", s.Vhost, s.Vhost, err)
		return recorded, false
	}
	unsaid := s.unsaidLimits(v)
	for _, name := range union(s.queueNames(), recorded.Queues) {
		q, there := queuekit.Read(ctx, b, resourceType, s.Vhost, name, types.StringNull(), types.Object{}, false, diags)
		if diags.HasError() {
			return recorded, false
		}
		if there {
			before, known := recorded.Queues[name]
			found.Queues[name] = existing(q.Queue, known && before.Unlimited || !known && unsaid[name])
		}
	}
	there, err := b.Client.Bindings(ctx, s.Vhost)
	if err != nil && !gone(err) {
		kit.Unable(diags, "read", "bindings of virtual host", s.Vhost, s.Vhost, err)
		return recorded, false
	}
	var all Inventory
	for _, have := range there {
		all.add(have)
	}
	for _, want := range s.Bindings {
		if all.has(want.Binding) {
			found.add(want.Binding)
		}
	}
	for _, old := range recorded.Bindings {
		if all.has(old) {
			found.add(old)
		}
	}
	return found, true
}

// existing is a queue that was read. unlimited says that it was declared to have no delivery limit; the argument, if there is one, says
// it better.
func existing(q rabbitmq.Queue, unlimited bool) Existing {
	return Existing{Queue: q, Unlimited: unlimited && !queueargs.Arguments(q.Arguments).Has(queueargs.DeliveryLimit)}
}

// unsaidLimits names the queues that are to have no delivery limit where a broker of version v is told so by no argument.
func (s Set) unsaidLimits(v *version.Version) map[string]bool {
	names := map[string]bool{}
	for _, q := range s.Queues {
		n, ok := q.Values[queueargs.DeliveryLimit.Attribute].(int64)
		names[q.Name.ValueString()] = ok && n < 0 && v != nil && !q.Arguments(v).Has(queueargs.DeliveryLimit)
	}
	return names
}

func missing(err error) bool {
	var none *rabbitmq.NotFoundError
	return errors.As(err, &none)
}

// gone reports whether there is no virtual host any more, so that nothing can be in it.
func gone(err error) bool {
	var none *rabbitmq.VhostNotFoundError
	return errors.As(err, &none) && none.Gone
}

func (s Set) exchangeNames() []string {
	names := make([]string, len(s.Exchanges))
	for i, x := range s.Exchanges {
		names[i] = x.Name
	}
	return names
}

func (s Set) queueNames() []string {
	names := make([]string, len(s.Queues))
	for i, q := range s.Queues {
		names[i] = q.Name.ValueString()
	}
	return names
}

// union lists names and after them the other keys of recorded, sorted.
func union[V any](names []string, recorded map[string]V) []string {
	all := map[string]any{}
	for name := range recorded {
		all[name] = nil
	}
	for _, name := range names {
		all[name] = nil
	}
	return kit.Names(all)
}

// Held names the queues that empty by themselves and hold messages now, as far as statistics say, which lag. A plan that takes such a
// queue away has to know it as it will be known when it is applied, so that this is asked when the state is read, and kept with it.
func (i Inventory) Held(ctx context.Context, b *kit.Base, vhost string, diags *diag.Diagnostics) map[string]bool {
	held := map[string]bool{}
	for name, q := range i.Queues {
		if !q.drains() {
			continue
		}
		messages, _ := b.View(vhost).Counts(ctx, b.Client, vhost, name)
		if messages != nil {
			held[name] = *messages > 0
			continue
		}
		prior := q.prior("")
		holds, err := queuekit.Holds(ctx, b.Client, &prior)
		if err != nil {
			kit.Unable(diags, "read", "queue", vhost, name, err)
			return nil
		}
		held[name] = holds != ""
	}
	return held
}
