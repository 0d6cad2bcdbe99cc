package objectset

import (
	"context"
	"slices"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/binding"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/exchange"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Create makes the objects. Those that exist already are taken if they are equal. If one cannot be made, what was made before it is taken
// back as far as it holds no messages, since Terraform would destroy it: then nothing is left, or what is returned.
func (s Set) Create(ctx context.Context, b *kit.Base, resourceType string, diags *diag.Diagnostics) (Inventory, bool) {
	a := applier{Set: s, base: b, resourceType: resourceType, after: newInventory(), diags: diags}
	w, ok := a.plan(ctx, Before{}, nil)
	if !ok {
		return a.after, false
	}
	if !a.declareExchanges(ctx, w.newExchanges) || !a.declareQueues(ctx, w.newQueues) || !a.bind(ctx, w.bind) {
		return a.undo(ctx), false
	}
	return a.after, true
}

// Update makes the broker have the set where it had something else before. Queues that retire stay as they are, without bindings. It returns
// what the broker then has, also when it could not finish: that belongs into the state, so that the next apply goes on from there.
func (s Set) Update(ctx context.Context, b *kit.Base, resourceType string, before Before, retiring []string, diags *diag.Diagnostics) (Inventory, bool) {
	a := applier{Set: s, base: b, resourceType: resourceType, policy: before.Set.DeletionPolicy, after: before.Has.clone(), diags: diags}
	w, ok := a.plan(ctx, before, retiring)
	if !ok {
		return before.Has, false
	}
	if a.do(ctx, w) {
		return a.after, true
	}
	return a.whatIsLeft(before.Has), false
}

type applier struct {
	Set
	base         *kit.Base
	resourceType string
	version      *version.Version
	policy       string
	after        Inventory
	// made are the exchanges and queues that were not there before.
	made  []topology.Ref
	diags *diag.Diagnostics
}

func (a *applier) plan(ctx context.Context, before Before, retiring []string) (work, bool) {
	v, err := a.base.Client.Version(ctx)
	if err != nil {
		kit.Unable(a.diags, "change", "objects of virtual host", a.Vhost, a.Vhost, err)
		return work{}, false
	}
	a.version = v
	return a.compare(v, before.Has, retiring, a.policy), true
}

func (a *applier) do(ctx context.Context, w work) bool {
	goneQueues, goneExchanges := w.goneQueues, w.goneExchanges
	if a.policy == queuekit.Retain {
		goneQueues, goneExchanges = nil, nil
	}
	going := slices.Clone(goneQueues)
	for _, q := range w.otherQueues {
		going = append(going, a.after.Queues[q.Name.ValueString()])
	}
	// What would have to stop half way is not begun.
	if !a.confirm(ctx, w) || !a.goingAreEmpty(ctx, going, "Nothing was changed.") {
		return false
	}
	if !a.declareExchanges(ctx, w.newExchanges) || !a.declareQueues(ctx, w.newQueues) ||
		!a.replaceExchanges(ctx, w.otherExchanges) || !a.replaceQueues(ctx, w.otherQueues) {
		return false
	}
	first, then := a.bind, a.unbind
	now, later := w.bind, w.unbind
	if a.UnbindFirst {
		first, then, now, later = then, first, later, now
	}
	if !first(ctx, now) || !then(ctx, later) || !a.emptied(ctx, goneQueues, "It was left as it is, without bindings.") ||
		!a.deleteQueues(ctx, goneQueues) || !a.deleteExchanges(ctx, goneExchanges) {
		return false
	}
	a.forget(w)
	return true
}

// forget takes out of the inventory what is wanted no more and stays on the broker.
func (a *applier) forget(w work) {
	for _, q := range w.goneQueues {
		delete(a.after.Queues, q.Name)
	}
	for _, name := range w.goneExchanges {
		delete(a.after.Exchanges, name)
	}
}

func (a *applier) declareExchanges(ctx context.Context, exchanges []Exchange) bool {
	type declared struct {
		have    rabbitmq.Exchange
		created bool
	}
	results, ok := each(ctx, exchanges, a.diags, func(ctx context.Context, x Exchange, diags *diag.Diagnostics) (declared, bool) {
		have, created, ok := exchange.Declare(ctx, a.base, a.resourceType, a.Vhost, x.Name, x.ExchangeSettings, diags)
		return declared{have, created}, ok
	})
	for i, x := range exchanges {
		if results[i].have.Name == "" {
			continue
		}
		a.after.Exchanges[x.Name] = results[i].have
		if results[i].created {
			a.made = append(a.made, topology.Ref{Kind: topology.KindExchange, Name: x.Name})
		}
		a.base.View(a.Vhost).With(func(t *topology.VirtualHost) { t.PutExchange(x.inTopology(topology.Created)) })
	}
	return ok
}

func (a *applier) declareQueues(ctx context.Context, queues []Queue) bool {
	results, ok := each(ctx, queues, a.diags, func(ctx context.Context, q Queue, diags *diag.Diagnostics) (queuekit.Declared, bool) {
		return queuekit.Declare(ctx, a.base, a.resourceType, a.owned(q), nil, diags)
	})
	unsaid := a.unsaidLimits(a.version)
	for i, q := range queues {
		args, known, _ := kit.Arguments(results[i].Arguments)
		if results[i].Arguments.IsNull() || !known {
			continue
		}
		name := q.Name.ValueString()
		a.after.Queues[name] = existing(rabbitmq.Queue{
			Vhost: a.Vhost, Name: name, Type: string(q.Type()), Durable: q.Durable.ValueBool(), AutoDelete: q.AutoDelete.ValueBool(), Arguments: args,
		}, unsaid[name])
		if results[i].Created {
			a.made = append(a.made, topology.Ref{Kind: topology.KindQueue, Name: name})
		}
	}
	return ok
}

func (a *applier) owned(q Queue) queuekit.Spec {
	q.DeletionPolicy, q.Whole = types.StringValue(a.DeletionPolicy), a.ID.ValueString()
	return q.Spec
}

// bind makes all bindings before it reads them back: more than can be read at a time are served from one list.
func (a *applier) bind(ctx context.Context, bindings []rabbitmq.Binding) bool {
	type made struct {
		want rabbitmq.Binding
		key  rabbitmq.BindingKey
		ok   bool
	}
	put, putAll := each(ctx, bindings, a.diags, func(ctx context.Context, want rabbitmq.Binding, diags *diag.Diagnostics) (made, bool) {
		key, ok := binding.Put(ctx, a.base, want, diags)
		return made{want, key, ok}, ok
	})
	put = slices.DeleteFunc(put, func(m made) bool { return !m.ok })
	if len(put) > atOnce {
		_, _ = a.base.Client.Bindings(ctx, a.Vhost) // if they cannot be listed, each is read
	}
	done, readAll := each(ctx, put, a.diags, func(ctx context.Context, m made, diags *diag.Diagnostics) (bool, bool) {
		_, ok := binding.ReadBack(ctx, a.base, m.want, m.key, diags)
		return ok, ok
	})
	for i, m := range put {
		if done[i] {
			a.after.add(m.want)
		}
	}
	return putAll && readAll
}

// unbind takes bindings away, by the properties keys that the broker has for them. Those that this run has made stay: with
// create_before_destroy what comes is the same as what goes.
func (a *applier) unbind(ctx context.Context, bindings []rabbitmq.Binding) bool {
	if len(bindings) == 0 {
		return true
	}
	there, err := a.base.Client.Bindings(ctx, a.Vhost)
	if err != nil {
		kit.Unable(a.diags, "read", "bindings of virtual host", a.Vhost, a.Vhost, err)
		return false
	}
	done, ok := each(ctx, bindings, a.diags, func(ctx context.Context, old rabbitmq.Binding, diags *diag.Diagnostics) (bool, bool) {
		for _, have := range there {
			if compareBindings(have, old) != 0 {
				continue
			}
			if err := binding.Delete(ctx, a.base, have); err != nil {
				kit.Unable(diags, "delete", "binding", a.Vhost, inTopology(old, topology.Deleted).Name(), err)
				return false, false
			}
		}
		return true, true
	})
	a.after.Bindings = slices.DeleteFunc(a.after.Bindings, func(b rabbitmq.Binding) bool {
		for i, old := range bindings {
			if done[i] && compareBindings(b, old) == 0 {
				return true
			}
		}
		return false
	})
	return ok
}
