package topology

import "slices"

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
	// An example is of use only where it makes a difference.
	for _, example := range []bool{false, true} {
		for _, at := range f.inQueue[queue] {
			if within(at) && f.places[at].key.example == example {
				steps = append(steps, step{state{at, by(queue)}, -1})
			}
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
