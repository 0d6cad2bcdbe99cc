package lint

import (
	"fmt"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "ttl_lowered_by_policy", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "a declared message TTL that is not the one in force, because a policy or operator policy has a smaller one",
	Source: "docs/policies, rabbit_amqqueue_process.erl (process_args_policy)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil {
			return nil
		}
		declared, known := c.ownTTL(q)
		setting, _ := c.Topology.Effective(q, queueargs.MessageTTL)
		ttl, effective := length(setting)
		if !known || !effective || !byPolicy(setting) || ttl == declared {
			return nil
		}
		if setting.From == topology.FromPolicy && !q.Arguments.Has(queueargs.MessageTTL) {
			return nil // another policy is in force in place of the queue's own, which policy_shadowed says
		}
		return []Finding{{
			Object: subject, Field: queueargs.MessageTTL.Argument,
			Consequence: fmt.Sprintf("Messages expire after %s and not after the declared %s, because %s %q is in force on the queue.", ttl, declared, setting.From, setting.Policy),
			Advice: fmt.Sprintf("Set %s to %s, or change %s %q so that it leaves this queue out or allows %s.",
				attributeOf(q, queueargs.MessageTTL), ttl, setting.From, setting.Policy, declared),
		}}
	},
})

// ownTTL is the message TTL that the owner of a queue sets; false if it sets none, or none that is known yet.
func (c *Context) ownTTL(q *topology.Queue) (time.Duration, bool) {
	raw, _ := c.Topology.Own(q, queueargs.MessageTTL)
	value, _ := queueargs.MessageTTL.Value(raw)
	ttl, known := value.(time.Duration)
	return ttl, known
}
