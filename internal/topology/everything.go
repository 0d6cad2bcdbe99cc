package topology

import "slices"

// RoutesEverything reports whether every message that is published to an exchange surely reaches a queue, whatever its routing key and its
// headers are.
func (v *VirtualHost) RoutesEverything(exchange string) bool {
	return v.routesEverything(exchange, map[string]bool{})
}

// routesEverything does not count on exchanges that it has seen: messages do not go round.
func (v *VirtualHost) routesEverything(exchange string, seen map[string]bool) bool {
	e := v.exchangeAt(exchange)
	if e == nil || exchange == "" || seen[exchange] {
		return false
	}
	seen[exchange] = true
	defer delete(seen, exchange)
	arrives := func(b *Binding) bool {
		if b.DestinationKind == KindQueue {
			return v.queueAt(b.Destination) != nil
		}
		return v.routesEverything(b.Destination, seen)
	}
	takesAll := func(b *Binding) bool {
		return arrives(b) && (e.Type == "fanout" || e.Type == "topic" && b.RoutingKey == "#" && !b.KeyUnknown)
	}
	bindings := v.BindingsFrom(exchange)
	if slices.ContainsFunc(bindings, takesAll) {
		return true
	}
	// What no binding takes goes to the alternate exchange; what one takes has to arrive, too.
	alternate, known := v.Alternate(e)
	lost := func(b *Binding) bool { return !arrives(b) }
	return known && alternate != "" && !slices.ContainsFunc(bindings, lost) && v.routesEverything(alternate, seen)
}
