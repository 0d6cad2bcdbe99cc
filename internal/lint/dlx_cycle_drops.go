package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_cycle_drops", Default: Error, Homes: Plan | Review | Live,
	Finds:  "a loop of dead-letter routes that messages can go round without a rejection: the broker drops them when they come by again",
	Source: "rabbit_dead_letter.erl (detect_cycles), mc.erl (is_cycle_v2), docs/dlx#automatic-dead-lettering-cycles",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		said := map[string]bool{}
		for _, loop := range c.loops(subject, c.Topology.AutomaticCycles) {
			first := slices.Min(loop)
			if said[first] {
				continue
			}
			said[first] = true
			loop = rotated(loop, first)
			kept := slices.ContainsFunc(loop, func(name string) bool {
				atLeastOnce, known := c.Topology.AtLeastOnce(c.Topology.Queue(name))
				return atLeastOnce || !known
			})
			fate := "is dropped"
			if kept {
				fate = "is dropped, or stays for ever in a queue whose dead-letter strategy is at-least-once"
			}
			found = append(found, Finding{
				Object: topology.Ref{Kind: topology.KindQueue, Name: first}, Field: queueargs.DeadLetterExchange.Argument,
				Consequence: fmt.Sprintf("A message that goes %s %s when it would come to a queue for the second time, because it expires or overflows on each step and no consumer rejects it on the way.",
					way(loop), fate),
				Advice: "Change dead_letter of one of these queues so that it does not lead back, or take message_ttl and the length limit off the queue that consumers read, so that only what they reject goes round.",
			})
		}
		return found
	},
})
