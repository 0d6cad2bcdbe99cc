package objectset

import (
	"context"
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

// Plan decides what happens to each object, records all of them in the view of the set's virtual host, and checks them. before is nil for
// a set that is created. Objects that exist already and are equal are adopted, which is said once; one that differs is an error.
func (s Set) Plan(ctx context.Context, b *kit.Base, view *kit.View, resourceType string, before *Before, diags *diag.Diagnostics) Planned {
	p := planner{Set: s, base: b, view: view, resourceType: resourceType, before: before, after: newInventory(), known: !s.Incomplete, diags: diags}
	view.With(func(t *topology.VirtualHost) { p.unsaid = s.unsaidLimits(t.Version) })
	asOne := before == nil && s.replacedAsOne(view)
	for _, x := range s.Exchanges {
		p.exchange(ctx, x)
	}
	p.removed(ctx)
	for _, q := range s.Queues {
		p.queue(ctx, q)
	}
	p.bindings(ctx)
	p.say()
	p.check(asOne)
	planned := Planned{Objects: types.DynamicUnknown(), Retiring: p.retiring}
	if p.known {
		planned.Objects = p.after.Value()
	}
	return planned
}

type planner struct {
	Set
	base          *kit.Base
	view          *kit.View
	resourceType  string
	before        *Before
	after         Inventory
	known         bool
	unsaid        map[string]bool // see unsaidLimits
	adopted, lost []string
	replaced      []string
	left          []string // wanted no more and not deleted
	retiring      []string
	diags         *diag.Diagnostics
}

// claim records that the resource has an object as its own.
func (p *planner) claim(ctx context.Context, object topology.Object, change topology.Change) {
	p.view.Claim(ctx, object, kit.Claim{Resource: p.resourceType, ID: p.ID, Change: change})
}

func (p *planner) exchange(ctx context.Context, x Exchange) {
	ref := topology.Ref{Kind: topology.KindExchange, Name: x.Name}
	planned := rabbitmq.Exchange{
		Vhost: p.Vhost, Name: x.Name, Type: x.Type, Durable: x.Durable, AutoDelete: x.AutoDelete, Internal: x.Internal, Arguments: x.Arguments,
	}
	change := topology.Created
	have, there := p.had().Exchanges[x.Name]
	switch {
	case there && len(exchange.Differences(x.ExchangeSettings, have)) == 0:
		change, planned = topology.Unchanged, have
	case there:
		change = topology.Replaced
		p.view.MarkReplaced(ref)
		p.replaced = append(p.replaced, fmt.Sprintf("exchange %q", x.Name))
	case p.adopts(ref, x):
		p.adopted = append(p.adopted, fmt.Sprintf("exchange %q", x.Name))
	default:
		p.missed("exchange", x.Name, slices.Contains(p.wanted().exchangeNames(), x.Name))
		change = exchange.PlanCreation(p.view, p.resourceType, p.Vhost, x.Name, x.ExchangeSettings, p.diags)
	}
	p.after.Exchanges[x.Name] = planned
	p.view.With(func(t *topology.VirtualHost) { t.PutExchange(x.inTopology(change)) })
	p.claim(ctx, ref.Object(), change)
}

// adopts reports whether an exchange is there already and equal.
func (p *planner) adopts(ref topology.Ref, x Exchange) (equal bool) {
	if p.view.Stated(p.resourceType, ref) || p.view.Vacated(ref) {
		return false
	}
	p.view.With(func(t *topology.VirtualHost) {
		if e := t.Exchange(x.Name); e != nil && !e.Managed && t.Complete {
			equal = len(exchange.Differences(x.ExchangeSettings, rabbitmq.Exchange{
				Type: e.Type, Durable: e.Durable, AutoDelete: e.AutoDelete, Internal: e.Internal, Arguments: e.Arguments,
			})) == 0
		}
	})
	return equal
}

func (p *planner) queue(ctx context.Context, q Queue) {
	q.DeletionPolicy, q.Whole = types.StringValue(p.DeletionPolicy), p.ID.ValueString()
	name := q.Name.ValueString()
	have, there := p.had().Queues[name]
	adopts := false
	if !there {
		have, adopts = p.adoptable(q)
		if there = adopts; adopts {
			p.adopted = append(p.adopted, fmt.Sprintf("queue %q", name))
		} else {
			p.missed("queue", name, slices.Contains(p.wanted().queueNames(), name))
		}
	}
	var prior *queuekit.Prior
	if there {
		of := have.prior(p.policy())
		prior = &of
	}
	planned := queuekit.Plan(ctx, p.base, p.view, p.resourceType, q.Spec, prior, p.diags)
	if q.Named() {
		change := planned.Change
		if adopts {
			change = topology.Created // by this plan it becomes the resource's own
		}
		p.claim(ctx, topology.Ref{Kind: topology.KindQueue, Name: name}.Object(), change)
	}
	if there && planned.Change == topology.Replaced {
		p.replaced = append(p.replaced, p.because(name))
	}
	args, known, _ := kit.Arguments(planned.Arguments)
	p.known = p.known && known && q.Named()
	if planned.Change != topology.Unchanged {
		have = existing(rabbitmq.Queue{
			Vhost: p.Vhost, Name: name, Type: string(q.Type()), Durable: q.Durable.ValueBool(), AutoDelete: q.AutoDelete.ValueBool(), Arguments: args,
		}, p.unsaid[name])
	}
	p.after.Queues[name] = have
}

// adoptable returns the queue that is there already, if it is equal. Of one that differs the plan of the queue says so.
func (p *planner) adoptable(q Queue) (have Existing, equal bool) {
	ref := topology.Ref{Kind: topology.KindQueue, Name: q.Name.ValueString()}
	if !q.Named() || p.view.Stated(p.resourceType, ref) || p.view.Vacated(ref) {
		return have, false
	}
	p.view.With(func(t *topology.VirtualHost) {
		there := t.Queue(ref.Name)
		if there == nil || there.Managed {
			return
		}
		have = existing(rabbitmq.Queue{
			Vhost: p.Vhost, Name: ref.Name, Type: string(there.Type), Durable: there.Durable, AutoDelete: there.AutoDelete, Arguments: there.Arguments,
		}, p.unsaid[ref.Name])
		equal = len(queuekit.Differences(q.Spec, q.Arguments(t.Version), have.prior(""))) == 0
	})
	return have, equal
}

// missed notes an object that the state asks for and the broker has no more.
func (p *planner) missed(kind, name string, expected bool) {
	if expected {
		p.lost = append(p.lost, fmt.Sprintf("%s %q", kind, name))
	}
}

func (p *planner) had() Inventory {
	if p.before == nil {
		return Inventory{}
	}
	return p.before.Has
}

func (p *planner) wanted() Set {
	if p.before == nil {
		return Set{}
	}
	return p.before.Set
}

// policy is the deletion policy that counts for queues that are there.
func (p *planner) policy() string {
	if p.before == nil {
		return p.DeletionPolicy
	}
	return p.before.Set.DeletionPolicy
}
