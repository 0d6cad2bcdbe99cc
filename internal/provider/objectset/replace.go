package objectset

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// goingAreEmpty refuses to go on if one of the queues that go has got messages since the plan.
func (a *applier) goingAreEmpty(ctx context.Context, queues []Existing, sofar string) bool {
	_, ok := each(ctx, queues, a.diags, func(ctx context.Context, q Existing, diags *diag.Diagnostics) (struct{}, bool) {
		return struct{}{}, a.empty(ctx, q, sofar, diags)
	})
	return ok
}

// emptied refuses to go on if one of the queues that empty by themselves has got messages while their bindings went. The deletion looks into
// the others itself.
func (a *applier) emptied(ctx context.Context, queues []Existing, sofar string) bool {
	return a.goingAreEmpty(ctx, slices.DeleteFunc(slices.Clone(queues), func(q Existing) bool { return !q.drains() }), sofar)
}

// empty refuses to go on if a queue holds messages, unless they may be lost. Those that only wait may not: the next plan lets them go on.
func (a *applier) empty(ctx context.Context, q Existing, sofar string, diags *diag.Diagnostics) bool {
	if a.policy != queuekit.IfEmpty && !q.drains() {
		return true
	}
	held, err := a.holds(ctx, q)
	if err != nil {
		kit.Unable(diags, "delete", "queue", a.Vhost, q.Name, err)
		return false
	}
	if held == "" {
		return true
	}
	advice := "Consume or move them and apply again."
	if q.drains() {
		advice = "Plan and apply again in ten seconds, when the broker has counted them: the queue then stays until they have gone on."
	}
	diags.AddError(fmt.Sprintf("Queue %q has got messages", q.Name),
		fmt.Sprintf("Queue %q in virtual host %q is to be deleted and holds %s, which would be lost. %s %s", q.Name, a.Vhost, held, sofar, advice))
	return false
}

// replaceExchanges deletes exchanges whose settings differ and makes them again, with the bindings that others have made. Messages that
// arrive in between find no exchange.
func (a *applier) replaceExchanges(ctx context.Context, exchanges []Exchange) bool {
	for _, x := range exchanges {
		all, err := a.base.Client.Bindings(ctx, a.Vhost)
		if err != nil {
			kit.Unable(a.diags, "replace", "exchange", a.Vhost, x.Name, err)
			return false
		}
		if !a.deleteExchanges(ctx, []string{x.Name}) || !a.declareExchanges(ctx, []Exchange{x}) {
			return false
		}
		var others []rabbitmq.Binding
		for _, b := range all {
			if !a.binds(b) && (b.Source == x.Name || b.DestinationType == string(topology.KindExchange) && b.Destination == x.Name) {
				others = append(others, b)
			}
		}
		_, ok := each(ctx, others, a.diags, func(ctx context.Context, b rabbitmq.Binding, diags *diag.Diagnostics) (struct{}, bool) {
			_, err := a.base.Client.DeclareBinding(ctx, a.Vhost, b)
			if err != nil {
				kit.Unable(diags, "restore", "binding", a.Vhost, inTopology(b, topology.Created).Name(), err)
			}
			return struct{}{}, err == nil
		})
		if !ok {
			return false
		}
	}
	return true
}

// binds reports whether a binding is in the set.
func (s Set) binds(b rabbitmq.Binding) bool {
	return slices.ContainsFunc(s.Bindings, func(want Binding) bool { return compareBindings(want.Binding, b) == 0 })
}

// replaceQueues deletes queues whose settings differ and makes them again. Their bindings go before, so that nothing comes while they are
// looked into; if one is not empty after all, they come back.
func (a *applier) replaceQueues(ctx context.Context, queues []Queue) bool {
	for _, q := range queues {
		old := a.after.Queues[q.Name.ValueString()]
		var to []rabbitmq.Binding
		for _, b := range a.after.Bindings {
			if b.DestinationType == string(topology.KindQueue) && b.Destination == old.Name {
				to = append(to, b)
			}
		}
		if !a.unbind(ctx, to) {
			return false
		}
		if !a.emptied(ctx, []Existing{old}, "It was left as it is.") || !queuekit.Delete(ctx, a.base, old.prior(a.policy), a.diags) {
			a.bind(ctx, to)
			return false
		}
		delete(a.after.Queues, old.Name)
		if !a.declareQueues(ctx, []Queue{q}) {
			return false
		}
	}
	return true
}

// deleteQueues deletes queues that are wanted no more.
func (a *applier) deleteQueues(ctx context.Context, queues []Existing) bool {
	done, ok := each(ctx, queues, a.diags, func(ctx context.Context, q Existing, diags *diag.Diagnostics) (bool, bool) {
		ok := queuekit.Delete(ctx, a.base, q.prior(a.policy), diags)
		return ok, ok
	})
	for i, q := range queues {
		if done[i] {
			delete(a.after.Queues, q.Name)
		}
	}
	return ok
}

// deleteExchanges deletes exchanges one after another: of two that are bound to each other and deleted at once, RabbitMQ before 4.0 may keep
// one, although it has confirmed both (seen on 3.10.8).
func (a *applier) deleteExchanges(ctx context.Context, names []string) bool {
	for _, name := range names {
		a.base.View(a.Vhost).MarkDeleted(topology.Ref{Kind: topology.KindExchange, Name: name}.Object())
		if err := a.base.Client.DeleteExchange(ctx, a.Vhost, name); err != nil {
			kit.Unable(a.diags, "delete", "exchange", a.Vhost, name, err)
			return false
		}
		delete(a.after.Exchanges, name)
		a.after.Bindings = slices.DeleteFunc(a.after.Bindings, func(b rabbitmq.Binding) bool {
			return b.Source == name || b.DestinationType == string(topology.KindExchange) && b.Destination == name
		})
	}
	return true
}
