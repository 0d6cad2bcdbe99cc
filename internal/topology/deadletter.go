package topology

import (
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Reason is why a message is dead-lettered, as the header x-death says it.
type Reason string

// The reasons (rabbit_dead_letter.erl).
const (
	Rejected      Reason = "rejected"
	Expired       Reason = "expired"
	MaxLen        Reason = "maxlen"
	DeliveryLimit Reason = "delivery_limit"
)

// AutomaticReasons returns the reasons for which messages leave a queue without a consumer rejecting them, as far as they
// are known. A per-message expiration, which is nobody's setting, is left out.
func (v *VirtualHost) AutomaticReasons(q *Queue) []Reason {
	var reasons []Reason
	if ttl, set := v.Effective(q, queueargs.MessageTTL); set && !ttl.Unknown() {
		reasons = append(reasons, Expired)
	}
	if limited, known := v.LengthLimited(q); limited && known {
		switch overflow, known := v.OverflowOf(q); {
		case known && overflow == DropHead, known && overflow == RejectPublishDLX:
			reasons = append(reasons, MaxLen)
		}
	}
	if _, limited, known := v.DeliveryLimit(q); limited && known {
		reasons = append(reasons, DeliveryLimit)
	}
	return reasons
}

// What happens to messages that do not fit into a queue.
const (
	DropHead         = "drop-head"
	RejectPublish    = "reject-publish"
	RejectPublishDLX = "reject-publish-dlx"
)

// OverflowOf returns what a classic or quorum queue does with messages that do not fit, and whether that is known. A quorum
// queue takes reject-publish-dlx and acts as if it were drop-head (rabbit_quorum_queue.erl, overflow).
func (v *VirtualHost) OverflowOf(q *Queue) (overflow string, known bool) {
	setting, set := v.Effective(q, queueargs.Overflow)
	if !set {
		return DropHead, true
	}
	overflow, known = setting.Value.(string)
	if q.Type == queueargs.Quorum && overflow == RejectPublishDLX {
		overflow = DropHead
	}
	return overflow, known
}

// LengthLimited reports whether a limit of messages or of bytes is in force on a queue, and whether that is known.
func (v *VirtualHost) LengthLimited(q *Queue) (limited, known bool) {
	known = true
	for _, row := range []*queueargs.Row{queueargs.MaxLength, queueargs.MaxLengthBytes} {
		switch limit, set := v.Effective(q, row); {
		case set && limit.Unknown():
			known = false
		case set:
			limited = true
		}
	}
	return limited, known || limited
}

// AtLeastOnce reports whether a queue keeps its dead letters until their targets have confirmed them, and whether that is
// known: a quorum queue with that strategy, a dead-letter exchange and reject-publish (rabbit_quorum_queue.erl, dlh).
func (v *VirtualHost) AtLeastOnce(q *Queue) (atLeastOnce, known bool) {
	strategy, set := v.Effective(q, queueargs.DeadLetterStrategy)
	if !set || !strategy.Unknown() && strategy.Value != "at-least-once" {
		return false, true
	}
	exchange, set := v.Effective(q, queueargs.DeadLetterExchange)
	if !set {
		return false, true
	}
	overflow, known := v.OverflowOf(q)
	if known && overflow != RejectPublish {
		return false, true
	}
	known = known && !strategy.Unknown() && !exchange.Unknown()
	return known, known
}

// deadLetterTargets is what DeadLetterTargets returns.
type deadLetterTargets struct {
	queues   []string
	exchange string
	keys     []string
	certain  bool
}

// DeadLetterTargets returns the queues that the dead letters of a queue surely reach, its dead-letter exchange and the routing
// keys that they have there. Where dead letters keep their keys these are the keys under which messages come to the queue, as
// far as bindings or the dead letters of other queues say. It reports certain=false if they may have other keys or reach
// other queues, and for a queue without a dead-letter exchange, or with one that is not known.
func (v *VirtualHost) DeadLetterTargets(q *Queue) (targets []string, exchange string, keys []string, certain bool) {
	v.renew()
	cached := v.queues[q.Name] == q
	result, ok := v.targets[q.Name]
	if !ok || !cached {
		result = v.deadLetterTargets(q)
		if cached {
			v.targets[q.Name] = result
		}
	}
	return result.queues, result.exchange, result.keys, result.certain
}

func (v *VirtualHost) deadLetterTargets(q *Queue) deadLetterTargets {
	d, ok := v.deadLetterOf(q)
	if !ok {
		return deadLetterTargets{}
	}
	result := deadLetterTargets{exchange: d.exchange, certain: true}
	var reached []*audience
	switch {
	case d.keyed && d.key.known:
		result.keys = []string{d.key.text}
	case !d.keyed:
		result.keys, result.certain = v.ArrivalKeys(q)
	}
	for _, key := range result.keys {
		reached = append(reached, v.audienceOf(d.exchange, messageKey{key, true}))
	}
	if len(result.keys) == 0 || !result.certain {
		// What an exchange does with every message it does with these, too.
		all := v.audienceOf(d.exchange, messageKey{})
		result.certain = all.certain
		reached = append(reached, all)
	}
	for _, a := range reached {
		result.certain = result.certain && a.certain
	}
	result.queues = together(reached)
	return result
}

// LostDeadLetters reports whether some dead letters of a queue surely reach no queue although their exchange is there, and returns the routing
// keys that they then have; none if nothing is behind the exchange whatever the key. through is the binding of which a part of what it lets in
// is lost, with one of these keys; nil if the keys are all that are.
func (v *VirtualHost) LostDeadLetters(q *Queue) (keys []string, through *Binding, lost bool) {
	targets, exchange, all, certain := v.DeadLetterTargets(q)
	for _, key := range all {
		if route := v.Lands(exchange, key); route.Certain && len(route.Queues) == 0 {
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		return keys, nil, true
	}
	if part, some := v.LostPart(q); some {
		return []string{part.Key}, part.Through, true
	}
	return nil, nil, len(all) == 0 && len(targets) == 0 && certain
}

// ArrivalKeys returns the routing keys under which messages come to a queue, as far as bindings without wildcards and the
// dead letters of other queues say, sorted. It reports all=false if there may be others. That anybody may publish to any
// queue by its name through the default exchange is not counted.
func (v *VirtualHost) ArrivalKeys(q *Queue) (keys []string, all bool) {
	found := map[string]bool{}
	all = v.arrivalKeys(q, found, map[string]bool{})
	if v.Final && v.queues[q.Name] == q {
		for key := range v.flowOf().keys[q.Name] {
			found[key] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), all && len(found) > 0
}

func (v *VirtualHost) arrivalKeys(q *Queue, found, seen map[string]bool) (all bool) {
	seen[q.Name] = true
	all = v.Complete
	v.indexSinks()
	if len(v.sinks[""][q.Name]) > 0 {
		found[q.Name] = true
	}
	for _, b := range v.byDestination[Ref{KindQueue, q.Name}] {
		e := v.exchangeAt(b.Source)
		switch {
		case e != nil && !b.KeyUnknown && (e.Type == "direct" || e.Type == "topic" && !isPattern(b.RoutingKey)):
			found[b.RoutingKey] = true
		default:
			all = false
			if !v.Final {
				v.deadLetterKeys(b.Source, q, found, seen)
			}
		}
	}
	return all
}

// deadLetterKeys adds the keys of dead letters that reach a queue through an exchange.
func (v *VirtualHost) deadLetterKeys(exchange string, q *Queue, found, seen map[string]bool) {
	for _, upstream := range v.Upstream(exchange) {
		for key, queues := range v.sinks[upstream] {
			keys := map[string]bool{key: true}
			if key == ownKeys {
				keys = map[string]bool{}
				// Whoever is at it already goes through all that share the exchange.
				if at := ownKeys + upstream; !seen[at] {
					seen[at] = true
					for _, from := range queues {
						if !seen[from.Name] {
							v.arrivalKeys(from, keys, seen)
						}
					}
				}
			}
			for key := range keys {
				if found[key] {
					continue
				}
				if _, comes := slices.BinarySearch(v.Lands(upstream, key).Queues, q.Name); comes {
					found[key] = true
				}
			}
		}
	}
}

// ReceivesDeadLetters reports whether dead letters of another queue surely come to a queue, all or those with some of the keys that
// its bindings let in, by its name or through a binding; with a binding, only what comes through it counts.
func (v *VirtualHost) ReceivesDeadLetters(q *Queue, through ...*Binding) bool {
	v.indexSinks()
	if len(through) == 0 && v.Final {
		f := v.flowOf()
		return slices.ContainsFunc(f.coming[q.Name], func(at int) bool {
			others := func(from string) bool { return from != q.Name }
			return f.places[at].key.text != anyWord && slices.ContainsFunc(f.places[at].from, others)
		})
	}
	if len(through) == 0 {
		if v.anySends(q, "", q.Name) || v.anySends(q, "", ownKeys) {
			return true
		}
		through = v.byDestination[Ref{KindQueue, q.Name}]
	}
	for _, b := range through {
		for _, upstream := range v.Upstream(b.Source) {
			if e := v.exchangeAt(upstream); upstream == b.Source && e != nil && e.Type == "direct" {
				if v.anySends(q, upstream, b.RoutingKey) || v.anySends(q, upstream, ownKeys) {
					return true
				}
				continue
			}
			for key := range v.sinks[upstream] {
				if v.anySends(q, upstream, key) {
					return true
				}
			}
		}
	}
	return false
}

// anySends reports whether one of the queues at a place in sinks dead-letters to q.
func (v *VirtualHost) anySends(q *Queue, exchange, key string) bool {
	for _, from := range v.sinks[exchange][key] {
		if from.Name == q.Name {
			continue
		}
		if targets, _, _, certain := v.DeadLetterTargets(from); slices.Contains(targets, q.Name) {
			return true
		} else if _, some := v.SendsPart(from, q); some && !certain {
			return true
		}
	}
	return false
}
