package topology

import (
	"cmp"
	"slices"
)

// Loop is a way of dead letters from a queue back to it.
type Loop struct {
	// Queues are those on the way, without the first at the end.
	Queues []string
	// Others are queues, not on the way, through which messages may come back too; only AutomaticRounds and DelayRounds tell.
	Others []string
	// Key is a routing key of messages that take the way, if of those that come to the first queue only some do; empty if it makes no difference.
	Key string
}

// AutomaticCycles returns the loops of dead-letter routes through a queue in which every step can happen because a message
// expires or does not fit, each from the queue on, sorted by length and then by name. The broker drops a message that goes
// round such a loop: it does not dead-letter a message to a queue where it was before, unless a consumer has rejected it
// since (rabbit_dead_letter.erl, detect_cycles).
//
// Only messages that come to the queue with one of keys are looked at; without keys, with any that ArrivalKeys knows.
func (v *VirtualHost) AutomaticCycles(through *Queue, keys ...string) []Loop {
	return v.loops(through, keys, func(q *Queue) bool { return v.leavesAlone(q, Expired, MaxLen) }, nil)
}

// DelayLoops returns the loops of dead-letter routes through a queue in which no step needs a rejection, but at least one
// queue lets messages go only because they have exceeded its delivery limit: the broker drops such a message when it comes
// back. A queue that dead-letters to itself is not among them.
func (v *VirtualHost) DelayLoops(through *Queue, keys ...string) []Loop {
	return v.loops(through, keys,
		func(q *Queue) bool { return v.leavesAlone(q, Expired, MaxLen, DeliveryLimit) },
		func(loop []string) bool {
			return len(loop) > 1 && slices.ContainsFunc(loop, func(name string) bool { return v.OnlyDeliveryLimit(v.queues[name]) })
		})
}

// OnlyDeliveryLimit reports whether messages leave a queue for no automatic reason but its delivery limit.
func (v *VirtualHost) OnlyDeliveryLimit(q *Queue) bool {
	return v.leavesAlone(q, DeliveryLimit) && !v.leavesAlone(q, Expired, MaxLen)
}

// leavesAlone reports whether messages can leave a queue for one of the reasons.
func (v *VirtualHost) leavesAlone(q *Queue, reasons ...Reason) bool {
	return slices.ContainsFunc(v.AutomaticReasons(q), func(r Reason) bool { return slices.Contains(reasons, r) })
}

// hop is a message in a queue, with the routing key it has there and the hop before it.
type hop struct {
	queue  string
	key    messageKey
	before *hop
	some   string // one of the keys that let a message begin the way, if others may not
}

// loops follows messages from a queue along dead-letter routes, breadth first and each state once, and returns the ways on
// which they come back to it without having been in another queue twice.
func (v *VirtualHost) loops(through *Queue, keys []string, leaves func(*Queue) bool, keep func([]string) bool) []Loop {
	plain := len(keys)
	if d, ok := v.deadLetterOf(through); !ok || !leaves(through) {
		return nil
	} else if len(keys) == 0 && !d.keyed {
		var all bool
		if keys, all = v.ArrivalKeys(through); !all {
			plain = len(keys)
			keys = append(keys, v.otherKeys(through)...)
		}
	}
	pending := []*hop{{queue: through.Name}}
	for i, key := range keys {
		some := ""
		if i >= plain && key != anyWord {
			some = key
		}
		pending = append(pending, &hop{queue: through.Name, key: messageKey{key, true}, some: some})
	}
	type state struct {
		queue string
		key   messageKey
	}
	seen, times := map[state]bool{}, map[passKey]int{}
	var found []Loop
	for len(pending) > 0 && len(found) <= someHeads {
		at := pending[0]
		pending = pending[1:]
		q := v.queueAt(at.queue)
		if q == nil {
			continue
		}
		d, ok := v.deadLetterOf(q)
		if !ok {
			continue
		}
		key := at.key
		if d.keyed {
			key = d.key
		}
		// What hundreds share would be gone through as often as there are pairs of them, for loops that are all alike.
		passed := passKey{v.audienceOf(d.exchange, key).number, flowKey{messageKey: key}}
		if times[passed] >= someHeads || !leaves(q) {
			continue
		}
		times[passed]++
		for _, next := range v.audienceOf(d.exchange, key).queues {
			if next == through.Name {
				if loop := at.path(); loop != nil && (keep == nil || keep(loop)) {
					found = append(found, Loop{Queues: loop, Key: at.some})
				}
			} else if s := (state{next, key}); !seen[s] {
				seen[s] = true
				pending = append(pending, &hop{next, key, at, at.some})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Loop) int {
		return cmp.Or(cmp.Compare(len(a.Queues), len(b.Queues)), slices.Compare(a.Queues, b.Queues))
	})
	return slices.CompactFunc(found, func(a, b Loop) bool { return slices.Equal(a.Queues, b.Queues) })
}

// anyWord is a word that no binding has.
const anyWord = "\x00"

// otherKeys returns examples of the routing keys that come to a queue through each binding that takes more than one. One is such that no other
// binding names it: these messages take the way through an alternate exchange.
func (v *VirtualHost) otherKeys(q *Queue) []string {
	var keys []string
	for _, b := range v.wildBindings(q) {
		if d, ok := v.deadLetterOf(q); ok {
			keys = append(keys, v.kindsOf(b, d.exchange)...)
		}
	}
	for _, b := range v.byDestination[Ref{KindQueue, q.Name}] {
		if e := v.exchangeAt(b.Source); e != nil && e.Type != "direct" && e.Type != "topic" && !b.KeyUnknown {
			return append(keys, anyWord)
		}
	}
	return keys
}

// path returns the queues on the way to h, h among them; nil if one is there twice.
func (h *hop) path() []string {
	var path []string
	on := map[string]bool{}
	for ; h != nil; h = h.before {
		if on[h.queue] {
			return nil
		}
		on[h.queue] = true
		path = append(path, h.queue)
	}
	slices.Reverse(path)
	return path
}
