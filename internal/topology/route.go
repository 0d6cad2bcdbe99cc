package topology

import (
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Route is where a message goes.
type Route struct {
	// Queues surely get the message; they are sorted by name.
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

// RouteWithHeaders is Route for a message whose headers are known.
func (v *VirtualHost) RouteWithHeaders(exchange, key string, headers Headers) Route {
	if headers == nil {
		headers = Headers{}
	}
	return v.route(exchange, messageKey{key, true}, headers)
}

func (v *VirtualHost) route(exchange string, key messageKey, headers Headers) Route {
	r := router{v: v, key: key, headers: headers, queues: map[string]bool{}, seen: map[string]bool{}, certain: v.Complete}
	r.publish(exchange)
	return Route{Queues: slices.Sorted(maps.Keys(r.queues)), Certain: r.certain}
}

// losesKey reports whether a message that is published to an exchange with a routing key surely comes to no queue.
func (v *VirtualHost) losesKey(exchange, key string) bool {
	r := router{v: v, key: messageKey{key, true}, queues: map[string]bool{}, seen: map[string]bool{}, certain: v.Complete, one: true}
	r.publish(exchange)
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
}

func (r *router) publish(exchange string) {
	if r.seen[exchange] {
		return
	}
	r.seen[exchange] = true
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
	if _, unknown := e.Arguments["alternate-exchange"].(queueargs.Unknown); unknown {
		return "", false
	}
	var matching, unevaluated []*Policy
	for p := range v.policies.near(e.Name) {
		if !appliesToExchanges(p.Policy) {
			continue
		}
		switch matches, evaluated := p.match(e.Name); {
		case !evaluated:
			unevaluated = append(unevaluated, p.Policy)
		case matches:
			matching = append(matching, p.Policy)
		}
	}
	slices.SortFunc(matching, byPriority)
	for i, p := range inForce(matching, unevaluated) {
		alternate := ""
		if p != nil && p.Definition["alternate-exchange"] != nil {
			var ok bool
			if alternate, ok = p.Definition["alternate-exchange"].(string); !ok {
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
