package lint

import (
	"fmt"
	"slices"
	"strings"

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
			fate := "dropped"
			if slices.ContainsFunc(loop, func(name string) bool { return c.mayKeep(c.Topology.Queue(name)) }) {
				fate = "dropped (or kept for ever by a queue with strategy at-least-once)"
			}
			found = append(found, Finding{
				Object: topology.Ref{Kind: topology.KindQueue, Name: first}, Field: queueargs.DeadLetterExchange.Argument, Involved: loop,
				Consequence: fmt.Sprintf("A message that takes the way %s is %s instead of arriving in a queue a second time, because no consumer has rejected it in between.",
					c.timedWay(loop), fate),
				Advice: "Change dead_letter of one of these queues so that it does not lead back, or take message_ttl and the length limit off the queue that consumers read, so that only what they reject goes round.",
			})
		}
		return found
	},
})

// timedWay writes a loop with what makes a message leave each queue.
func (c *Context) timedWay(loop []string) string {
	var text strings.Builder
	for _, name := range loop {
		q := c.Topology.Queue(name)
		var causes []string
		if setting, _ := c.Topology.Effective(q, queueargs.MessageTTL); !setting.Unknown() && setting.Value != nil {
			causes = append(causes, fmt.Sprintf("after %s%s", setting.Value, origin(setting)))
		}
		if limit, limited := lengthLimit(c, q); limited && slices.Contains(c.Topology.AutomaticReasons(q), topology.MaxLen) {
			causes = append(causes, "beyond "+limit.text)
		}
		fmt.Fprintf(&text, "%q -(%s)-> ", name, strings.Join(causes, ", or "))
	}
	return fmt.Sprintf("%s%q", text.String(), loop[0])
}
