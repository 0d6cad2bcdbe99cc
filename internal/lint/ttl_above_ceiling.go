package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "ttl_above_ceiling", Default: Error, Homes: Validate | Plan | Review,
	Finds: "a message TTL above the provider's `max_message_ttl`",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || c.MaxMessageTTL == 0 {
			return nil
		}
		ttl, known := c.ownTTL(q)
		if !known || ttl <= c.MaxMessageTTL {
			return nil
		}
		return []Finding{{
			Object: subject, Field: queueargs.MessageTTL.Argument,
			Consequence: fmt.Sprintf("Messages may stay in the queue for %s, longer than the %s that max_message_ttl of this provider allows.", ttl, c.MaxMessageTTL),
			Advice:      fmt.Sprintf("Set %s to %s or less, or raise max_message_ttl in the provider block.", attributeOf(q, queueargs.MessageTTL), c.MaxMessageTTL),
		}}
	},
})
