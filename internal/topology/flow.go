package topology

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
)

// flow is all ways that dead letters take in a virtual host. Its places are of two kinds by turns: a queue in which messages have a routing
// key, and the queues that dead letters of a key come to at once. What many queues dead-letter to is there once, so that it is as large as
// the bindings, and not as the pairs of queues that have a way between them.
type flow struct {
	places  []place
	inQueue map[string][]int           // places of each queue
	at      map[stateKey]int           // places of queues
	to      map[passKey]int            // places of what comes to queues
	coming  map[string][]int           // to each queue, as places of what comes
	classes map[classKey]flowKey       // keys that are followed for others that go the same ways
	members map[classPlace]flowKey     // those, by what they have in common
	keys    map[string]map[string]bool // routing keys that are known to come to a queue
	lets    map[string]*Binding        // the bindings that let example keys in

	automatic, delayed map[string][]Loop // what AutomaticRounds and DelayRounds return; nil if nobody has asked
}

// place is where messages are. One of a queue has one way on, or none.
type place struct {
	queue *Queue // nil for what comes to queues
	key   flowKey
	next  []int
	// from are up to two queues whose dead letters come.
	from []string
}

// flowKey is the routing key of messages. Those that are only examples stand for others that a binding lets in, and known ones come as they are.
type flowKey struct {
	messageKey
	example bool
	// guess is true for an example that nobody is known to publish with.
	guess bool
}

type (
	stateKey struct {
		queue string
		key   flowKey
	}
	passKey struct {
		audience int
		key      flowKey
	}
	classKey struct {
		exchange string
		key      flowKey
	}
	classPlace struct{ exchange, ways string }
)

// flowOf returns the ways of dead letters.
func (v *VirtualHost) flowOf() *flow {
	v.renew()
	if v.flow == nil {
		v.flow = v.newFlow()
	}
	return v.flow
}

func (v *VirtualHost) newFlow() *flow {
	f := &flow{
		inQueue: map[string][]int{}, at: map[stateKey]int{}, to: map[passKey]int{}, coming: map[string][]int{},
		classes: map[classKey]flowKey{}, members: map[classPlace]flowKey{}, keys: map[string]map[string]bool{},
		lets: map[string]*Binding{},
	}
	var pending []int
	enter := func(q *Queue, key flowKey) int {
		p, fresh := f.enter(q, key)
		if fresh {
			pending = append(pending, p)
		}
		return p
	}
	for _, q := range v.senders() {
		d, _ := v.deadLetterOf(q)
		if d.keyed {
			enter(q, flowKey{})
			continue
		}
		for _, key := range v.entryKeys(f, q, d.exchange) {
			enter(q, v.class(f, d.exchange, key))
		}
	}
	for len(pending) > 0 && v.effort(forWays) > 0 {
		at := pending[0]
		pending = pending[1:]
		q := f.places[at].queue
		d, _ := v.deadLetterOf(q)
		key := f.places[at].key
		if d.keyed {
			key = flowKey{messageKey: d.key}
		}
		all := v.audienceOf(d.exchange, key.messageKey)
		if len(all.queues) == 0 {
			continue
		}
		pass, known := f.to[passKey{all.number, key}]
		if !known {
			pass = len(f.places)
			f.to[passKey{all.number, key}] = pass
			f.places = append(f.places, place{key: key})
			v.spent[forWays] += len(all.queues)
			for _, name := range all.queues {
				f.coming[name] = append(f.coming[name], pass)
				target := v.queueAt(name)
				if target == nil {
					continue
				}
				if key.known && !key.example {
					f.note(name, key.text)
				}
				its, sends := v.deadLetterOf(target)
				switch {
				case !sends:
				case its.keyed:
					f.places[pass].next = append(f.places[pass].next, enter(target, flowKey{}))
				default:
					f.places[pass].next = append(f.places[pass].next, enter(target, v.class(f, its.exchange, key)))
				}
			}
		}
		f.places[at].next = []int{pass}
		if from := f.places[pass].from; len(from) < 2 && !slices.Contains(from, q.Name) {
			f.places[pass].from = append(from, q.Name)
		}
	}
	return f
}

// enter returns the place of a queue and a key, and whether it is new.
func (f *flow) enter(q *Queue, key flowKey) (at int, fresh bool) {
	k := stateKey{q.Name, key}
	if at, known := f.at[k]; known {
		return at, false
	}
	at = len(f.places)
	f.places = append(f.places, place{queue: q, key: key})
	f.at[k] = at
	f.inQueue[q.Name] = append(f.inQueue[q.Name], at)
	return at, true
}

func (f *flow) note(queue, key string) {
	if f.keys[queue] == nil {
		f.keys[queue] = map[string]bool{}
	}
	f.keys[queue][key] = true
}

// entryKeys returns keys of messages that come to a queue through its bindings, and of those of which nothing is known.
func (v *VirtualHost) entryKeys(f *flow, q *Queue, exchange string) []flowKey {
	found := map[flowKey]bool{{}: true}
	for _, b := range v.byDestination[Ref{KindQueue, q.Name}] {
		e := v.exchangeAt(b.Source)
		switch {
		case e == nil || b.KeyUnknown:
		case e.Type == "direct" || e.Type == "topic" && !isPattern(b.RoutingKey):
			found[flowKey{messageKey: messageKey{b.RoutingKey, true}}] = true
		case e.Type != "topic":
			found[flowKey{messageKey{anyWord, true}, true, true}] = true
		}
	}
	for _, b := range v.wildBindings(q) {
		published := v.isPublishedTo(b.Source)
		for _, key := range v.kindsOf(b, exchange) {
			if f.lets[key] == nil && published {
				f.lets[key] = b
			}
			found[flowKey{messageKey{key, true}, true, !published}] = true
		}
	}
	sort := func(key flowKey) int {
		switch {
		case key.guess:
			return 2
		case key.example:
			return 1
		}
		return 0
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b flowKey) int {
		return cmp.Or(cmp.Compare(sort(a), sort(b)), cmp.Compare(len(a.text), len(b.text)), cmp.Compare(a.text, b.text))
	})
}

// class returns the key that is followed for one that dead letters have at an exchange: the first of those that go the same ways as long as they
// are kept.
func (v *VirtualHost) class(f *flow, exchange string, key flowKey) flowKey {
	k := classKey{exchange, key}
	if known, ok := f.classes[k]; ok {
		return known
	}
	follow := key
	if passed := v.passed(exchange); len(passed) < manyExchanges && !slices.Contains(passed, "") {
		ways := []byte{0}
		switch {
		case key.text == anyWord:
			ways[0] = 3
		case key.guess:
			ways[0] = 2
		case key.example:
			ways[0] = 1
		}
		for _, name := range passed {
			ways = binary.AppendVarint(ways, int64(v.audienceOf(name, key.messageKey).number))
		}
		v.spent[forWays] += len(passed)
		at := classPlace{exchange, string(ways)}
		if first, known := f.members[at]; known {
			follow = first
		} else {
			f.members[at] = key
		}
	}
	f.classes[k] = follow
	return follow
}
