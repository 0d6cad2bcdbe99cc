package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "at_least_once_unbounded", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "dead-letter strategy at-least-once in force on a queue that has no length limit and whose dead letters are not sure to reach a queue",
	Source: "rabbit_fifo_dlx_worker.erl, docs/quorum-queues#limitations",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil {
			return nil
		}
		kept, _ := c.Topology.AtLeastOnce(q)
		if limited, known := c.Topology.LengthLimited(q); !kept || limited || !known || surelyRouted(c, q) || mayBeRouted(c, q) {
			return nil
		}
		exchange, _, _ := c.deadLetterExchange(q)
		advice := fmt.Sprintf("Bind a queue to exchange %q that takes them.", exchange)
		if limits := attributesOf(q, queueargs.MaxLength, queueargs.MaxLengthBytes); limits != "" {
			advice = fmt.Sprintf("Set %s.", limits)
		}
		return []Finding{{
			Object: subject, Field: queueargs.DeadLetterStrategy.Argument,
			Consequence: fmt.Sprintf("Dead letters that reach no queue through exchange %q stay in this queue and pile up without bound, because it has no length limit.", exchange),
			Advice:      advice,
		}}
	},
})

// mayBeRouted reports whether what takes the dead letters of a queue may still be planned: nothing is known of that without a broker, and
// the bindings of an exchange, or the queue at the other end, may come with the queue or with the exchange.
func mayBeRouted(c *Context, q *topology.Queue) bool {
	name, _, _ := c.deadLetterExchange(q)
	x := c.exchange(topology.Ref{Kind: topology.KindExchange, Name: name})
	switch {
	case !c.Topology.Complete:
		return true
	case c.Topology.Final || x == nil || x.Closed:
		return false
	}
	return q.Change != topology.Unchanged || x.Change != topology.Unchanged
}

// surelyRouted reports whether each dead letter of a queue reaches another one.
func surelyRouted(c *Context, q *topology.Queue) bool {
	targets, exchange, keys, certain := c.Topology.DeadLetterTargets(q)
	if c.Topology.RoutesEverything(exchange) {
		return true
	}
	if !certain {
		return false
	}
	for _, key := range keys {
		if len(c.Topology.Lands(exchange, key).Queues) == 0 {
			return false
		}
	}
	return len(targets) > 0
}
