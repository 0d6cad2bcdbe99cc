package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "overflow_drops", Default: Warning, Homes: Validate | Review | Live,
	Finds: "a length limit that drops the oldest messages of a queue without a dead-letter exchange, unless its owner has said that messages may vanish; and a limit of 0 " +
		"with which messages are refused",
	Source: "docs/maxlength, rabbit_amqqueue.erl (check_overflow), rabbit_amqqueue_process.erl (will_overflow), rabbit_fifo.erl (is_over_limit)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !queueargs.Overflow.EverTaken(q.Type) {
			return nil
		}
		limit, limited := lengthLimit(c, q)
		overflow, known := c.Topology.OverflowOf(q)
		if limited && known && limit.zero && overflow != topology.DropHead {
			return []Finding{refusesAll(c, q, limit, overflow)}
		}
		if _, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange); forwards || !limited || !known || q.Discards || overflow != topology.DropHead {
			return nil
		}
		consequence := fmt.Sprintf("Once the queue holds %s, each new message drops the oldest, because the queue has no dead-letter exchange.", limit.text)
		if limit.zero {
			consequence = fmt.Sprintf("The queue has room for %s: each message that no waiting consumer takes at the moment it arrives is dropped, because the queue has no "+
				"dead-letter exchange.", limit.text)
		}
		return []Finding{{
			Object: subject, Field: limit.row.Argument, Consequence: consequence,
			Advice: `Set dead_letter = { exchange = "...", routing_key = "..." } to keep them, overflow = "reject-publish" to let publishers know, ` +
				fmt.Sprintf("or say that they may be dropped: %s.", mayVanish(q, "overflow_drops", expiringQueue)),
		}}
	},
})

// refusesAll is said of a queue without room, which refuses what it has no room for.
func refusesAll(c *Context, q *topology.Queue, limit bound, overflow string) Finding {
	does := "refuses each message, even if a consumer waits for it"
	_, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange)
	switch {
	case q.Type == queueargs.Quorum:
		does = "takes a message or two and refuses all others until a consumer has got those"
	case overflow == topology.RejectPublishDLX && forwards:
		does = "refuses and dead-letters each message, even if a consumer waits for it"
	}
	advice := fmt.Sprintf("Set %s to what may wait in the queue, or remove it.", attributeOf(q, limit.row))
	if setting, _ := c.Topology.Effective(q, limit.row); byPolicy(setting) {
		advice = fmt.Sprintf("Set %s in %s %q to what may wait in the queue.", limit.row.PolicyKey, setting.From, setting.Policy)
	}
	return Finding{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: limit.row.Argument,
		Consequence: fmt.Sprintf("The queue has room for %s: the broker %s.", limit.text, does), Advice: advice,
	}
}
