package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delivery_limit_into_delay", Default: Warning, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a quorum queue with a delivery limit (20 by default from RabbitMQ 4.0 on) in a retry loop: a message whose consumer keeps crashing is dropped instead of retried",
	Source: "rabbit_quorum_queue.erl (get_delivery_limit), rabbit_dead_letter.erl (detect_cycles), docs/quorum-queues#poison-message-handling",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		said := map[string]bool{}
		for _, loop := range c.loops(subject, c.Topology.DelayLoops, c.Topology.DelayRounds) {
			names := loop.Queues
			if c.all {
				names = names[:1] // the others have loops of their own, or this one stands for them
			}
			for _, name := range names {
				q := c.Topology.Queue(name)
				if said[name] || !c.Topology.OnlyDeliveryLimit(q) {
					continue
				}
				said[name] = true
				found = append(found, limitedInLoop(c, q, rotated(loop.Queues, name), loop.Others, loop.Key))
			}
		}
		return found
	},
})

func limitedInLoop(c *Context, q *topology.Queue, loop, others []string, key string) Finding {
	limit, _, _ := c.Topology.DeliveryLimit(q)
	setting, set := c.Topology.Effective(q, queueargs.DeliveryLimit)
	by, advice := " by default", "Set delivery_limit = -1, so that only what a consumer rejects goes round the loop."
	if set {
		by = origin(setting)
	}
	if byPolicy(setting) {
		instead := "take it out there"
		if sets(q, queueargs.DeliveryLimit) {
			instead += " and set delivery_limit = -1"
		}
		advice = fmt.Sprintf("Set delivery-limit to -1 in %s %q, or %s, so that only what a consumer rejects goes round the loop.", setting.From, setting.Policy, instead)
	}
	fate := "dropped"
	if last := loop[len(loop)-1]; c.mayKeep(c.Topology.Queue(last)) {
		fate = fmt.Sprintf("kept for ever in %q, or dropped,", last)
	}
	return Finding{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeliveryLimit.Argument, Involved: loop,
		Consequence: fmt.Sprintf("%s whose consumer fails %s without rejecting it (a crash, a lost connection) is %s instead of coming back %s, because the delivery limit is %d%s%s.",
			messageLike(key), count(max(limit, 0)+1, "time", "times"), fate, way(loop), limit, by, sameFor(others)),
		Advice: advice,
	}
}

// sameFor names other queues of a loop that have limits too.
func sameFor(others []string) string {
	if len(others) == 0 {
		return ""
	}
	some, left := shortened(others)
	return fmt.Sprintf("; so it is with %s%s", quoted(some, ", "), andMore(left))
}
