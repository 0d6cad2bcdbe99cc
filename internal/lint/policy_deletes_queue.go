package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// deletedWithMessages finds a queue that is deleted, soon or sooner, with what it may hold, because of an `expires` that is new to it. The
// time begins anew with the change (rabbit_amqqueue_process.erl, process_args_policy; rabbit_quorum_queue.erl, gather_policy_config).
func (c *Context) deletedWithMessages(q *topology.Queue) []Finding {
	was, expired := c.Topology.EffectiveBefore(q, queueargs.Expires)
	is, _ := c.Topology.Effective(q, queueargs.Expires)
	unused, known := length(is)
	before, alsoKnown := length(was)
	if !known || expired && (!alsoKnown || before <= unused) || q.Messages != nil && *q.Messages == 0 {
		return nil
	}
	messages := "all messages in it (how many is not known)"
	if q.Messages != nil {
		messages = "the " + count(*q.Messages, "message", "messages") + " in it"
	}
	changes := fmt.Sprintf("from %s to %s", before, unused)
	if !expired {
		changes = fmt.Sprintf("from none to %s", unused)
	}
	return []Finding{{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.Expires.Argument,
		Consequence: fmt.Sprintf("The queue and %s are deleted %s after this change if no consumer uses it, because its expires changes %s%s: publishing is no use of a queue, and "+
			"nothing is dead-lettered.", messages, unused, changes, origin(is)),
		Advice: `Apply it while consumers are there, or set lint_ignore = ["policy_drops_messages"] if queue and messages may go.`,
	}}
}
