package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delivery_limit_drops", Default: Warning, Homes: Validate | Plan | Review | Live,
	Finds:  "a quorum queue with a delivery limit (20 by default from RabbitMQ 4.0 on) and no dead-letter exchange",
	Source: "docs/quorum-queues#poison-message-handling, rabbit_quorum_queue.erl (get_delivery_limit), rabbit_fifo.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || q.Discards || q.Type != queueargs.Quorum || q.Arguments.Has(queueargs.DeadLetterExchange) {
			return nil
		}
		limit, limited, known := c.Topology.DeliveryLimit(q)
		if _, set := c.Topology.Effective(q, queueargs.DeadLetterExchange); set || !known || !limited {
			return nil
		}
		// The broker drops when the count of failures exceeds the limit. A negative one, before 4.0, is exceeded by the first.
		deliveries := max(limit, 0) + 1
		setting, _ := c.Topology.Effective(q, queueargs.DeliveryLimit)
		unlimited := "delivery_limit = -1"
		if byPolicy(setting) {
			unlimited = fmt.Sprintf("delivery-limit in %s %q to -1", setting.From, setting.Policy)
		}
		return []Finding{{
			Object: subject, Field: queueargs.DeliveryLimit.Argument,
			Consequence: fmt.Sprintf("After %s a message is dropped, because the delivery limit is %d%s and the queue has no dead-letter exchange.",
				count(deliveries, "failed delivery", "failed deliveries"), limit, origin(setting)),
			Advice: fmt.Sprintf(`Set dead_letter = { exchange = "...", routing_key = "..." } to keep such messages, or %s to deliver them again without limit.`, unlimited),
		}}
	},
})
