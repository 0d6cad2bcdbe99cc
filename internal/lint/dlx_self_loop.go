package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_self_loop", Default: Warning, Homes: Validate | Review | Live, Of: topology.KindQueue,
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
		comesBack, some := c.comesBack(q)
		switch {
		case exchange == "" && !keyed:
			f.Consequence = "Dead letters go to the queue that their own routing key names, which is this queue for all messages that were published to it by its name: " +
				"what expired, overflowed or exceeded the delivery limit is dropped then, and what a consumer rejects is delivered again at once, without end."
		case exchange == "" && key.Value == q.Name:
		case !comesBack:
			return nil
		case some != "":
			f.Consequence = strings.Replace(f.Consequence, "Dead letters", fmt.Sprintf("Dead letters with some routing keys, such as %q,", some), 1)
		}
		if c.all && exchange != "" {
			selves := c.selfLoops(exchange)
			if len(selves) > manySelves && selves[0] != q.Name {
				return nil
			}
			if len(selves) > manySelves {
				first, left := shortened(selves[1:])
				f.Consequence = strings.TrimSuffix(f.Consequence, ".") + fmt.Sprintf("; exchange %q does the same to %s%s.", exchange, quoted(first, ", "), andMore(left))
			}
		}
		return []Finding{f}
	},
})

// manySelves is how many queues that one exchange brings their own dead letters are found one by one.
const manySelves = 8

// comesBack reports whether dead letters of a queue come back to it; if only those with some keys do it returns one of these.
func (c *Context) comesBack(q *topology.Queue) (comesBack bool, some string) {
	targets, _, _, _ := c.Topology.DeadLetterTargets(q)
	if _, all := slices.BinarySearch(targets, q.Name); all {
		return true, ""
	}
	some, comesBack = c.Topology.SendsPart(q, q)
	return comesBack, some
}

// selfLoops returns the queues whose dead letters an exchange brings back to them, sorted.
func (c *Context) selfLoops(exchange string) []string {
	selves, known := c.selves[exchange]
	if !known {
		for _, q := range c.Topology.QueuesDeadLetteringTo(exchange) {
			if comesBack, _ := c.comesBack(q); comesBack {
				selves = append(selves, q.Name)
			}
		}
		c.selves[exchange] = selves
	}
	return selves
}
