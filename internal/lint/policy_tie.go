package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_tie", Default: Error, Homes: Plan | Review | Live,
	Finds:  "two policies, or two operator policies, of equal and highest priority that match the same queue",
	Source: "rabbit_policy.erl (priority_comparator)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		return eachPolicyKind(c, subject, func(q *topology.Queue, kind topology.Origin, s policies) []Finding {
			if len(s.matching) < 2 || s.matching[0].Priority != s.matching[1].Priority {
				return nil
			}
			a, b := s.matching[0], s.matching[1]
			for _, p := range s.unevaluated {
				if p.Priority > a.Priority {
					return nil // it may be in force instead of both
				}
			}
			advice := fmt.Sprintf("Give %q and %q different priorities, or patterns that do not match the same queues.", a.Name, b.Name)
			for own, other := range map[*topology.Policy]*topology.Policy{a: b, b: a} {
				if own.Own {
					advice = fmt.Sprintf("Set policy_priority above %v, so that the queue's settings are in force and nothing of %q is, or give that a pattern that leaves the queue out.",
						a.Priority, other.Name)
				}
			}
			return []Finding{{
				Object: subject,
				Consequence: fmt.Sprintf("Whether %s %q or %q is in force on the queue, and so what becomes of its messages, is not defined: both match it with priority %v.",
					kind, a.Name, b.Name, a.Priority),
				Advice: advice,
			}}
		})
	},
})
