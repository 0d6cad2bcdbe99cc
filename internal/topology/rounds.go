package topology

import (
	"slices"
)

// someHeads is of how many queues of one round a loop is returned for each.
const someHeads = 8

// AutomaticRounds returns the loops of AutomaticCycles of the whole virtual host by their first queues: of all that go round through each other
// one, a shortest, from the queue on that loses messages by it.
func (v *VirtualHost) AutomaticRounds() map[string][]Loop {
	f := v.flowOf()
	if f.automatic == nil {
		f.automatic = v.rounds(f, func(q *Queue) bool { return v.leavesAlone(q, Expired, MaxLen) }, func(names []string) []string {
			return []string{v.Blamed(names)}
		}, 1)
	}
	return f.automatic
}

// DelayRounds is AutomaticRounds for the loops of DelayLoops, each from a queue on that only has a delivery limit.
func (v *VirtualHost) DelayRounds() map[string][]Loop {
	f := v.flowOf()
	if f.delayed == nil {
		f.delayed = v.rounds(f, func(q *Queue) bool { return v.leavesAlone(q, Expired, MaxLen, DeliveryLimit) }, func(names []string) []string {
			return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !v.OnlyDeliveryLimit(v.queues[name]) })
		}, 2)
	}
	return f.delayed
}

// Blamed returns the queue that a loop is said of: one that is no delay tier, since what makes messages go round is set there. A queue with several
// tiers has as many loops, and one mistake.
func (v *VirtualHost) Blamed(loop []string) string {
	tier := func(name string) bool { return v.queues[name].DelayTier }
	if others := slices.DeleteFunc(slices.Clone(loop), tier); len(others) > 0 {
		return slices.Min(others)
	}
	return slices.Min(loop)
}

// rounds finds what goes round by its strongly connected components, not by following every way: first with keys, then for the queues to which
// messages come back with another key, so that they do not go round a second time. Heads are the queues of those that go round that loops are
// to begin at; a loop has to have so many queues at least.
func (v *VirtualHost) rounds(f *flow, leaves func(*Queue) bool, heads func(names []string) []string, least int) map[string][]Loop {
	found := map[string][]Loop{}
	leaving := map[*Queue]bool{}
	for name := range f.inQueue {
		leaving[v.queues[name]] = leaves(v.queues[name])
	}
	next := func(at int) []int {
		if q := f.places[at].queue; q != nil && !leaving[q] {
			return nil
		}
		return f.places[at].next
	}
	covered := map[string]bool{}
	add := func(loop Loop, others []string) {
		for _, name := range loop.Queues {
			covered[name] = true
		}
		loop.Others = others
		found[loop.Queues[0]] = append(found[loop.Queues[0]], loop)
	}
	component := components(len(f.places), next)
	for _, places := range grouped(component) {
		if len(places) < 2 {
			continue
		}
		names := f.queuesAt(places)
		begin := heads(names)
		if len(begin) == 0 {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == begin[0] })
		if least > 1 {
			others = begin[1:]
		}
		if len(begin) > someHeads {
			begin = begin[:1]
		} else if least > 1 {
			others = nil
		}
		within := func(at int) bool { return component[at] == component[places[0]] }
		for _, head := range begin {
			if loop, ok := f.back(head, next, within, least, func(string) bool { return true }); ok {
				if !slices.Contains(loop.Queues, head) {
					inside := heads(loop.Queues)
					if len(inside) == 0 || len(loop.Queues) < least {
						continue
					}
					head = inside[0]
				}
				on := map[string]bool{}
				for _, name := range loop.Queues {
					on[name] = least == 1
				}
				add(from(loop, head), slices.DeleteFunc(slices.Clone(others), func(name string) bool { return on[name] }))
				for _, name := range names {
					covered[name] = true
				}
			}
		}
	}
	worth := func(names []string) bool { return len(heads(names)) > 0 }
	v.returns(f, next, least, covered, worth, func(loop Loop) {
		for _, head := range heads(loop.Queues) {
			if len(loop.Queues) >= least {
				add(from(loop, head), nil)
			}
		}
	})
	return found
}

// returns finds the loops of queues to which messages come back with another key only, where it is worth while for queues that have ways to each
// other.
func (v *VirtualHost) returns(f *flow, next func(int) []int, least int, covered map[string]bool, worth func(names []string) bool, found func(Loop)) {
	// One more place for each queue joins its places.
	var names []string
	joint := map[string]int{}
	for _, q := range v.Queues() {
		if len(f.inQueue[q.Name]) > 1 {
			joint[q.Name] = len(f.places) + len(names)
			names = append(names, q.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	component := components(len(f.places)+len(names), func(at int) []int {
		if at >= len(f.places) {
			return f.inQueue[names[at-len(f.places)]]
		}
		if q := f.places[at].queue; q != nil {
			if j, joined := joint[q.Name]; joined {
				return append(slices.Clip(next(at)), j)
			}
		}
		return next(at)
	})
	ways := map[int]int{}
	for at := range f.places {
		if f.places[at].queue == nil {
			// A message goes round only through what comes to queues.
			ways[component[at]] += 1 + len(next(at))
		}
	}
	together := map[int][]string{}
	for at := range f.places {
		if q := f.places[at].queue; q != nil && ways[component[at]] > 0 {
			together[component[at]] = append(together[component[at]], q.Name)
		}
	}
	for c, names := range together {
		if !worth(names) {
			ways[c] = 0
		}
	}
	for _, name := range names {
		c := component[joint[name]]
		if ways[c] == 0 || covered[name] || v.effort(forWays) == 0 {
			continue
		}
		v.spent[forWays] += ways[c]
		if loop, ok := f.back(name, next, func(at int) bool { return component[at] == c }, least, func(name string) bool { return worth([]string{name}) }); ok {
			found(loop)
		}
	}
}

// queuesAt returns the queues of places, sorted.
func (f *flow) queuesAt(places []int) []string {
	var names []string
	for _, at := range places {
		if q := f.places[at].queue; q != nil {
			names = append(names, q.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
