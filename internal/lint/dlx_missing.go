package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_missing", Default: Warning, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a dead-letter exchange that neither the broker nor the plan has, or that the plan deletes while queues that dead-letter to it stay",
	Source: "rabbit_dead_letter.erl (publish), rabbit_fifo_dlx_worker.erl, docs/dlx",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var senders []*topology.Queue
		switch subject.Kind {
		case topology.KindExchange:
			senders = c.Topology.QueuesDeadLetteringTo(subject.Name)
		case topology.KindQueue:
			senders = c.senders(subject)
		}
		var found []Finding
		for _, q := range senders {
			name, setting, known := c.deadLetterExchange(q)
			if !known || c.exchange(topology.Ref{Kind: topology.KindExchange, Name: name}) != nil {
				continue
			}
			deleted := c.Topology.Exchange(name) != nil
			if !deleted && !c.Topology.Complete {
				continue // it may be there
			}
			advice := fmt.Sprintf("Declare the exchange and refer to it in %s (exchange = rabbitmq_exchange.<label>.name) instead of repeating its name, so that it is planned first.",
				deadLetterAttribute(q))
			if byPolicy(setting) {
				advice = fmt.Sprintf("Declare the exchange, or correct dead-letter-exchange in policy %q.", setting.Policy)
			}
			lack := c.nobody("has", "the virtual host does not have")
			if deleted {
				lack, advice = "this plan deletes", "Keep the exchange, or first let the queue dead-letter elsewhere."
			}
			found = append(found, Finding{
				Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterExchange.Argument,
				Consequence: fmt.Sprintf("Dead letters %s: %s the dead-letter exchange %q%s%s.", c.fate(q), lack, name, origin(setting), c.redirected(q)),
				Advice:      advice,
			})
		}
		return found
	},
})
