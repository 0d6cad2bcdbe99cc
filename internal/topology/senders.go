package topology

import (
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// senders returns the queues that dead-letter, first those that may be on a way of dead letters that comes back, if keys are not looked at: what
// examples of keys are worth most for.
func (v *VirtualHost) senders() []*Queue {
	queues := slices.DeleteFunc(v.Queues(), func(q *Queue) bool {
		_, sends := v.deadLetterOf(q)
		return !sends || q.Change == Deleted
	})
	number := map[Ref]int{}
	for i, q := range queues {
		number[Ref{KindQueue, q.Name}] = i
	}
	var exchanges []string
	exchange := func(name string) int {
		ref := Ref{KindExchange, name}
		if _, known := number[ref]; !known {
			number[ref] = len(queues) + len(exchanges)
			exchanges = append(exchanges, name)
		}
		return number[ref]
	}
	for _, e := range v.Exchanges() {
		exchange(e.Name)
	}
	for _, q := range queues {
		d, _ := v.deadLetterOf(q)
		exchange(d.exchange)
	}
	component := components(len(number), func(at int) (next []int) {
		if at < len(queues) {
			d, _ := v.deadLetterOf(queues[at])
			if to, known := number[Ref{KindQueue, d.key.text}]; d.exchange == "" && d.keyed && d.key.known {
				if known {
					next = append(next, to)
				}
				return next
			}
			return append(next, exchange(d.exchange))
		}
		name := exchanges[at-len(queues)]
		for _, b := range v.BindingsFrom(name) {
			if to, known := number[Ref{b.DestinationKind, b.Destination}]; known {
				next = append(next, to)
			}
		}
		if e := v.exchangeAt(name); e != nil {
			if alternate, _ := v.Alternate(e); alternate != "" {
				if to, known := number[Ref{KindExchange, alternate}]; known {
					next = append(next, to)
				}
			}
		}
		if name == "" {
			for i := range queues {
				next = append(next, i)
			}
		}
		return next
	})
	size := make([]int, len(component))
	for _, c := range component {
		size[c]++
	}
	v.circular = map[string]bool{}
	for i, name := range exchanges {
		v.circular[name] = size[component[len(queues)+i]] > 1
	}
	var may, others []*Queue
	for i, q := range queues {
		if size[component[i]] > 1 {
			may = append(may, q)
		} else {
			others = append(others, q)
		}
	}
	return append(may, others...)
}

// isPublishedTo reports whether an exchange is taken for one that publishers publish to, with whatever keys its bindings name. To one that queues
// dead-letter to only they send, unless all of them are delays from which messages come back to where they came in.
func (v *VirtualHost) isPublishedTo(exchange string) bool {
	known, ok := v.published[exchange]
	if !ok {
		known = v.returnsTo(exchange)
		v.published[exchange] = known
	}
	return known
}

func (v *VirtualHost) returnsTo(exchange string) bool {
	senders := v.QueuesDeadLetteringTo(exchange)
	if len(senders) == 0 {
		return true
	}
	if v.Final {
		if v.circular == nil {
			v.senders()
		}
		if !v.circular[exchange] {
			return false
		}
	}
	return !slices.ContainsFunc(senders, func(q *Queue) bool {
		_, delays := v.Effective(q, queueargs.MessageTTL)
		return !delays
	})
}
