package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// keepsMessages reports whether a queue holds messages and stays as it is, whatever becomes of its policies.
func (c *Context) keepsMessages(q *topology.Queue) bool {
	return q != nil && q.Messages != nil && *q.Messages > 0 && !q.Change.Anew()
}

// held says something of the messages in a queue.
func held(q *topology.Queue, one, many string) string {
	if *q.Messages == 1 {
		return "the message in the queue " + one
	}
	return fmt.Sprintf("the %d messages in the queue %s", *q.Messages, many)
}

// expires reports whether messages in a queue expire: they keep the message TTL that was in force when they came, and those that come
// later have the new one.
func (c *Context) expires(q *topology.Queue) bool {
	_, did := c.Topology.EffectiveBefore(q, queueargs.MessageTTL)
	_, does := c.Topology.Effective(q, queueargs.MessageTTL)
	return did || does
}

// redirected says, at the end of a sentence about the way of the dead letters of q, which messages will take it because the plan changes
// it: the way is that which is in force when a message leaves, unlike its expiry. The messages of a queue that is migrated come along.
func (c *Context) redirected(q *topology.Queue) string {
	before := q
	if q.Change == topology.Migrated && q.Prior != nil {
		before = q.Prior
	}
	if before.Messages == nil || *before.Messages == 0 || q.Change == topology.Created || q.Change == topology.Replaced {
		return ""
	}
	changes := func(row *queueargs.Row) bool {
		was, set := c.Topology.EffectiveBefore(before, row)
		is, sets := c.Topology.Effective(q, row)
		return set != sets || was.Value != is.Value
	}
	switch {
	case !changes(queueargs.DeadLetterExchange) && !changes(queueargs.DeadLetterRoutingKey):
		return ""
	case c.expires(before) || c.expires(q):
		return "; " + held(before, "goes there when it expires", "go there when they expire")
	default:
		return "; " + held(before, "goes there when it becomes a dead letter", "go there when they become dead letters")
	}
}
