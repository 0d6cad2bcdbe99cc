package topology

import (
	"cmp"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// queueSet is a set of queues by name.
type queueSet map[string]*Queue

// sinkPlace is where a queue stands in VirtualHost.sinks.
type sinkPlace struct{ exchange, key string }

// ownKeys is the place in sinks of queues whose dead letters keep their routing keys, or get one that is not known. No
// routing key can be equal to it: RabbitMQ's keys hold at most 255 bytes when a client publishes.
var ownKeys = string(make([]byte, 256))

// deadLetter is where a queue sends its dead letters.
type deadLetter struct {
	exchange string
	key      messageKey
	// keyed is true if dead letters get the routing key `key`, which may not be known; false if they keep their own.
	keyed bool
}

// deadLetterOf returns false if the queue has no dead-letter exchange, or none that is known.
func (v *VirtualHost) deadLetterOf(q *Queue) (deadLetter, bool) {
	if v.queues[q.Name] != q {
		return v.newDeadLetter(q)
	}
	known, ok := v.letters[q.Name]
	if !ok {
		if d, sends := v.newDeadLetter(q); sends {
			known = &d
		}
		v.letters[q.Name] = known
	}
	if known == nil {
		return deadLetter{}, false
	}
	return *known, true
}

func (v *VirtualHost) newDeadLetter(q *Queue) (deadLetter, bool) {
	exchange, set := v.Effective(q, queueargs.DeadLetterExchange)
	name, known := exchange.Value.(string)
	if !set || !known {
		return deadLetter{}, false
	}
	d := deadLetter{exchange: name}
	if key, keyed := v.Effective(q, queueargs.DeadLetterRoutingKey); keyed {
		d.keyed = true
		d.key.text, d.key.known = key.Value.(string)
	}
	return d, true
}

// QueuesDeadLetteringTo returns the queues whose dead-letter exchange is exchange, by argument or by policy, sorted by name.
func (v *VirtualHost) QueuesDeadLetteringTo(exchange string) []*Queue {
	v.indexSinks()
	var all []*Queue
	for _, queues := range v.sinks[exchange] {
		all = slices.AppendSeq(all, maps.Values(queues))
	}
	slices.SortFunc(all, func(a, b *Queue) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// QueuesDeadLetteringBy returns the queues whose dead letters go to a queue by its name, or with a key that is not known, through the default
// exchange, in no order.
func (v *VirtualHost) QueuesDeadLetteringBy(name string) []*Queue {
	v.indexSinks()
	all := slices.Collect(maps.Values(v.sinks[""][name]))
	for _, q := range v.sinks[""][ownKeys] {
		if d, ok := v.deadLetterOf(q); ok && d.keyed {
			all = append(all, q)
		}
	}
	return all
}

// indexSinks brings sinks up to date.
func (v *VirtualHost) indexSinks() {
	if v.allUnsunk {
		for name := range v.queues {
			v.unsunk[name] = true
		}
		v.allUnsunk = false
	}
	for name := range v.unsunk {
		if at, ok := v.sunk[name]; ok {
			delete(v.sinks[at.exchange][at.key], name)
			delete(v.sunk, name)
		}
		q := v.queueAt(name)
		if q == nil {
			continue
		}
		d, ok := v.deadLetterOf(q)
		if !ok {
			continue
		}
		at := sinkPlace{d.exchange, d.key.text}
		if !d.keyed || !d.key.known {
			at.key = ownKeys
		}
		if v.sinks[at.exchange] == nil {
			v.sinks[at.exchange] = map[string]queueSet{}
		}
		if v.sinks[at.exchange][at.key] == nil {
			v.sinks[at.exchange][at.key] = queueSet{}
		}
		v.sinks[at.exchange][at.key][name] = q
		v.sunk[name] = at
	}
	if len(v.unsunk) > 0 {
		v.unsunk = map[string]bool{}
	}
}

// forgetQueue drops what was derived from a queue.
func (v *VirtualHost) forgetQueue(name string) {
	delete(v.views, name)
	v.unsunk[name] = true
	v.forgetTargets()
}

// forgetTargets drops where messages go.
func (v *VirtualHost) forgetTargets() { v.derived = newDerived(v.Complete, v.Final) }

// forgetPolicies drops what was derived from policies.
func (v *VirtualHost) forgetPolicies() {
	v.views = map[string]*policyView{}
	v.forgetTargets()
	v.sinks = map[string]map[string]queueSet{}
	v.sunk = map[string]sinkPlace{}
	v.unsunk, v.allUnsunk = map[string]bool{}, true
}

// Upstream returns exchange and every exchange from which messages can come to it, through bindings between exchanges or
// as their alternate exchange.
func (v *VirtualHost) Upstream(exchange string) []string {
	found := []string{exchange}
	seen := map[string]bool{exchange: true}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			found = append(found, name)
		}
	}
	for i := 0; i < len(found); i++ {
		for _, b := range v.byDestination[Ref{KindExchange, found[i]}] {
			add(b.Source)
		}
		for _, name := range v.AlternateOf(found[i]) {
			add(name)
		}
	}
	slices.Sort(found[1:])
	return found
}

// AlternateOf returns the exchanges whose alternate exchange is the given one, by argument or by policy, sorted.
func (v *VirtualHost) AlternateOf(exchange string) []string {
	names := slices.AppendSeq(v.alternatesByPolicy(exchange), maps.Keys(v.byAlternate[exchange]))
	slices.Sort(names)
	return slices.Compact(names)
}

// alternatesByPolicy returns the exchanges whose alternate exchange is the given one because a policy says so.
func (v *VirtualHost) alternatesByPolicy(exchange string) []string {
	if v.policies.alternates == 0 {
		return nil
	}
	if v.alternating == nil {
		v.alternating = map[string][]string{}
		for _, e := range v.exchanges {
			if alternate, _ := v.Alternate(e); alternate != "" && e.AlternateExchange == "" {
				v.alternating[alternate] = append(v.alternating[alternate], e.Name)
			}
		}
	}
	return slices.Clone(v.alternating[exchange])
}

// anySinks reports whether queues dead-letter to an exchange.
func (v *VirtualHost) anySinks(exchange string) bool {
	for _, queues := range v.sinks[exchange] {
		if len(queues) > 0 {
			return true
		}
	}
	return false
}
