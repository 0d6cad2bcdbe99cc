package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_skips_queue", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "a policy that would be in force on a queue, but is skipped as a whole because the queue's type does not support one of its keys",
	Source: "rabbit_policy.erl (matches), rabbit_queue_type.erl (is_policy_applicable)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		return eachPolicyKind(c, subject, func(q *topology.Queue, kind topology.Origin, s policies) []Finding {
			var found []Finding
			for _, skipped := range s.skipped {
				instead := fmt.Sprintf("no %s is", kind)
				if len(s.matching) > 0 {
					instead = fmt.Sprintf("%q is", s.matching[0].Name)
				}
				found = append(found, Finding{
					Object: subject,
					Consequence: fmt.Sprintf("The whole %s %q does not apply to the queue, because a %s queue does not support its key %s; %s in force instead.",
						kind, skipped.Policy.Name, q.Type, skipped.Key, instead),
					Advice: fmt.Sprintf("Move %s out of %q into a policy of its own for the queues that support it (apply-to), or give this queue's settings as arguments.",
						skipped.Key, skipped.Policy.Name),
				})
			}
			return found
		})
	},
})
