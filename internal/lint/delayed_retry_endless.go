package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delayed_retry_endless", Default: Warning, Homes: Plan | Review | Live,
	Finds: "delayed retry of type `all` or `returned` on a queue without a message TTL: what consumers return with `basic.nack` comes back for ever, since " +
		"that does not count towards the delivery limit",
	Source: "rabbit_channel.erl (nack is requeue, reject is settle), rabbit_fifo.erl (calculate_ready_at), docs/quorum-queues",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		r := c.delayedRetry(q)
		wait, waits := r.first()
		if !r.does || !waits || r.kind.Value != "all" && r.kind.Value != "returned" {
			return nil
		}
		// A message that waits does not expire, but it does when it comes back.
		if _, set := c.Topology.Effective(q, queueargs.MessageTTL); set {
			return nil
		}
		change := fmt.Sprintf("set %s to failed", attributeOf(q, queueargs.DelayedRetryType))
		if byPolicy(r.kind) {
			change = fmt.Sprintf("set %s to failed in %s %q", queueargs.DelayedRetryType.PolicyKey, r.kind.From, r.kind.Policy)
		}
		return []Finding{{
			Object: subject, Field: queueargs.DelayedRetryType.Argument,
			Consequence: fmt.Sprintf("A message that consumers return without counting it as failed (basic.nack with requeue, released) comes back every %s without end, because with "+
				"type %q%s such returns wait and never reach the delivery limit.", wait, r.kind.Value, origin(r.kind)),
			Advice: fmt.Sprintf("Let consumers return with basic.reject what fails and %s, or set %s, after which such messages are dead-lettered.", change, attributeOf(q, queueargs.MessageTTL)),
		}}
	},
})
