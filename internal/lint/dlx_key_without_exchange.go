package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_key_without_exchange", Default: Error, Homes: Validate | Review,
	Finds:  "a dead-letter routing key without a dead-letter exchange: the broker refuses it in arguments, and it does nothing in a policy",
	Source: "rabbit_amqqueue.erl (check_dlxrk_arg), rabbit_policies.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !queueargs.DeadLetterRoutingKey.EverTaken(q.Type) {
			return nil
		}
		f := Finding{Object: subject, Field: queueargs.DeadLetterRoutingKey.Argument}
		if q.Arguments.Has(queueargs.DeadLetterRoutingKey) {
			if q.Arguments.Has(queueargs.DeadLetterExchange) || q.Arguments.IsUnknown(queueargs.DeadLetterRoutingKey) {
				return nil
			}
			f.Consequence = "The broker refuses the queue: its arguments have a dead-letter routing key and no dead-letter exchange, and an exchange that a policy sets does not count."
			f.Advice = fmt.Sprintf("Set %s too, or remove %s.", attributeOf(q, queueargs.DeadLetterExchange), attributeOf(q, queueargs.DeadLetterRoutingKey))
			return []Finding{f}
		}
		key, set := c.Topology.Effective(q, queueargs.DeadLetterRoutingKey)
		if _, has := c.Topology.Effective(q, queueargs.DeadLetterExchange); has || !set || key.Unknown() {
			return nil
		}
		f.Consequence = fmt.Sprintf("Dead letters of the queue are dropped and its dead-letter routing key %q%s does nothing, because it has no dead-letter exchange.", key.Value, origin(key))
		f.Advice = fmt.Sprintf("Add dead-letter-exchange to %s %q, or %s.", key.From, key.Policy, without(q, queueargs.DeadLetterRoutingKey, key))
		if !byPolicy(key) {
			f.Advice = fmt.Sprintf("Set %s too, or remove %s.", attributeOf(q, queueargs.DeadLetterExchange), attributeOf(q, queueargs.DeadLetterRoutingKey))
		}
		return []Finding{f}
	},
})
