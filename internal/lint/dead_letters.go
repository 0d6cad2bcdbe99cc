package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// senders returns the queues whose dead letters the subject may have a say in: the queue itself, or those whose dead letters
// come by the exchange or by the binding's source.
func (c *Context) senders(subject topology.Ref) []*topology.Queue {
	switch subject.Kind {
	case topology.KindQueue:
		if q := c.queue(subject); q != nil {
			return []*topology.Queue{q}
		}
	default:
		return c.sendersThrough(c.upstream(subject)...)
	}
	return nil
}

// upstream returns the exchange that the subject is, or that the binding leads from, and those from which messages can come to it.
func (c *Context) upstream(subject topology.Ref) []string {
	switch subject.Kind {
	case topology.KindExchange:
		return c.Topology.Upstream(subject.Name)
	case topology.KindBinding:
		if bindings := c.bindings(subject); len(bindings) > 0 {
			return c.Topology.Upstream(bindings[0].Source)
		}
	}
	return nil
}

func (c *Context) sendersThrough(exchanges ...string) []*topology.Queue {
	var all []*topology.Queue
	for _, exchange := range exchanges {
		all = append(all, c.Topology.QueuesDeadLetteringTo(exchange)...)
	}
	return all
}

// receiver returns the queue that the subject is, or that the binding leads to; nil for anything else.
func (c *Context) receiver(subject topology.Ref) *topology.Queue {
	if subject.Kind != topology.KindBinding {
		return c.queue(subject)
	}
	for _, b := range c.bindings(subject) {
		if b.DestinationKind == topology.KindQueue {
			return c.queue(topology.Ref{Kind: topology.KindQueue, Name: b.Destination})
		}
	}
	return nil
}

// loops returns the loops of one kind that the subject may have closed; if every object is a subject those that begin at it.
func (c *Context) loops(subject topology.Ref, find func(q *topology.Queue, keys ...string) []topology.Loop, all func() map[string][]topology.Loop) []topology.Loop {
	q := c.receiver(subject)
	switch {
	case c.all && c.Topology.Final:
		return all()[subject.Name]
	case q != nil && subject.Kind == topology.KindBinding:
		return find(q, c.arrivalKeys(subject)...)
	case q != nil:
		return find(q)
	}
	var loops []topology.Loop
	for _, q := range c.senders(subject) {
		loops = append(loops, find(q)...)
	}
	return loops
}

// arrivalKeys returns the routing keys that messages have behind a binding, none if they may have any.
func (c *Context) arrivalKeys(binding topology.Ref) []string {
	for _, b := range c.bindings(binding) {
		e := c.Topology.Exchange(b.Source)
		if e != nil && !b.KeyUnknown && (e.Type == "direct" || e.Type == "topic" && !strings.ContainsAny(b.RoutingKey, "*#")) {
			return []string{b.RoutingKey}
		}
	}
	return nil
}

// rotated returns a loop from the queue on.
func rotated(loop []string, queue string) []string {
	at := slices.Index(loop, queue)
	return slices.Concat(loop[at:], loop[:at])
}

// readable is how many names of a long list are written.
const readable = 6

// shortened returns the beginning of a list that is too long to be read, and how many are left out.
func shortened[T any](all []T) (some []T, left int) {
	if len(all) <= readable+1 {
		return all, 0
	}
	return all[:readable], len(all) - readable
}

// andMore says how many of a list are left out.
func andMore(left int) string {
	if left == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", left)
}

// way writes a loop as a way back to its first queue.
func way(loop []string) string {
	some, left := shortened(loop)
	text := quoted(some, " -> ")
	if left > 0 {
		text += fmt.Sprintf(" -> (%d more queues)", left)
	}
	return text + fmt.Sprintf(" -> %q", loop[0])
}

func quoted(names []string, separator string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(parts, separator)
}

// fate says what becomes of dead letters that nothing takes.
func (c *Context) fate(q *topology.Queue) string {
	switch kept, known := c.Topology.AtLeastOnce(q); {
	case !known:
		return "reach no queue"
	case kept:
		return "stay in the queue for ever"
	default:
		return "are dropped"
	}
}

// mayKeep reports whether a queue keeps dead letters that nothing takes, or may do so.
func (c *Context) mayKeep(q *topology.Queue) bool {
	kept, known := c.Topology.AtLeastOnce(q)
	return kept || !known
}

// nobody says who lacks an object, or does not bind one.
func (c *Context) nobody(verb, none string) string {
	if c.Topology.Final {
		return none
	}
	return "neither the broker nor anything planned so far " + verb
}

// deadLetterAttribute returns the attribute in which the owner of q says where its dead letters go.
func deadLetterAttribute(q *topology.Queue) string {
	group, _, _ := strings.Cut(attributeOf(q, queueargs.DeadLetterExchange), ".")
	return group
}

// byPolicy reports whether a setting comes from a policy.
func byPolicy(s topology.Setting) bool { return s.Policy != "" }

// deadLetterExchange returns the name of the dead-letter exchange that is in force on q; false if none is, or none that is known.
func (c *Context) deadLetterExchange(q *topology.Queue) (string, topology.Setting, bool) {
	setting, set := c.Topology.Effective(q, queueargs.DeadLetterExchange)
	name, known := setting.Value.(string)
	return name, setting, set && known
}
