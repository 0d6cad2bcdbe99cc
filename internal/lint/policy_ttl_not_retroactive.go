package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_ttl_not_retroactive", Default: Warning, Homes: Plan | Review,
	Finds:  "a message TTL that a change of policies gives to a queue, or takes from it, while it holds messages: those keep the expiry that they have",
	Source: "rabbit_amqqueue_process.erl (calculate_msg_expiry), rabbit_fifo.erl (maybe_set_msg_ttl)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if !c.keepsMessages(q) {
			return nil
		}
		was, is := c.ttl(q, c.Topology.EffectiveBefore), c.ttl(q, c.Topology.Effective)
		if was == "" || is == "" || was == is {
			return nil
		}
		now, _ := c.Topology.Effective(q, queueargs.MessageTTL)
		// Messages may be older than the settings in force, and nothing tells what was in force when they came.
		so := was + " so far, unless policies have changed before"
		if stated, drifted := c.Topology.BeforeDrift(q, queueargs.MessageTTL); drifted {
			if before, known := length(stated); known && before.String() != was {
				so = fmt.Sprintf("%s since somebody has changed the queue's policy, %s before", was, before)
			}
		}
		if was == noTTL {
			so += ": such a message never expires and holds back those that expire behind it"
		}
		messages := "The message"
		if *q.Messages > 1 {
			messages = fmt.Sprintf("Each of the %d messages", *q.Messages)
		}
		return []Finding{{
			Object: subject, Field: queueargs.MessageTTL.Argument,
			Consequence: fmt.Sprintf("%s in the queue keeps the message TTL that was in force when it came (%s), although that of the queue changes from %s to %s%s.",
				messages, so, was, is, origin(now)),
			Advice: sentence(c.emptied(q)) + `, or set lint_ignore = ["policy_ttl_not_retroactive"] if its messages need not live by the new TTL.`,
		}}
	},
})

const noTTL = "none"

// ttl writes the message TTL that effective says of a queue; it is empty if it cannot be told.
func (c *Context) ttl(q *topology.Queue, effective func(*topology.Queue, *queueargs.Row) (topology.Setting, bool)) string {
	setting, set := effective(q, queueargs.MessageTTL)
	if !set {
		return noTTL
	}
	if ttl, known := length(setting); known {
		return ttl.String()
	}
	return ""
}
