package objectset

import (
	"context"
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// removed plans what becomes of recorded objects that are wanted no more.
func (p *planner) removed(ctx context.Context) {
	if p.before == nil || p.Incomplete {
		return // what else is wanted may be just what is there
	}
	p.retiring = p.Retiring(*p.before)
	goes := newInventory()
	for _, name := range union(nil, p.had().Exchanges) {
		if !slices.Contains(p.exchangeNames(), name) {
			goes.Exchanges[name] = p.had().Exchanges[name]
		}
	}
	for _, name := range p.NotWanted(p.had()) {
		if q := p.had().Queues[name]; slices.Contains(p.retiring, name) {
			p.retire(ctx, q)
		} else {
			p.mustBeEmpty(ctx, q)
			goes.Queues[name] = q
		}
	}
	if p.policy() != queuekit.Retain {
		leave(ctx, p.base, p.resourceType, p.before.Set, goes, false, p.diags)
		return
	}
	for _, name := range union(nil, goes.Exchanges) {
		p.left = append(p.left, fmt.Sprintf("exchange %q", name))
	}
	for _, name := range union(nil, goes.Queues) {
		p.left = append(p.left, fmt.Sprintf("queue %q", name))
	}
}

// Retiring lists the queues that are not wanted any more and stay until the messages in them, which are delayed, have gone on. They do so
// whatever the deletion policy is: it costs nobody anything to wait for them.
func (s Set) Retiring(before Before) []string {
	var names []string
	for _, name := range s.NotWanted(before.Has) {
		if before.Has.Queues[name].drains() && before.MayHold(name) {
			names = append(names, name)
		}
	}
	return names
}

// NotWanted lists the queues of an inventory that are not in the set, sorted.
func (s Set) NotWanted(have Inventory) []string {
	var names []string
	for _, name := range union(nil, have.Queues) {
		if !slices.Contains(s.queueNames(), name) {
			names = append(names, name)
		}
	}
	return names
}

// retire keeps a queue until its messages have gone on. Nothing new comes to it.
func (p *planner) retire(ctx context.Context, q Existing) {
	p.after.Queues[q.Name] = q
	p.view.With(func(t *topology.VirtualHost) {
		kept := kit.BrokerQueue(q.Queue)
		kept.Managed, kept.DelayTier = true, true
		t.PutQueue(kept)
	})
	p.claim(ctx, topology.Ref{Kind: topology.KindQueue, Name: q.Name}.Object(), topology.Unchanged)
	if p.base.Runtime == nil || p.base.Client == nil || !slices.Contains(p.wanted().queueNames(), q.Name) {
		return // it retires since an earlier plan, which has said so
	}
	values := q.prior("").Values
	holds := "may hold messages"
	if messages, _ := p.view.Counts(ctx, p.base.Client, p.Vhost, q.Name); messages != nil && *messages > 0 {
		holds = fmt.Sprintf("holds messages (%d at the last count)", *messages)
	}
	then := "deletes it"
	if p.policy() == queuekit.Retain {
		then = "leaves it on the broker to nobody, as deletion_policy = \"retain\" says"
	}
	p.diags.AddWarning(fmt.Sprintf("Queue %q stays until it is empty", q.Name),
		fmt.Sprintf("Queue %q in virtual host %q is wanted no more, but %s: deleting it would lose them. Applying this plan lets no new message into it, and those in it go "+
			"on to exchange %q as before, the last one after %s. The queue is listed in `retiring`; the first plan that finds it empty %s.",
			q.Name, p.Vhost, holds, values[queueargs.DeadLetterExchange.Attribute], values[queueargs.MessageTTL.Attribute], then))
}

// mustBeEmpty stops the plan if a queue that it deletes holds messages, since applying it could not be finished.
func (p *planner) mustBeEmpty(ctx context.Context, q Existing) {
	if p.policy() != queuekit.IfEmpty || p.base.Runtime == nil || p.base.Client == nil {
		return
	}
	if messages, _ := p.view.Counts(ctx, p.base.Client, p.Vhost, q.Name); messages != nil && *messages > 0 {
		p.diags.AddError(fmt.Sprintf("Queue %q is not empty", q.Name),
			fmt.Sprintf("This plan deletes queue %q in virtual host %q, which holds messages (%d at the last count) that would be lost. Consume or move them first, or apply "+
				"deletion_policy = \"force\" in a plan of its own to lose them on purpose, or \"retain\" to leave the queue on the broker.", q.Name, p.Vhost, *messages))
	}
}

// bindings puts the wanted bindings into the view in place of those that were.
func (p *planner) bindings(ctx context.Context) {
	for _, b := range p.Bindings {
		p.after.add(b.Binding)
	}
	for _, old := range p.had().Bindings {
		if !p.after.has(old) && !p.Incomplete {
			unbind(ctx, p.view, old, kit.Claim{Resource: p.resourceType, ID: p.ID, Change: topology.Deleted})
		}
	}
	for _, b := range p.Bindings {
		change := topology.Created
		if p.had().has(b.Binding) {
			change = topology.Unchanged
		}
		planned := inTopology(b.Binding, change)
		if change == topology.Created && p.lostAlone(planned) {
			p.missed("binding", planned.Name(), p.wanted().binds(b.Binding))
		}
		p.view.With(func(t *topology.VirtualHost) { t.PutBinding(planned) })
		p.claim(ctx, planned.Object(), change)
	}
}
