package lint

import (
	"fmt"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// queue returns the queue that ref names, or nil if ref names something else or a queue that the plan deletes: what is about to
// go has no future to speak of.
func (c *Context) queue(ref topology.Ref) *topology.Queue {
	if ref.Kind != topology.KindQueue {
		return nil
	}
	if q := c.Topology.Queue(ref.Name); q != nil && q.Change != topology.Deleted {
		return q
	}
	return nil
}

// exchange is to exchanges what queue is to queues.
func (c *Context) exchange(ref topology.Ref) *topology.Exchange {
	if ref.Kind != topology.KindExchange {
		return nil
	}
	if e := c.Topology.Exchange(ref.Name); e != nil && e.Change != topology.Deleted {
		return e
	}
	return nil
}

// bindings returns the bindings that ref names: those that differ in their arguments only share a name.
func (c *Context) bindings(ref topology.Ref) []*topology.Binding {
	if ref.Kind != topology.KindBinding {
		return nil
	}
	var all []*topology.Binding
	for _, b := range c.Topology.BindingsNamed(ref.Name) {
		if b.Change != topology.Deleted {
			all = append(all, b)
		}
	}
	return all
}

// length returns the value of a setting that is a length of time; false if it is not known yet or of another kind.
func length(s topology.Setting) (time.Duration, bool) {
	d, ok := s.Value.(time.Duration)
	return d, ok
}

// origin says in parentheses which policy a setting comes from; it is empty for an argument.
func origin(s topology.Setting) string {
	if s.Policy == "" {
		return ""
	}
	return fmt.Sprintf(" (%s %q)", s.From, s.Policy)
}

// count writes a number with its noun.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// attributeOf returns the name under which the owner of q sets row: a delay tier calls its TTL delay.
func attributeOf(q *topology.Queue, row *queueargs.Row) string {
	if q.DelayTier {
		switch row {
		case queueargs.MessageTTL:
			return "delay"
		case queueargs.DeadLetterExchange:
			return "return_to.exchange"
		case queueargs.DeadLetterRoutingKey:
			return "return_to.routing_key"
		case queueargs.DeadLetterStrategy, queueargs.Overflow:
			return "strategy"
		}
	}
	if row.Attribute == "" {
		return row.Argument
	}
	return row.Attribute
}
