package review

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Input is what is reviewed.
type Input struct {
	// Source says what was read: "plan", "state" or "definitions".
	Source string
	// Before and After are the virtual hosts by name, as they are and as they are to be. They are the same where nothing is to change.
	Before, After map[string]*Host
	// Replaced are the addresses of resources that the plan deletes and creates.
	Replaced map[string]bool
	// Unknown are the Terraform addresses of which it is not known until the apply what they are, with what is not known.
	Unknown []string
	// Provider are the settings of the provider block.
	Provider ProviderSettings
	// Partial is true if only one of the virtual hosts is looked at.
	Partial bool
}

// Host is a virtual host and where its objects stand.
type Host struct {
	*topology.VirtualHost
	// Addresses are the Terraform addresses of objects; objects that Terraform does not have are missing.
	Addresses map[topology.Object]string
	// Migrates are the addresses of resources that move messages into a queue that is made anew.
	Migrates map[string]bool
	// Ignored are the rules that say nothing about an object: what its resource is for makes them pointless, or its lint_ignore has them.
	Ignored map[topology.Ref][]string
	// Accepted are the rules that lint_ignore of the resource at an address has.
	Accepted map[string][]any
}

func newHost(name string) *Host {
	return &Host{topology.New(name), map[topology.Object]string{}, map[string]bool{}, map[topology.Ref][]string{}, map[string][]any{}}
}

// address is where an object stands in the Terraform configuration; empty if it does not.
func (h *Host) address(ref topology.Ref) string {
	if ref.Kind != topology.KindBinding {
		return h.Addresses[ref.Object()]
	}
	for _, b := range h.BindingsNamed(ref.Name) {
		if address := h.Addresses[b.Object()]; address != "" {
			return address
		}
	}
	return ""
}

// accepts returns the address of the resource whose lint_ignore has a finding, empty if none has: that of the object, or of the policy that a
// setting of it is from, or was from.
func (h *Host) accepts(f lint.Finding) string {
	if slices.Contains(h.Ignored[f.Object], f.Rule) {
		return h.address(f.Object)
	}
	q, row := h.Queue(f.Object.Name), queueargs.ByArgument(f.Field)
	if f.Object.Kind != topology.KindQueue || q == nil || row == nil {
		return ""
	}
	for _, effective := range []func(*topology.Queue, *queueargs.Row) (topology.Setting, bool){h.Effective, h.EffectiveBefore} {
		s, _ := effective(q, row)
		ref := topology.Ref{Kind: topology.KindPolicy, Name: s.Policy}
		if s.From == topology.FromOperatorPolicy {
			ref.Kind = topology.KindOperatorPolicy
		}
		if s.Policy != "" && slices.Contains(h.Ignored[ref], f.Rule) {
			return h.address(ref)
		}
	}
	return ""
}

// names are those of all virtual hosts of both, sorted.
func (i *Input) names() []string {
	all := maps.Clone(i.Before)
	maps.Copy(all, i.After)
	return slices.Sorted(maps.Keys(all))
}

// only leaves out all virtual hosts but one.
func (i *Input) only(vhost string) error {
	if names := i.names(); !slices.Contains(names, vhost) {
		return fmt.Errorf("there is no virtual host %q in it, but %q", vhost, names)
	}
	i.Partial = true
	for _, hosts := range []map[string]*Host{i.Before, i.After} {
		maps.DeleteFunc(hosts, func(name string, _ *Host) bool { return name != vhost })
	}
	return nil
}

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
			i.After[name] = newHost(name)
		}
		i.After[name].delete(before, stays)
	}
	for name, after := range i.After {
		before := i.Before[name]
		if before == nil {
			before = newHost(name)
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
