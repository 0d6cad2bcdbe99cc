package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "overflow_drops", Default: Warning, Homes: Validate | Review | Live,
	Finds:  "a length limit that drops the oldest messages of a queue without a dead-letter exchange, unless its owner has said that messages may vanish",
	Source: "docs/maxlength, rabbit_amqqueue.erl (check_overflow)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || q.Discards || !queueargs.Overflow.EverTaken(q.Type) {
			return nil
		}
		limit, limited := lengthLimit(c, q)
		overflow, known := c.Topology.OverflowOf(q)
		if _, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange); forwards || !limited || !known || overflow != topology.DropHead {
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
