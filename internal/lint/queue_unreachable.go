package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "queue_unreachable", Default: Warning, Homes: Review,
	Finds:  "a queue that nothing leads to: no binding from an exchange that can be published to, and no dead letters",
	Source: "docs/exchanges#default-exchange",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !c.Topology.Complete || c.fed(q) {
			return nil
		}
		return []Finding{{
			Object:      subject,
			Consequence: "Nothing leads to the queue: only a publisher that names it on the default exchange reaches it.",
			Advice:      fmt.Sprintf("Bind the queue to the exchange that its messages are published to, delete it, or accept this if publishers use %q as routing key of the default exchange.", q.Name),
		}}
	},
})

// fed reports whether messages can come to a queue other than by its name on the default exchange.
func (c *Context) fed(q *topology.Queue) bool {
	bound := slices.ContainsFunc(c.Topology.BindingsTo(topology.Ref{Kind: topology.KindQueue, Name: q.Name}), c.Topology.Feeds)
	return bound || slices.ContainsFunc(c.Topology.QueuesDeadLetteringBy(q.Name), func(from *topology.Queue) bool { return from != q })
}
