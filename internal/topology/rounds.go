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

// back returns a shortest way of messages from a queue back to it, through so many queues at least and one that by is true for.
func (f *flow) back(queue string, next func(int) []int, within func(int) bool, least int, by func(string) bool) (Loop, bool) {
	type state struct {
		at int
		by bool // whether the way has led through a queue that it has to
	}
	type step struct {
		state
		before int
	}
	var steps []step
	seen := map[state]bool{}
	for _, at := range f.inQueue[queue] {
		if within(at) {
			steps = append(steps, step{state{at, by(queue)}, -1})
		}
	}
	for i := 0; i < len(steps); i++ {
		for _, to := range next(steps[i].at) {
			q := f.places[to].queue
			// From the queue to itself it may be too short a way.
			short := q != nil && q.Name == queue && (!steps[i].by || least > 1 && steps[steps[i].before].before < 0)
			reached := state{to, steps[i].by || q != nil && by(q.Name)}
			switch {
			case !within(to) || short:
			case q != nil && q.Name == queue:
				var names []string
				first := i
				for j := i; j >= 0; j = steps[j].before {
					if on := f.places[steps[j].at].queue; on != nil {
						names = append(names, on.Name)
					}
					first = j
				}
				slices.Reverse(names)
				loop := Loop{Queues: inner(names)}
				if key := f.places[steps[first].at].key; key.example && key.known && key.text != anyWord && loop.Queues[0] == queue {
					loop.Key = key.text
				}
				return loop, true
			case !seen[reached]:
				// What the queue's own dead letters come to may bring those of others back to it.
				seen[reached] = least == 1 || steps[i].before >= 0
				steps = append(steps, step{reached, i})
			}
		}
	}
	return Loop{}, false
}

// inner returns the part of a way round after which it comes to a queue for the second time: messages are dropped there.
func inner(names []string) []string {
	last := map[string]int{}
	for i, name := range names {
		if at, again := last[name]; again {
			return names[at:i]
		}
		last[name] = i
	}
	return names
}

// from returns a loop from one of its queues on.
func from(loop Loop, queue string) Loop {
	if at := slices.Index(loop.Queues, queue); at > 0 {
		loop.Queues = slices.Concat(loop.Queues[at:], loop.Queues[:at])
	}
	return loop
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

// grouped returns the places of each component.
func grouped(component []int) [][]int {
	groups := make([][]int, len(component))
	for at, c := range component {
		groups[c] = append(groups[c], at)
	}
	return slices.DeleteFunc(groups, func(places []int) bool { return len(places) == 0 })
}

// components numbers the strongly connected components of a graph (Tarjan, Depth-first search and linear graph algorithms, 1972).
func components(size int, next func(int) []int) []int {
	component, index, low := make([]int, size), make([]int, size), make([]int, size)
	for i := range component {
		component[i] = -1
	}
	var stack []int
	count, number := 0, 0
	var visit func(at int)
	visit = func(at int) {
		number++
		index[at], low[at] = number, number
		stack = append(stack, at)
		for _, to := range next(at) {
			switch {
			case index[to] == 0:
				visit(to)
				low[at] = min(low[at], low[to])
			case component[to] < 0:
				low[at] = min(low[at], index[to])
			}
		}
		if low[at] < index[at] {
			return
		}
		for last := -1; last != at; {
			last = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			component[last] = count
		}
		count++
	}
	for at := range size {
		if index[at] == 0 {
			visit(at)
		}
	}
	return component
}
