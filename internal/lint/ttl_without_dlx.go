package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "ttl_without_dlx", Default: Warning, Homes: Validate | Plan | Review | Live,
	Finds:  "a message TTL on a queue without a dead-letter exchange, unless its owner has said that messages may vanish",
	Source: "docs/ttl, docs/dlx, rabbit_dead_letter.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || q.Discards || !queueargs.MessageTTL.EverTaken(q.Type) || q.Arguments.Has(queueargs.DeadLetterExchange) {
			return nil
		}
		setting, _ := c.Topology.Effective(q, queueargs.MessageTTL)
		ttl, known := length(setting)
		if _, set := c.Topology.Effective(q, queueargs.DeadLetterExchange); set || !known {
			return nil
		}
		return []Finding{{
			Object: subject, Field: queueargs.MessageTTL.Argument,
			Consequence: fmt.Sprintf("A message that is still in the queue after %s%s vanishes, because the queue has no dead-letter exchange.", ttl, origin(setting)),
			Advice: fmt.Sprintf(`Set dead_letter = { exchange = "...", routing_key = "..." } to keep expired messages, or say that they may vanish: %s.`,
				mayVanish(q, "ttl_without_dlx", expiringQueue)),
		}}
	},
})
