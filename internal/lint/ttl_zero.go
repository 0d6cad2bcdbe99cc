package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "ttl_zero", Default: Warning, Homes: Validate | Review | Live,
	Finds:  "a message TTL of 0",
	Source: "docs/ttl, rabbit_fifo.erl (update_expiry_header)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !queueargs.MessageTTL.EverTaken(q.Type) {
			return nil
		}
		setting, _ := c.Topology.Effective(q, queueargs.MessageTTL)
		if ttl, known := length(setting); !known || ttl != 0 {
			return nil
		}
		where := "Set " + attributeOf(q, queueargs.MessageTTL)
		if byPolicy(setting) {
			where = fmt.Sprintf("Set %s in %s %q", queueargs.MessageTTL.PolicyKey, setting.From, setting.Policy)
		}
		return []Finding{{
			Object: subject, Field: queueargs.MessageTTL.Argument,
			Consequence: fmt.Sprintf("A TTL of 0s%s expires every message that no waiting consumer takes at the moment it arrives.", origin(setting)),
			Advice:      where + " to the time that a message may wait for a consumer.",
		}}
	},
})
