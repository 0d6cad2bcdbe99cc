package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delay_queue_consumed", Default: Warning, Homes: Plan | Live,
	Finds: "a delay tier that has consumers",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !q.DelayTier {
			return nil
		}
		consumers := q.Consumers
		if consumers == nil && q.Prior != nil {
			consumers = q.Prior.Consumers
		}
		if consumers == nil || *consumers == 0 {
			return nil
		}
		return []Finding{{
			Object:      subject,
			Consequence: fmt.Sprintf("The queue has %s: a message that is consumed here leaves before its delay ends and does not go where return_to says.", count(*consumers, "consumer", "consumers")),
			Advice:      "Let the application consume the queue that return_to leads to, and nobody the delay tier.",
		}}
	},
})
