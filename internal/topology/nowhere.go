package topology

// LeadsNowhere reports whether surely no message that is published to an exchange comes to a queue, whatever its routing key is: no way leads to
// one through bindings, other exchanges and alternate exchanges, or on each way a binding takes nothing of what those before it let through.
func (v *VirtualHost) LeadsNowhere(exchange string) bool {
	v.renew()
	if v.ends == nil {
		v.ends = v.newEnds()
	}
	_, leads := v.ends.keys[exchange]
	switch {
	case v.ends.vague[exchange] || leads:
		return false
	case !v.ends.linked[exchange]:
		return true
	}
	if known, ok := v.ends.nowhere[exchange]; ok {
		return known
	}
	v.ends.nowhere[exchange] = false // in a circle it says nothing
	v.ends.nowhere[exchange] = v.nextLeadNowhere(exchange) || v.noKeyLeads(exchange)
	return v.ends.nowhere[exchange]
}

// nextLeadNowhere reports whether all that an exchange hands messages to are exchanges that lead nowhere.
func (v *VirtualHost) nextLeadNowhere(exchange string) bool {
	for _, b := range v.BindingsFrom(exchange) {
		if b.DestinationKind == KindQueue || !v.LeadsNowhere(b.Destination) {
			return false
		}
	}
	alternate, _ := v.Alternate(v.exchanges[exchange])
	return alternate == "" || v.LeadsNowhere(alternate)
}

// noKeyLeads reports whether each routing key is lost behind an exchange.
func (v *VirtualHost) noKeyLeads(exchange string) bool {
	behind := v.downstream(exchange)
	if len(behind) == manyExchanges {
		return false // there may be more of them
	}
	return v.keysOf(forLosses, "#", behind, func(key string) bool { return v.losesKey(exchange, key) })
}

// ends says of exchanges whether messages come from them to a queue.
type ends struct {
	// linked are those from which a way leads to a queue if keys are not looked at, and vague those from which one leads to what is not known.
	linked, vague map[string]bool
	// keys has a routing key with which a message comes to a queue, for most of those where there is one.
	keys map[string]string
	// nowhere is what LeadsNowhere has said of the others.
	nowhere map[string]bool
}

func (v *VirtualHost) newEnds() *ends {
	found := &ends{linked: map[string]bool{}, vague: map[string]bool{}, keys: map[string]string{}, nowhere: map[string]bool{}}
	reach := func(in map[string]bool) func(string, string, *Binding) bool {
		return func(source, _ string, _ *Binding) bool {
			first := !in[source]
			in[source] = true
			return first
		}
	}
	var linked, vague []string
	for name, e := range v.exchanges {
		if e.Change == Deleted {
			continue
		}
		if v.isVague(e) {
			vague = append(vague, name)
		}
		for _, b := range v.BindingsFrom(name) {
			if b.DestinationKind == KindQueue && !b.KeyUnknown {
				linked = append(linked, name)
				found.keys[name] = b.RoutingKey
				if e.Type == "topic" {
					found.keys[name] = otherKey(b.RoutingKey)
				}
				break
			}
		}
	}
	for _, name := range vague {
		found.vague[name] = true
	}
	for _, name := range linked {
		found.linked[name] = true
	}
	v.backwards(vague, reach(found.vague))
	v.backwards(linked, reach(found.linked))
	v.backwards(linked, func(source, to string, b *Binding) bool {
		key := found.keys[to]
		if _, has := found.keys[source]; has || !v.handsOn(source, key, b) {
			return false
		}
		found.keys[source] = key
		return true
	})
	return found
}

// isVague reports whether it is not known what an exchange does with a message, whatever others do.
func (v *VirtualHost) isVague(e *Exchange) bool {
	absent := func(name string) bool { return !v.Complete && v.exchanges[name] == nil }
	alternate, known := v.Alternate(e)
	if !known || absent(alternate) || Predeclared(e.Name) && !v.Complete {
		return true
	}
	from := v.bySource[e.Name]
	if from == nil {
		return false
	}
	routes := e.Type == "direct" || e.Type == "fanout" || e.Type == "topic" || e.Type == "headers"
	if from.keyless > 0 || !routes && len(from.all) > 0 {
		return true
	}
	for _, b := range from.all {
		if b.DestinationKind == KindExchange && absent(b.Destination) {
			return true
		}
	}
	return false
}

// handsOn reports whether an exchange surely hands a message with a key on, by a binding or, if that is nil, to its alternate exchange.
func (v *VirtualHost) handsOn(source, key string, b *Binding) bool {
	e := v.exchangeAt(source)
	switch {
	case e == nil || e.Type == "headers":
		return false
	case b != nil:
		return v.Takes(b, key)
	}
	matched, certain := v.matched(e, messageKey{key, true}, nil)
	return certain && len(matched) == 0
}

// backwards walks from exchanges to those that messages come from, by a binding or as to an alternate exchange (nil), and on from those that
// enter is true for.
func (v *VirtualHost) backwards(from []string, enter func(source, to string, b *Binding) bool) {
	for len(from) > 0 {
		to := from[len(from)-1]
		from = from[:len(from)-1]
		for _, b := range v.byDestination[Ref{KindExchange, to}] {
			if enter(b.Source, to, b) {
				from = append(from, b.Source)
			}
		}
		for _, source := range v.AlternateOf(to) {
			if enter(source, to, nil) {
				from = append(from, source)
			}
		}
	}
}
