package topology

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/go-version"
)

// VirtualHost is everything known about one virtual host: what the broker has, overlaid with what is planned.
// Objects must not be changed after they were put. An object that is put with Change Deleted can still be asked for, but no
// message goes through it any more. It is not safe for concurrent use.
type VirtualHost struct {
	Name string
	// Version is the broker's; nil if no broker has been asked.
	Version *version.Version
	// ExchangeTypes are the types that the broker lists; nil if no broker has been asked.
	ExchangeTypes []string
	// DeniedFeatures are the deprecated features that the broker denies; nil if it has not said.
	DeniedFeatures []string
	// Access is what the user, User, may do here.
	Access Access
	User   string
	// Complete is true if the broker's objects were read. Without it, an object that is missing here may exist.
	Complete bool
	// Final is true if nothing more will be planned: a whole plan, an export, a running broker. Without it, an exchange
	// that the plan makes may still get bindings, so that where it routes is never certain.
	Final bool

	queues    map[string]*Queue
	exchanges map[string]*Exchange
	policies  *policySet
	// brokerPolicies are those that the broker has now.
	brokerPolicies *policySet
	lastBefore     struct { // what they say of the queue that was asked for last
		queue *Queue
		view  *policyView
	}
	drifted map[string]*Policy // own policies of queues as states have them, where the broker's are otherwise

	bindingIndex
	gone bindingIndex // bindings that the plan deletes

	byAlternate map[string]map[string]bool // exchanges by the alternate exchange in their arguments

	core struct{ of, core *version.Version } // Version without what follows its numbers, which takes long to find out

	claims    map[Object][]Claim
	contested map[Object]bool // objects that have had several claims

	views     map[string]*policyView         // what policies say of a queue, until it or a policy changes
	sinks     map[string]map[string]queueSet // queues by dead-letter exchange and key (see sinkIndex)
	sunk      map[string]sinkPlace
	unsunk    map[string]bool // queues whose place in sinks is out of date
	allUnsunk bool            // whether that of every queue is

	derived
}

// New returns a virtual host with the exchanges that every virtual host has.
func New(name string) *VirtualHost {
	v := &VirtualHost{
		Name:           name,
		queues:         map[string]*Queue{},
		exchanges:      map[string]*Exchange{},
		policies:       newPolicySet(),
		brokerPolicies: newPolicySet(),
		byAlternate:    map[string]map[string]bool{},
		claims:         map[Object][]Claim{},
		contested:      map[Object]bool{},
		bindingIndex:   newBindingIndex(),
		gone:           newBindingIndex(),
	}
	v.forgetPolicies()
	// The list is that of rabbit_vhost.erl (default exchanges of a new virtual host).
	for name, kind := range map[string]string{
		"": "direct", "amq.direct": "direct", "amq.fanout": "fanout", "amq.topic": "topic",
		"amq.headers": "headers", "amq.match": "headers", "amq.rabbitmq.trace": "topic",
	} {
		v.PutExchange(&Exchange{Name: name, Type: kind, Durable: true, Internal: name == "amq.rabbitmq.trace"})
	}
	return v
}

// PutQueue adds a queue or replaces the one of the same name; bindings to it stay.
func (v *VirtualHost) PutQueue(q *Queue) {
	if q.Change == Deleted {
		v.deleteBindings(v.byDestination[Ref{KindQueue, q.Name}])
	}
	v.queues[q.Name] = q
	v.forgetQueue(q.Name)
}

// RemoveQueue takes a queue away, and its bindings with it, as the broker does.
func (v *VirtualHost) RemoveQueue(name string) {
	delete(v.queues, name)
	for _, b := range slices.Clone(v.byDestination[Ref{KindQueue, name}]) {
		v.RemoveBinding(*b)
	}
	v.forgetQueue(name)
}

// PutExchange adds an exchange or replaces the one of the same name; its bindings stay.
func (v *VirtualHost) PutExchange(e *Exchange) {
	if e.Change == Deleted {
		v.deleteBindings(slices.Concat(v.BindingsFrom(e.Name), v.byDestination[Ref{KindExchange, e.Name}]))
	}
	v.dropAlternate(e.Name)
	v.exchanges[e.Name] = e
	if e.AlternateExchange != "" && e.Change != Deleted {
		if v.byAlternate[e.AlternateExchange] == nil {
			v.byAlternate[e.AlternateExchange] = map[string]bool{}
		}
		v.byAlternate[e.AlternateExchange][e.Name] = true
	}
	v.forgetTargets()
}

// RemoveExchange takes an exchange away, and the bindings from it and to it with it, as the broker does.
func (v *VirtualHost) RemoveExchange(name string) {
	v.dropAlternate(name)
	delete(v.exchanges, name)
	for _, b := range slices.Concat(v.BindingsFrom(name), v.byDestination[Ref{KindExchange, name}]) {
		v.RemoveBinding(*b)
	}
	v.forgetTargets()
}

func (v *VirtualHost) dropAlternate(name string) {
	if old := v.exchanges[name]; old != nil {
		delete(v.byAlternate[old.AlternateExchange], name)
	}
}

// PutBinding adds a binding or replaces the one with the same ends, key and arguments. The bindings of the default
// exchange, which every queue has, are not kept: they follow from the queues.
func (v *VirtualHost) PutBinding(b *Binding) {
	if b.Source == "" {
		return
	}
	v.RemoveBinding(*b)
	if b.Change == Deleted {
		v.gone.remove(keyOf(b))
		v.gone.add(b)
		return
	}
	v.gone.remove(keyOf(b))
	v.add(b)
	v.forgetTargets()
}

// RemoveBinding takes the binding with the same ends, key and arguments away.
func (v *VirtualHost) RemoveBinding(b Binding) {
	if v.remove(keyOf(&b)) {
		v.forgetTargets()
	}
}

// Queue returns the queue of that name, or nil.
func (v *VirtualHost) Queue(name string) *Queue { return v.queues[name] }

// Exchange returns the exchange of that name, or nil.
func (v *VirtualHost) Exchange(name string) *Exchange { return v.exchanges[name] }

// Queues returns all queues, sorted by name.
func (v *VirtualHost) Queues() []*Queue {
	return slices.SortedFunc(maps.Values(v.queues), func(a, b *Queue) int { return cmp.Compare(a.Name, b.Name) })
}

// Exchanges returns all exchanges, sorted by name, those that every virtual host has among them.
func (v *VirtualHost) Exchanges() []*Exchange {
	return slices.SortedFunc(maps.Values(v.exchanges), func(a, b *Exchange) int { return cmp.Compare(a.Name, b.Name) })
}

// BindingsFrom returns the bindings whose source is the exchange. The slice is only valid until the next change.
func (v *VirtualHost) BindingsFrom(exchange string) []*Binding {
	if from := v.bySource[exchange]; from != nil {
		return from.all
	}
	return nil
}

// Bindings returns all bindings, sorted by source: also those whose exchange is not known.
func (v *VirtualHost) Bindings() []*Binding {
	var all []*Binding
	for _, source := range slices.Sorted(maps.Keys(v.bySource)) {
		all = append(all, v.bySource[source].all...)
	}
	return all
}

// BindingsTo returns the bindings to a queue or an exchange. The slice is only valid until the next change.
func (v *VirtualHost) BindingsTo(to Ref) []*Binding { return v.byDestination[to] }

// BindingsNamed returns the bindings whose Name is name. The slice is only valid until the next change.
func (v *VirtualHost) BindingsNamed(name string) []*Binding { return v.byName[name] }

// queueAt returns the queue of that name unless the plan deletes it.
func (v *VirtualHost) queueAt(name string) *Queue {
	if q := v.queues[name]; q != nil && q.Change != Deleted {
		return q
	}
	return nil
}

// exchangeAt returns the exchange of that name unless the plan deletes it.
func (v *VirtualHost) exchangeAt(name string) *Exchange {
	if e := v.exchanges[name]; e != nil && e.Change != Deleted {
		return e
	}
	return nil
}
