package topology

import (
	"cmp"
	"slices"
	"strings"
)

// Loss is a part of the dead letters of a queue that no queue gets: they keep their routing keys, of which bindings with wildcards let more in
// than their dead-letter exchange takes on.
type Loss struct {
	// Key is one of the keys that are lost, and Through the binding that lets it in.
	Key     string
	Through *Binding
}

// lossKey is what a loss depends on: the pattern that lets messages in at an exchange, and the dead-letter exchange.
type lossKey struct{ source, pattern, exchange string }

// LostPart returns which part of the dead letters of a queue is surely lost if they have any key that topic bindings let in: those of the queue, or
// in a whole virtual host those of queues whose dead letters come to it.
// It reports false if none is, or if that cannot be told; of keys that no binding tells (those of fanout and headers exchanges, and of the
// default exchange) nothing is assumed.
func (v *VirtualHost) LostPart(q *Queue) (Loss, bool) {
	v.renew()
	d, ok := v.deadLetterOf(q)
	if !ok || d.keyed {
		return Loss{}, false
	}
	for _, b := range v.wildBindings(q) {
		if l := v.lossBehind(b, d.exchange); l.Through != nil && v.isPublishedTo(b.Source) {
			return l, true
		}
	}
	if !v.Final || v.queues[q.Name] != q {
		return Loss{}, false
	}
	// Dead letters of other queues, too, have keys of which only a pattern is known.
	f := v.flowOf()
	for _, at := range f.inQueue[q.Name] {
		if key := f.places[at].key; key.example && !key.guess && v.losesKey(d.exchange, key.text) {
			return Loss{key.text, f.lets[key.text]}, true
		}
	}
	return Loss{}, false
}

// wildBindings returns the topic bindings with wildcards that bring messages to a queue, sorted by key.
func (v *VirtualHost) wildBindings(q *Queue) []*Binding {
	var wild []*Binding
	for _, b := range v.byDestination[Ref{KindQueue, q.Name}] {
		if e := v.exchangeAt(b.Source); e != nil && e.Type == "topic" && !b.KeyUnknown && isPattern(b.RoutingKey) && !v.holdsDelayed(b) {
			wild = append(wild, b)
		}
	}
	slices.SortFunc(wild, func(a, b *Binding) int {
		return cmp.Or(cmp.Compare(a.RoutingKey, b.RoutingKey), cmp.Compare(a.Source, b.Source))
	})
	return wild
}

// holdsDelayed reports whether a binding is that of a level of a delay network: of one bit of the routing key, 1 waits in a queue and 0 goes on.
// Keys are made for it by a library, and have no words there that are no bits (NServiceBus, DelayInfrastructure.cs; kombu,
// native_delayed_delivery.py).
func (v *VirtualHost) holdsDelayed(b *Binding) bool {
	before, holds := strings.CutSuffix(b.RoutingKey, "1.#")
	if !holds || strings.Trim(before, "*.") != "" {
		return false
	}
	for _, n := range v.bySource[b.Source].keys.find(before + "0.#") {
		if n.DestinationKind == KindExchange {
			return true
		}
	}
	return false
}

// lossBehind returns a key that a binding lets in and that no queue gets behind an exchange.
func (v *VirtualHost) lossBehind(b *Binding, exchange string) Loss {
	k := lossKey{b.Source, b.RoutingKey, exchange}
	if known, ok := v.lost[k]; ok {
		return known
	}
	var found Loss
	try := func(key string) bool {
		if v.losesKey(exchange, key) && v.letsIn(b.Source, key, map[string]bool{}) {
			found = Loss{key, b}
		}
		return found.Through == nil
	}
	// Most of the time the keys that nothing names are lost, or none is.
	if try(otherKey(b.RoutingKey)) {
		involved := v.downstream(exchange)
		if e := v.exchangeAt(b.Source); e.Internal {
			involved = slices.Concat(involved, v.Upstream(b.Source))
		}
		v.keysOf(forLosses, b.RoutingKey, involved, try)
	}
	v.lost[k] = found
	return found
}

// otherKey is a key that a pattern lets in, of words that others hardly have where the pattern has wildcards.
func otherKey(pattern string) string {
	parts := words(pattern)
	for i, word := range parts {
		if word == "*" || word == "#" {
			parts[i] = otherWord(func(string) bool { return false })
		}
	}
	return strings.Join(parts, ".")
}

// letsIn reports whether publishers can bring messages with a key to an exchange: to an internal one only through others. Dead letters are left
// out.
func (v *VirtualHost) letsIn(exchange, key string, seen map[string]bool) bool {
	e := v.exchangeAt(exchange)
	if e == nil || seen[exchange] {
		return false
	}
	if !e.Internal {
		return true
	}
	seen[exchange] = true
	known := messageKey{key, true}
	for _, b := range v.byDestination[Ref{KindExchange, exchange}] {
		from := v.exchangeAt(b.Source)
		if from == nil {
			continue
		}
		if matched, _ := v.matched(from, known, nil); slices.Contains(matched, b) && v.letsIn(b.Source, key, seen) {
			return true
		}
	}
	return slices.ContainsFunc(v.AlternateOf(exchange), func(name string) bool {
		matched, certain := v.matched(v.exchangeAt(name), known, nil)
		return certain && len(matched) == 0 && v.letsIn(name, key, seen)
	})
}

// manyExchanges is how many exchanges behind an exchange are looked at when keys are searched.
const manyExchanges = 64

// downstream returns an exchange and those to which messages can come from it, the nearest first, as far as they are not too many.
func (v *VirtualHost) downstream(exchange string) []string {
	if known, ok := v.downstreams[exchange]; ok {
		return known
	}
	found := []string{exchange}
	add := func(name string) {
		if len(found) < manyExchanges && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	for i := 0; i < len(found); i++ {
		e := v.exchangeAt(found[i])
		if e == nil {
			continue
		}
		for _, b := range v.BindingsFrom(e.Name) {
			if b.DestinationKind == KindExchange {
				add(b.Destination)
			}
		}
		if alternate, known := v.Alternate(e); known && alternate != "" {
			add(alternate)
		}
	}
	v.downstreams[exchange] = found
	return found
}
