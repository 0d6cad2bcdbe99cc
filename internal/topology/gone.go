package topology

import (
	"cmp"
	"maps"
	"slices"
)

// deleteBindings puts bindings as deleted.
func (v *VirtualHost) deleteBindings(bindings []*Binding) {
	for _, b := range slices.Clone(bindings) {
		gone := *b
		gone.Change = Deleted
		v.PutBinding(&gone)
	}
}

// Gone returns the bindings that the plan deletes, sorted by name: those that ref names, or that lead to the queue or the exchange
// that it names, or away from it.
func (v *VirtualHost) Gone(ref Ref) []*Binding {
	if ref.Kind == KindBinding {
		return sortedByName(v.gone.byName[ref.Name])
	}
	found := v.gone.byDestination[ref]
	if from := v.gone.bySource[ref.Name]; ref.Kind == KindExchange && from != nil {
		found = slices.Concat(found, from.all)
	}
	return sortedByName(found)
}

// AllGone returns all bindings that the plan deletes, sorted by name.
func (v *VirtualHost) AllGone() []*Binding {
	return sortedByName(slices.Collect(maps.Values(v.gone.bindings)))
}

// GoneFor returns the bindings that the plan deletes and that took a message with a routing key on from an exchange, at once or after
// others, sorted by name.
func (v *VirtualHost) GoneFor(exchange, key string) []*Binding {
	var found []*Binding
	for _, name := range v.downstream(exchange) {
		e, from := v.exchanges[name], v.gone.bySource[name]
		switch {
		case e == nil || from == nil:
		case from.keyless == 0 && (e.Type == "direct" || e.Type == "topic"):
			for _, n := range from.keys.matches(key, e.Type == "topic") {
				found = append(found, n.bindings...)
			}
		default:
			for _, b := range from.all {
				if v.Takes(b, key) {
					found = append(found, b)
				}
			}
		}
	}
	return sortedByName(found)
}

func sortedByName(bindings []*Binding) []*Binding {
	return slices.SortedFunc(slices.Values(bindings), func(a, b *Binding) int { return cmp.Compare(a.Name(), b.Name()) })
}

// Takes reports whether a binding takes messages with a routing key, or may do so: what decides with headers, and in exchanges of plugins, is not known.
func (v *VirtualHost) Takes(b *Binding, key string) bool {
	e := v.exchanges[b.Source]
	switch {
	case e == nil:
		return false
	case b.KeyUnknown:
		return true
	case e.Type == "direct":
		return b.RoutingKey == key
	case e.Type == "topic":
		return topicMatches(b.RoutingKey, key)
	default:
		return true
	}
}
