package topology

import "slices"

// Feeds reports whether messages can come by a binding: its source is published to, or gets what dead letters or other exchanges bring, and of
// these the binding takes some.
func (v *VirtualHost) Feeds(b *Binding) bool {
	if !v.isFed(b.Source) {
		return false
	}
	source := v.exchanges[b.Source]
	if source == nil || !source.Internal || b.KeyUnknown {
		return true
	}
	before := v.Upstream(b.Source)
	if len(before) > manyExchanges || slices.ContainsFunc(before, func(name string) bool { return !v.decidesByKey(name) || v.anySinks(name) }) {
		return true
	}
	pattern := b.RoutingKey
	switch source.Type {
	case "fanout":
		pattern = "#"
	case "direct":
		return v.letsIn(b.Source, b.RoutingKey, map[string]bool{})
	}
	// Nothing feeds it if there is no such key.
	return !v.keysOf(forLosses, pattern, before, func(key string) bool { return !v.letsIn(b.Source, key, map[string]bool{}) })
}

// decidesByKey reports whether what an exchange takes on is known by routing keys.
func (v *VirtualHost) decidesByKey(exchange string) bool {
	e, from := v.exchangeAt(exchange), v.bySource[exchange]
	if e == nil || e.Type != "direct" && e.Type != "topic" && e.Type != "fanout" {
		return false
	}
	_, known := v.Alternate(e)
	return known && (from == nil || from.keyless == 0)
}

// isFed reports whether messages can come to an exchange: an internal one takes none from publishers, only dead letters and what other exchanges
// hand on.
func (v *VirtualHost) isFed(exchange string) bool {
	v.renew()
	if v.fed == nil {
		v.indexSinks()
		v.fed = map[string]bool{}
		var pending []string
		enter := func(name string) {
			if !v.fed[name] {
				v.fed[name] = true
				pending = append(pending, name)
			}
		}
		for name, from := range v.bySource {
			if v.exchanges[name] == nil && len(from.all) > 0 {
				enter(name)
			}
		}
		for name, e := range v.exchanges {
			if !e.Internal || v.anySinks(name) {
				enter(name)
			}
		}
		for len(pending) > 0 {
			name := pending[len(pending)-1]
			pending = pending[:len(pending)-1]
			for _, b := range v.BindingsFrom(name) {
				if b.DestinationKind == KindExchange {
					enter(b.Destination)
				}
			}
			if e := v.exchanges[name]; e != nil {
				if alternate, _ := v.Alternate(e); alternate != "" {
					enter(alternate)
				}
			}
		}
	}
	return v.fed[exchange]
}

// Loses reports whether surely all that is published to an exchange is lost: somebody has declared it for no application that binds to it when it
// runs, and nothing is behind it. Without the broker that is sure of an exchange that a whole plan makes.
func (v *VirtualHost) Loses(x *Exchange) bool {
	known := v.Complete || v.Final && x.Change == Created
	return known && x.Change != Deleted && !Predeclared(x.Name) && !x.Shared && v.LeadsNowhere(x.Name)
}
