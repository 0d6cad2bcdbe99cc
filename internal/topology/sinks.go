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

// indexSinks brings sinks up to date.
func (v *VirtualHost) indexSinks() {
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

// forgetTargets drops where dead letters go. Clearing a map that was large once would take long each time.
func (v *VirtualHost) forgetTargets() {
	if len(v.targets) > 0 {
		v.targets = map[string]deadLetterTargets{}
	}
	if len(v.behind) > 0 {
		v.behind = map[behindKey][]string{}
	}
	if v.spent > 0 || len(v.lost) > 0 || len(v.downstreams) > 0 || len(v.passes) > 0 || v.ends != nil {
		v.forgetKeys()
	}
}

// forgetKeys drops what searches of keys have found.
func (v *VirtualHost) forgetKeys() {
	v.spent, v.ends = 0, nil
	v.lost, v.kinds = map[lossKey]Loss{}, map[lossKey][]string{}
	v.downstreams, v.passes = map[string][]string{}, map[string][]string{}
}

// forgetPolicies drops what was derived from policies.
func (v *VirtualHost) forgetPolicies() {
	v.views = map[string]*policyView{}
	v.targets = map[string]deadLetterTargets{}
	v.behind = map[behindKey][]string{}
	v.forgetKeys()
	v.sinks = map[string]map[string]queueSet{}
	v.sunk = map[string]sinkPlace{}
	v.unsunk = map[string]bool{}
	for name := range v.queues {
		v.unsunk[name] = true
	}
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
	var found []string
	for _, p := range v.policies.diverting {
		if p.Definition[alternateExchange] != exchange {
			continue
		}
		for _, e := range v.exchanges {
			if alternate, _ := v.Alternate(e); alternate == exchange {
				found = append(found, e.Name)
			}
		}
		break
	}
	return found
}
