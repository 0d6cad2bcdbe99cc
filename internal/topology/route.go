package topology

import (
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Route is where a message goes.
type Route struct {
	// Queues surely get the message; they are sorted by name, and must not be changed.
	Queues []string
	// Certain is true if no other queue gets it.
	Certain bool
}

// messageKey is a message's routing key, if it is known.
type messageKey struct {
	text  string
	known bool
}

// Route returns where a message goes that is published to an exchange with a routing key and headers that are not known.
func (v *VirtualHost) Route(exchange, key string) Route {
	return v.route(exchange, messageKey{key, true}, nil)
}

// Lands is Route for those who ask often. It is remembered, and it is not certain if it would take too long to find it out after all that has been
// asked before.
func (v *VirtualHost) Lands(exchange, key string) Route {
	found := v.audienceOf(exchange, messageKey{key, true})
	return Route{Queues: found.queues, Certain: found.certain}
}

// RouteWithHeaders is Route for a message whose headers are known.
func (v *VirtualHost) RouteWithHeaders(exchange, key string, headers Headers) Route {
	if headers == nil {
		headers = Headers{}
	}
	return v.route(exchange, messageKey{key, true}, headers)
}

func (v *VirtualHost) route(exchange string, key messageKey, headers Headers) Route {
	r := v.newRouter(key, headers)
	r.publish(exchange)
	return Route{Queues: slices.Sorted(maps.Keys(r.queues)), Certain: r.certain}
}

// losesKey reports whether a message that is published to an exchange with a routing key surely comes to no queue.
func (v *VirtualHost) losesKey(exchange, key string) bool {
	if v.effort(forRoutes) == 0 {
		return false
	}
	r := v.newRouter(messageKey{key, true}, nil)
	r.one = true
	r.publish(exchange)
	v.spent[forRoutes] += r.steps
	return len(r.queues) == 0 && r.certain
}

// router follows one message through exchanges. Each is visited once, as the broker does it (rabbit_exchange.erl, route1).
type router struct {
	v            *VirtualHost
	key          messageKey
	headers      Headers // nil if they are not known
	queues, seen map[string]bool
	certain      bool
	one          bool // whether it is enough to find one queue
	steps        int  // exchanges and bindings that have been looked at
}

func (v *VirtualHost) newRouter(key messageKey, headers Headers) *router {
	return &router{v: v, key: key, headers: headers, queues: map[string]bool{}, seen: map[string]bool{}, certain: v.Complete}
}

func (r *router) publish(exchange string) {
	if r.seen[exchange] {
		return
	}
	r.seen[exchange] = true
	r.steps++
	if exchange == "" {
		r.publishToQueue()
		return
	}
	e := r.v.exchangeAt(exchange)
	if e == nil || !r.v.Final && !e.Closed && (e.Change == Created || e.Change == Replaced) {
		r.certain = false
	}
	if e == nil {
		return
	}
	matched, certain := r.v.matched(e, r.key, r.headers)
	r.certain = r.certain && certain
	for _, b := range matched {
		r.steps++
		if b.DestinationKind == KindQueue {
			r.queues[b.Destination] = true
		} else {
			r.publish(b.Destination)
		}
		if r.one && len(r.queues) > 0 {
			return
		}
	}
	if len(matched) > 0 {
		return
	}
	switch alternate, known := r.v.Alternate(e); {
	case !known:
		r.certain = false
	case certain && alternate != "" && r.v.exchangeAt(alternate) != nil:
		r.publish(alternate)
	}
}

// publishToQueue is the default exchange: the routing key is a queue's name.
func (r *router) publishToQueue() {
	switch {
	case !r.key.known:
		r.certain = false
	case r.v.queueAt(r.key.text) != nil:
		r.queues[r.key.text] = true
	}
}

// matched returns the bindings that surely match, and whether no other does.
func (v *VirtualHost) matched(e *Exchange, key messageKey, headers Headers) (bindings []*Binding, certain bool) {
	from := v.bySource[e.Name]
	switch {
	case e.Type != "direct" && e.Type != "fanout" && e.Type != "topic" && e.Type != "headers":
		return nil, false
	case from == nil || len(from.all) == 0:
		return nil, true
	case e.Type == "headers":
		return headersMatched(from.all, headers)
	case e.Type == "fanout":
		return from.all, true
	}
	certain = key.known && from.keyless == 0
	switch {
	case key.known:
		nodes := from.keys.matches(key.text, e.Type == "topic")
		if len(nodes) == 1 {
			return nodes[0].bindings, certain
		}
		for _, n := range nodes {
			bindings = append(bindings, n.bindings...)
		}
	case e.Type == "topic":
		// A key that is not known is only taken by what takes every key.
		if n := from.keys.root.next["#"]; n != nil {
			bindings = n.bindings
		}
	}
	return bindings, certain
}

// Alternate returns the exchange that gets what e does not route, empty if there is none, and whether that is known. An
// argument wins over a policy (rabbit_exchange.erl, process_alternate).
func (v *VirtualHost) Alternate(e *Exchange) (name string, known bool) {
	if e.AlternateExchange != "" {
		return e.AlternateExchange, true
	}
	if _, unknown := e.Arguments[alternateExchange].(queueargs.Unknown); unknown {
		return "", false
	}
	if v.policies.alternates == 0 {
		return "", true
	}
	if found, ok := v.alternates[e.Name]; ok && v.exchanges[e.Name] == e {
		return found.name, found.known
	}
	name, known = v.alternateByPolicy(e)
	if v.exchanges[e.Name] == e {
		v.alternates[e.Name] = alternate{name, known}
	}
	return name, known
}

// alternate is what Alternate returns.
type alternate struct {
	name  string
	known bool
}

func (v *VirtualHost) alternateByPolicy(e *Exchange) (name string, known bool) {
	var matching, unevaluated []*Policy
	v.policies.of(e.Name, func(p *compiledPolicy) {
		if !appliesToExchanges(p.Policy) {
			return
		}
		switch matches, evaluated := p.match(e.Name); {
		case !evaluated:
			unevaluated = append(unevaluated, p.Policy)
		case matches:
			matching = append(matching, p.Policy)
		}
	})
	slices.SortFunc(matching, byPriority)
	for i, p := range inForce(matching, unevaluated) {
		alternate := ""
		if p != nil && p.Definition[alternateExchange] != nil {
			var ok bool
			if alternate, ok = p.Definition[alternateExchange].(string); !ok {
				return "", false
			}
		}
		if i > 0 && alternate != name {
			return "", false
		}
		name = alternate
	}
	return name, true
}
