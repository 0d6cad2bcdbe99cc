package topology

import (
	"encoding/json"
	"slices"
)

type bindingKey struct {
	source, destination, key, arguments string
	kind                                Kind
	unknown                             bool
}

// bindingIndex finds bindings by all that is asked for.
type bindingIndex struct {
	bindings      map[bindingKey]*Binding
	bySource      map[string]*source
	byDestination map[Ref][]*Binding
	byName        map[string][]*Binding
}

// source indexes the bindings of one exchange so that routing a key need not look at all of them.
type source struct {
	all  []*Binding
	keys *keyTree
	// keyless is the number of bindings whose keys are not known, and links that of bindings to exchanges.
	keyless, links int
}

func newBindingIndex() bindingIndex {
	return bindingIndex{map[bindingKey]*Binding{}, map[string]*source{}, map[Ref][]*Binding{}, map[string][]*Binding{}}
}

func (x *bindingIndex) add(b *Binding) {
	x.bindings[keyOf(b)] = b
	from := x.bySource[b.Source]
	if from == nil {
		from = &source{keys: newKeyTree()}
		x.bySource[b.Source] = from
	}
	from.all = append(from.all, b)
	from.links += isLink(b)
	if b.KeyUnknown {
		from.keyless++
	} else {
		n := from.keys.add(b.RoutingKey)
		n.bindings = append(n.bindings, b)
		n.links += isLink(b)
	}
	to := Ref{b.DestinationKind, b.Destination}
	x.byDestination[to] = append(x.byDestination[to], b)
	x.byName[b.Name()] = append(x.byName[b.Name()], b)
}

// remove takes a binding out, and reports whether it was there.
func (x *bindingIndex) remove(key bindingKey) bool {
	old, ok := x.bindings[key]
	if !ok {
		return false
	}
	delete(x.bindings, key)
	from := x.bySource[old.Source]
	from.all = without(from.all, old)
	from.links -= isLink(old)
	if old.KeyUnknown {
		from.keyless--
	} else {
		n := from.keys.add(old.RoutingKey)
		n.bindings = without(n.bindings, old)
		n.links -= isLink(old)
	}
	to := Ref{old.DestinationKind, old.Destination}
	x.byDestination[to] = without(x.byDestination[to], old)
	x.byName[old.Name()] = without(x.byName[old.Name()], old)
	return true
}

// isLink counts a binding to an exchange.
func isLink(b *Binding) int {
	if b.DestinationKind == KindExchange {
		return 1
	}
	return 0
}

func keyOf(b *Binding) bindingKey {
	key := bindingKey{source: b.Source, destination: b.Destination, kind: b.DestinationKind, key: b.RoutingKey, unknown: b.KeyUnknown}
	if len(b.Arguments) > 0 {
		// Arguments are JSON by origin, so this cannot fail; object keys come out sorted.
		text, _ := json.Marshal(b.Arguments)
		key.arguments = string(text)
	}
	return key
}

func without(bindings []*Binding, b *Binding) []*Binding {
	if i := slices.Index(bindings, b); i >= 0 {
		return slices.Delete(bindings, i, i+1)
	}
	return bindings
}
