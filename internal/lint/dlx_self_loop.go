package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_self_loop", Default: Warning, Homes: Validate | Review | Live,
	Finds:  "a queue that dead-letters to itself: by its own name or through bindings, or through the default exchange without a routing key",
	Source: "rabbit_dead_letter.erl (detect_cycles), docs/dlx#automatic-dead-lettering-cycles",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.receiver(subject)
		if q == nil {
			return nil
		}
		exchange, setting, known := c.deadLetterExchange(q)
		if !known {
			return nil
		}
		f := Finding{
			Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterExchange.Argument,
			Consequence: "Dead letters come back to this queue: what expired, overflowed or exceeded the delivery limit is dropped instead, and what a consumer rejects is delivered again at once, without end.",
			Advice:      fmt.Sprintf("Write in %s the routing_key of another queue, or an exchange that leads to one.", deadLetterAttribute(q)),
		}
		switch {
		case byPolicy(setting):
			f.Advice = fmt.Sprintf("Write in %s %q the dead-letter-routing-key of another queue, or a dead-letter-exchange that leads to one.", setting.From, setting.Policy)
		case !sets(q, queueargs.DeadLetterExchange):
			f.Advice = fmt.Sprintf("Remove what leads from exchange %q back to the queue.", exchange)
		}
		key, keyed := c.Topology.Effective(q, queueargs.DeadLetterRoutingKey)
		targets, _, _, _ := c.Topology.DeadLetterTargets(q)
		some, part := c.Topology.SendsPart(q, q)
		switch {
		case exchange == "" && !keyed:
			f.Consequence = "Dead letters go to the queue that their own routing key names, which is this queue for all messages that were published to it by its name: " +
				"what expired, overflowed or exceeded the delivery limit is dropped then, and what a consumer rejects is delivered again at once, without end."
		case exchange == "" && key.Value == q.Name, slices.Contains(targets, q.Name):
		case part:
			f.Consequence = strings.Replace(f.Consequence, "Dead letters", fmt.Sprintf("Dead letters with some routing keys, such as %q,", some), 1)
		default:
			return nil
		}
		return []Finding{f}
	},
})
