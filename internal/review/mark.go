package review

import (
	"maps"
	"reflect"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// markChanges says of each object what becomes of it.
func (i *Input) markChanges() {
	stays := map[string]bool{}
	for _, after := range i.After {
		for _, address := range after.Addresses {
			stays[address] = true
		}
	}
	for name, before := range i.Before {
		if i.After[name] == nil {
			i.After[name] = before.another()
		}
		i.After[name].delete(before, stays)
	}
	for name, after := range i.After {
		before := i.Before[name]
		if before == nil {
			before = after.another()
		}
		for _, q := range after.Queues() {
			if q.Change == topology.Deleted {
				continue
			}
			q.Change, q.Prior = topology.Unchanged, before.Queue(q.Name)
			if q.Prior == nil {
				q.Change = topology.Created
				continue
			}
			address := after.address(topology.Ref{Kind: topology.KindQueue, Name: q.Name})
			q.Because = q.Written(differences(q, q.Prior))
			switch {
			case len(q.Because) > 0 && after.Migrates[address]:
				q.Change = topology.Migrated
			case len(q.Because) > 0 || i.Replaced[address]:
				q.Change = topology.Replaced
			}
		}
		for _, x := range after.Exchanges() {
			if x.Change == topology.Deleted {
				continue
			}
			x.Change = changeOf(before.Exchange(x.Name), x, sameExchange, topology.Replaced)
			if ref := (topology.Ref{Kind: topology.KindExchange, Name: x.Name}); x.Change == topology.Unchanged && i.Replaced[after.address(ref)] {
				x.Change = topology.Replaced
			}
		}
		for _, b := range after.Bindings() {
			b.Change = topology.Created
			if slices.ContainsFunc(before.BindingsNamed(b.Name()), func(old *topology.Binding) bool { return old.Object() == b.Object() }) {
				b.Change = topology.Unchanged
			}
		}
		for _, operator := range []bool{false, true} {
			for _, p := range after.Policies(operator) {
				p.Change = changeOf(before.Policy(p.Ref()), p, func(a, b topology.Policy) bool {
					a.Change, a.Managed, b.Change, b.Managed = "", false, "", false
					return reflect.DeepEqual(a, b)
				}, topology.Updated)
			}
		}
	}
}

// keep notes where an object stands that goes, and what is accepted of it.
func (h *Host) keep(before *Host, o topology.Object) {
	address := before.Addresses[o]
	h.Addresses[o], h.Ignored[o.Ref] = address, before.Ignored[o.Ref]
	if h.Accepted[address] == nil {
		h.Accepted[address] = before.Accepted[address]
	}
}

// delete marks what was there before and is not wanted any more. stays has the addresses of resources that the plan keeps, in whatever form.
func (h *Host) delete(before *Host, stays map[string]bool) {
	for _, o := range before.Objects() {
		switch o.Kind {
		case topology.KindQueue:
			if h.Queue(o.Name) == nil {
				gone := *before.Queue(o.Name)
				gone.Change, gone.Prior = topology.Deleted, before.Queue(o.Name)
				h.PutQueue(&gone)
				h.keep(before, o)
			}
		case topology.KindExchange:
			if h.Exchange(o.Name) == nil {
				gone := *before.Exchange(o.Name)
				gone.Change, gone.Moves = topology.Deleted, stays[before.Addresses[o]]
				h.PutExchange(&gone)
				h.keep(before, o)
			}
		case topology.KindPolicy, topology.KindOperatorPolicy:
			h.HadPolicy(before.Policy(o.Ref))
			if h.Policy(o.Ref) == nil {
				h.keep(before, o)
			}
		case topology.KindBinding:
			for _, b := range before.BindingsNamed(o.Name) {
				if b.Object() == o && !has(h, o) {
					gone := *b
					gone.Change = topology.Deleted
					h.PutBinding(&gone)
				}
			}
		}
	}
}

// differences are what cannot be changed of a queue and is to be otherwise.
func differences(q, old *topology.Queue) (fields []string) {
	differ := func(field string, is bool) {
		if is {
			fields = append(fields, field)
		}
	}
	differ("type", q.Type != old.Type)
	differ("durable", q.Durable != old.Durable)
	differ("auto_delete", q.AutoDelete != old.AutoDelete)
	arguments := map[string]any{}
	maps.Copy(arguments, old.Arguments)
	maps.Copy(arguments, q.Arguments)
	for _, argument := range slices.Sorted(maps.Keys(arguments)) {
		differ(argument, argument != "x-queue-type" && !reflect.DeepEqual(q.Arguments[argument], old.Arguments[argument]))
	}
	return fields
}

// sameExchange reports whether the broker has both exchanges as one.
func sameExchange(a, b topology.Exchange) bool {
	return a.Type == b.Type && a.Durable == b.Durable && a.AutoDelete == b.AutoDelete && a.Internal == b.Internal &&
		a.AlternateExchange == b.AlternateExchange && reflect.DeepEqual(a.Arguments, b.Arguments)
}

func changeOf[T any](old, planned *T, equal func(a, b T) bool, otherwise topology.Change) topology.Change {
	switch {
	case old == nil:
		return topology.Created
	case equal(*old, *planned):
		return topology.Unchanged
	default:
		return otherwise
	}
}
