package objectset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// PlanDelete records that all objects go, and warns if messages in them will stand against it. It is an error if they would be lost all the same,
// because the plan deletes their way on.
func (s Set) PlanDelete(ctx context.Context, b *kit.Base, resourceType string, recorded Inventory, diags *diag.Diagnostics) {
	ways := s.waysTaken(ctx, b, recorded, diags)
	switch held := s.planDelete(ctx, b, resourceType, recorded, true, diags); {
	case len(held) == 0:
	case len(ways) > 0:
		diags.AddError(fmt.Sprintf("Messages stand against deleting %s", held[0]),
			fmt.Sprintf("Messages wait in virtual host %q in %s. This plan also deletes their way on, %s, which Terraform does before it comes to these queues: the messages would be dropped "+
				"when their time is over, since classic queues hand them over at most once. %s", s.Vhost, strings.Join(held, ", "), strings.Join(ways, ", "), whilePlanned))
	default:
		diags.AddWarning(fmt.Sprintf("Messages stand against deleting %s", held[0]),
			fmt.Sprintf("Messages that would be lost are in virtual host %q in %s. Applying this will be refused as long as there are any, and nothing of the resource is deleted then. %s %s",
				s.Vhost, strings.Join(held, ", "), recorded.goesFirst(), whilePlanned))
	}
}

// waysTaken names the bindings of other resources that the plan deletes and that lead away from the set, if its queues drop what finds no way:
// quorum queues keep it. Terraform plans the destruction of what refers to a resource before that of the resource.
func (s Set) waysTaken(ctx context.Context, b *kit.Base, recorded Inventory, diags *diag.Diagnostics) (ways []string) {
	if b.Runtime == nil || b.Client == nil || b.Applying() || !recorded.dropping() {
		return nil
	}
	b.Load(ctx, s.Vhost, diags).With(func(t *topology.VirtualHost) {
		for _, name := range union(nil, recorded.Exchanges) {
			for _, gone := range t.Gone(topology.Ref{Kind: topology.KindExchange, Name: name}) {
				if gone.Source == name {
					ways = append(ways, fmt.Sprintf("binding %q", gone.Name()))
				}
			}
		}
	})
	return ways
}

// PlanReplace records that all objects are deleted and others made, so that what is bound to them goes with them. Messages in them stop the plan.
func (s Set) PlanReplace(ctx context.Context, b *kit.Base, resourceType string, recorded Inventory, diags *diag.Diagnostics) {
	if b.Runtime != nil && s.DeletionPolicy != queuekit.Retain {
		for name := range recorded.Queues {
			b.View(s.Vhost).MarkReplaced(topology.Ref{Kind: topology.KindQueue, Name: name})
		}
		for name := range recorded.Exchanges {
			b.View(s.Vhost).MarkReplaced(topology.Ref{Kind: topology.KindExchange, Name: name})
		}
	}
	if held := s.planDelete(ctx, b, resourceType, recorded, false, diags); len(held) > 0 {
		diags.AddError(fmt.Sprintf("Messages stand against replacing %s", held[0]),
			fmt.Sprintf("This plan deletes all objects of the resource and makes others. Messages that would be lost are in virtual host %q in %s. %s",
				s.Vhost, strings.Join(held, ", "), whilePlanned))
	}
}

// planDelete records that all objects go. It returns the queues that hold messages.
func (s Set) planDelete(ctx context.Context, b *kit.Base, resourceType string, recorded Inventory, destroyed bool, diags *diag.Diagnostics) (held []string) {
	if b.Runtime == nil || b.Client == nil || s.DeletionPolicy == queuekit.Retain {
		return nil
	}
	view := b.Load(ctx, s.Vhost, diags)
	for _, name := range union(nil, recorded.Queues) {
		if s.DeletionPolicy == queuekit.IfEmpty {
			if messages, _ := view.Counts(ctx, b.Client, s.Vhost, name); messages != nil && *messages > 0 {
				held = append(held, fmt.Sprintf("queue %q (%d at the last count)", name, *messages))
			}
		}
	}
	leave(ctx, b, resourceType, s, recorded, destroyed, diags)
	return held
}

// Delete deletes all objects as the deletion policy says: nothing at all while a queue holds messages, whose way would be cut, or while
// others are bound to an exchange. What brings messages in goes first and the exchanges last. It returns what is left if it fails half way.
func (s Set) Delete(ctx context.Context, b *kit.Base, recorded Inventory, diags *diag.Diagnostics) (Inventory, bool) {
	if s.DeletionPolicy == queuekit.Retain {
		return newInventory(), true
	}
	a := applier{Set: s, base: b, policy: s.DeletionPolicy, after: recorded.clone(), diags: diags}
	var queues []Existing
	for _, name := range union(nil, recorded.Queues) {
		if !b.View(s.Vhost).Declared(topology.KindQueue, name) {
			queues = append(queues, recorded.Queues[name])
		}
	}
	var exchanges []string
	for _, name := range union(nil, recorded.Exchanges) {
		if !b.View(s.Vhost).Declared(topology.KindExchange, name) {
			exchanges = append(exchanges, name)
		}
	}
	if !a.unused(ctx, exchanges) || !a.allEmpty(ctx, queues) {
		return a.after, false
	}
	done := a.unbind(ctx, a.fromOutside()) && a.deleteQueues(ctx, queues) && a.deleteUnborn(ctx, recorded) && a.deleteExchanges(ctx, exchanges)
	return a.after, done
}

// deleteUnborn deletes the queues that count as gone because they were half made.
func (a *applier) deleteUnborn(ctx context.Context, recorded Inventory) bool {
	var lost []string
	for _, name := range a.queueNames() {
		if _, there := recorded.Queues[name]; !there {
			lost = append(lost, name)
		}
	}
	_, ok := each(ctx, lost, a.diags, func(ctx context.Context, name string, diags *diag.Diagnostics) (struct{}, bool) {
		err := queuekit.DeleteUnborn(ctx, a.base, a.Vhost, name)
		if err != nil {
			kit.Unable(diags, "delete", "queue", a.Vhost, name, err)
		}
		return struct{}{}, err == nil
	})
	return ok
}

// allEmpty refuses to go on while any of the queues holds messages, which it says in one error.
func (a *applier) allEmpty(ctx context.Context, queues []Existing) bool {
	if a.policy != queuekit.IfEmpty {
		return true
	}
	held, ok := each(ctx, queues, a.diags, func(ctx context.Context, q Existing, diags *diag.Diagnostics) (string, bool) {
		held, err := a.holds(ctx, q)
		if err != nil {
			kit.Unable(diags, "delete", "queue", a.Vhost, q.Name, err)
			return "", false
		}
		if held != "" {
			held = fmt.Sprintf("queue %q holds %s", q.Name, held)
		}
		return held, true
	})
	held = slices.DeleteFunc(held, func(text string) bool { return text == "" })
	if len(held) > 0 {
		first, _, _ := strings.Cut(held[0], " holds")
		a.diags.AddError(fmt.Sprintf("%s is not empty", strings.ToUpper(first[:1])+first[1:]),
			fmt.Sprintf("Deleting the objects in virtual host %q would lose messages: %s. Nothing of the resource was deleted. %s %s", a.Vhost, strings.Join(held, ", "),
				a.after.goneFirst(), onceRefused))
	}
	return ok && len(held) == 0
}

// fromOutside are the bindings whose source is not in the set.
func (a *applier) fromOutside() []rabbitmq.Binding {
	return slices.DeleteFunc(slices.Clone(a.after.Bindings), func(b rabbitmq.Binding) bool {
		_, own := a.after.Exchanges[b.Source]
		return own
	})
}

// unused refuses to delete exchanges while others are bound to them: what they get from there would be lost.
func (a *applier) unused(ctx context.Context, exchanges []string) bool {
	if a.policy != queuekit.IfEmpty {
		return true
	}
	all, err := a.base.Client.Bindings(ctx, a.Vhost)
	if gone(err) {
		return true
	}
	if err != nil {
		kit.Unable(a.diags, "read", "bindings of virtual host", a.Vhost, a.Vhost, err)
		return false
	}
	var others []string
	for _, b := range all {
		if slices.Contains(exchanges, b.Source) && !a.after.has(b) {
			if _, own := a.after.Queues[b.Destination]; !own || b.DestinationType != string(topology.KindQueue) {
				others = append(others, inTopology(b, topology.Unchanged).Name())
			}
		}
	}
	if len(others) > 0 {
		a.diags.AddError(fmt.Sprintf("Used by others: %s", others[0]),
			fmt.Sprintf("In virtual host %q others are bound to exchanges that are to be deleted: %s. They would get no messages any more: nothing was deleted. Remove these bindings "+
				`first, or apply deletion_policy = "force" before.`, a.Vhost, strings.Join(others, ", ")))
	}
	return len(others) == 0
}
