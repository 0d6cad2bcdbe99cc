package topology

import "slices"

// manyKinds is how many kinds of keys are followed of what one binding lets in.
const manyKinds = 1024

// kindsOf returns one key of each kind that a binding lets in and that the exchanges tell apart which messages may pass as dead letters from an
// exchange on while they keep their keys.
func (v *VirtualHost) kindsOf(b *Binding, exchange string) []string {
	k := lossKey{b.Source, b.RoutingKey, exchange}
	if known, ok := v.kinds[k]; ok {
		return known
	}
	involved := v.passed(exchange)
	if e := v.exchangeAt(b.Source); e != nil && e.Internal {
		involved = slices.Concat(involved, v.Upstream(b.Source))
	}
	var keys []string
	v.keysOf(forKinds, b.RoutingKey, involved, func(key string) bool {
		if v.letsIn(b.Source, key, map[string]bool{}) {
			keys = append(keys, key)
		}
		return len(keys) < manyKinds
	})
	v.kinds[k] = keys
	return keys
}

// passed returns the exchanges that dead letters may pass from an exchange on, as far as they are not too many: in queues that give them no
// other key they may become dead letters again.
func (v *VirtualHost) passed(exchange string) []string {
	if known, ok := v.passes[exchange]; ok {
		return known
	}
	found := []string{exchange}
	for i := 0; i < len(found) && len(found) < manyExchanges; i++ {
		next := slices.Clone(v.downstream(found[i]))
		for _, b := range v.BindingsFrom(found[i]) {
			if b.DestinationKind != KindQueue {
				continue
			}
			if q := v.queueAt(b.Destination); q != nil {
				if d, ok := v.deadLetterOf(q); ok && !d.keyed {
					next = append(next, d.exchange)
				}
			}
		}
		for _, name := range next {
			if len(found) < manyExchanges && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	v.passes[exchange] = found
	return found
}

// SendsPart reports whether dead letters of a queue surely come to another if they have one of the keys that the topic bindings of the first let
// in, and returns such a key.
func (v *VirtualHost) SendsPart(from, to *Queue) (key string, sends bool) {
	d, ok := v.deadLetterOf(from)
	if !ok || d.keyed {
		return "", false
	}
	for _, b := range v.wildBindings(from) {
		for _, key := range v.kindsOf(b, d.exchange) {
			if _, gets := slices.BinarySearch(v.audienceOf(d.exchange, messageKey{key, true}).queues, to.Name); gets {
				return key, true
			}
		}
	}
	return "", false
}
