package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_drops_messages", Default: Warning, Homes: Plan | Review,
	Finds: "a change of policies that makes the broker drop messages which a queue holds: a `max-length` below their number or a smaller `max-length-bytes`, without a dead-letter exchange, " +
		"`expires` that is new or shorter, which deletes the queue with them, the end of at-least-once, which takes the dead letters that wait for their target's confirmation, or the end of dead lettering, for those that expire",
	Source: "rabbit_amqqueue_process.erl (process_args_policy), rabbit_fifo.erl (evaluate_limit), docs/quorum-queues#dead-lettering",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || q.Change.Anew() || q.Change == topology.Deleted {
			return nil
		}
		if !c.keepsMessages(q) {
			return c.deletedWithMessages(q)
		}
		return slices.Concat(c.deletedWithMessages(q), c.beyondNewLimit(q), c.beyondNewBytes(q), c.withoutConfirmation(q), c.withoutExchange(q))
	},
})

// beyondNewLimit finds the messages that a queue holds beyond a limit that is new to it.
func (c *Context) beyondNewLimit(q *topology.Queue) []Finding {
	was, limited := c.Topology.EffectiveBefore(q, queueargs.MaxLength)
	is, _ := c.Topology.Effective(q, queueargs.MaxLength)
	limit, known := is.Value.(int64)
	before, alsoKnown := was.Value.(int64)
	overflow, certain := c.Topology.OverflowOf(q)
	_, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange)
	if !known || limited && (!alsoKnown || before <= limit) || *q.Messages <= limit || !certain || overflow != topology.DropHead || forwards {
		return nil
	}
	oldest := "the oldest is"
	if beyond := *q.Messages - limit; beyond > 1 {
		oldest = fmt.Sprintf("the %d oldest are", beyond)
	}
	changes := fmt.Sprintf("from %d to %d", before, limit)
	if !limited {
		changes = fmt.Sprintf("from none to %d", limit)
	}
	return []Finding{{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.MaxLength.Argument,
		Consequence: fmt.Sprintf("Of the %s in the queue %s dropped at once, because its max length changes %s%s and it has no dead-letter exchange.",
			count(*q.Messages, "message", "messages"), oldest, changes, origin(is)),
		Advice: `Let consumers take them first, or set lint_ignore = ["policy_drops_messages"] if they may go.`,
	}}
}

// beyondNewBytes is beyondNewLimit for the bytes in a queue, which a plan does not know.
func (c *Context) beyondNewBytes(q *topology.Queue) []Finding {
	was, limited := c.Topology.EffectiveBefore(q, queueargs.MaxLengthBytes)
	is, _ := c.Topology.Effective(q, queueargs.MaxLengthBytes)
	limit, known := is.Value.(int64)
	before, alsoKnown := was.Value.(int64)
	overflow, certain := c.Topology.OverflowOf(q)
	_, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange)
	if !known || limited && (!alsoKnown || before <= limit) || !certain || overflow != topology.DropHead || forwards {
		return nil
	}
	changes := fmt.Sprintf("from %d to %d", before, limit)
	if !limited {
		changes = fmt.Sprintf("from none to %d", limit)
	}
	return []Finding{{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.MaxLengthBytes.Argument,
		Consequence: fmt.Sprintf("Of the %s in the queue the oldest are dropped at once until the others take no more than %s, because its max length in bytes changes %s%s and it has "+
			"no dead-letter exchange.", count(*q.Messages, "message", "messages"), count(limit, "byte", "bytes"), changes, origin(is)),
		Advice: `Let consumers take them first, or set lint_ignore = ["policy_drops_messages"] if they may go.`,
	}}
}

// withoutConfirmation finds dead letters that wait for a confirmation which nobody will wait for.
func (c *Context) withoutConfirmation(q *topology.Queue) []Finding {
	strategy, _ := c.Topology.EffectiveBefore(q, queueargs.DeadLetterStrategy)
	overflow, _ := c.Topology.EffectiveBefore(q, queueargs.Overflow)
	_, forwarded := c.Topology.EffectiveBefore(q, queueargs.DeadLetterExchange)
	waited := q.Type == queueargs.Quorum && strategy.Value == atLeastOnce && overflow.Value == topology.RejectPublish && forwarded
	if waits, known := c.Topology.AtLeastOnce(q); !waited || waits || !known {
		return nil
	}
	return []Finding{{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterStrategy.Argument,
		Consequence: "Dead letters that wait in the queue until their target has confirmed them are dropped at once, because the dead-letter strategy at-least-once is no longer in force.",
		Advice:      `Apply it when the queue has none of them (messages_dlx is 0), or set lint_ignore = ["policy_drops_messages"] if they may go.`,
	}}
}

// withoutExchange finds messages that go nowhere any more when they expire.
func (c *Context) withoutExchange(q *topology.Queue) []Finding {
	was, forwarded := c.Topology.EffectiveBefore(q, queueargs.DeadLetterExchange)
	if _, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange); !forwarded || forwards || !c.expires(q) {
		return nil
	}
	exchange := ""
	if name, known := was.Value.(string); known {
		exchange = fmt.Sprintf(" (%q so far)", name)
	}
	return []Finding{{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterExchange.Argument,
		Consequence: sentence(held(q, "is dropped when it expires", "are dropped when they expire")) +
			fmt.Sprintf(", because the queue has no dead-letter exchange any more%s.", exchange),
		Advice: sentence(c.emptied(q)) + `, or set lint_ignore = ["policy_drops_messages"] if they may go.`,
	}}
}
