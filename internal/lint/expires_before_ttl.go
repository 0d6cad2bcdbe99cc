package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "expires_before_ttl", Default: Error, Homes: Validate | Plan | Review | Live,
	Finds:  "a queue that is deleted for lack of use at or before the end of its messages' TTL",
	Source: "docs/ttl#queue-ttl, rabbit_amqqueue_process.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !queueargs.Expires.EverTaken(q.Type) {
			return nil
		}
		expires, _ := c.Topology.Effective(q, queueargs.Expires)
		ttl, _ := c.Topology.Effective(q, queueargs.MessageTTL)
		unused, known := length(expires)
		life, alsoKnown := length(ttl)
		if !known || !alsoKnown || unused > life {
			return nil
		}
		return []Finding{{
			Object: subject, Field: queueargs.Expires.Argument,
			Consequence: fmt.Sprintf("After %s%s without use the queue is deleted with its messages, before their TTL of %s%s ends, and they are not dead-lettered.",
				unused, origin(expires), life, origin(ttl)),
			Advice: sentence(fmt.Sprintf("%s, or set it far above %s: publishing to a queue does not count as use.", without(q, queueargs.Expires, expires), life)),
		}}
	},
})
