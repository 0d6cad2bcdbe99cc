package topology

import (
	"cmp"
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
	return v.goneIf(func(b *Binding) bool {
		return ref == Ref{KindBinding, b.Name()} || ref == Ref{b.DestinationKind, b.Destination} || ref == Ref{KindExchange, b.Source}
	})
}

// AllGone returns all bindings that the plan deletes, sorted by name.
func (v *VirtualHost) AllGone() []*Binding { return v.goneIf(func(*Binding) bool { return true }) }

// GoneFor returns the bindings that the plan deletes and that took a message with a routing key on from an exchange, at once or after
// others, sorted by name.
func (v *VirtualHost) GoneFor(exchange, key string) []*Binding {
	return v.goneIf(func(b *Binding) bool {
		return v.Takes(b, key) && slices.Contains(v.Upstream(b.Source), exchange)
	})
}

func (v *VirtualHost) goneIf(is func(*Binding) bool) []*Binding {
	var gone []*Binding
	for _, b := range v.gone {
		if is(b) {
			gone = append(gone, b)
		}
	}
	slices.SortFunc(gone, func(a, b *Binding) int { return cmp.Compare(a.Name(), b.Name()) })
	return gone
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
