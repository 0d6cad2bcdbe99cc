package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_tie", Default: Error, Homes: Plan | Review | Live,
	Finds: "policies, or operator policies, of equal and highest priority that match the same queue (a warning if the configuration does not have the queue, since what the plan " +
		"comes to next may outrank them)",
	Source: "rabbit_policy.erl (priority_comparator)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		return eachPolicyKind(c, subject, func(q *topology.Queue, kind topology.Origin, s policies) []Finding {
			if len(s.matching) < 2 || s.matching[0].Priority != s.matching[1].Priority {
				return nil
			}
			priority := s.matching[0].Priority
			var tied []string
			for _, p := range s.matching {
				if p.Priority == priority {
					tied = append(tied, p.Name)
				}
			}
			for _, p := range s.unevaluated {
				if p.Priority > priority {
					return nil // it may be in force instead of them
				}
			}
			all := "both"
			if len(tied) > 2 {
				all = "all of them"
			}
			advice := fmt.Sprintf("Give %s different priorities, or patterns that do not match the same queues.", quoted(tied, ", "))
			if own := c.Topology.OwnPolicy(q); own != nil && kind == topology.FromPolicy && slices.Contains(tied, own.Name) {
				others := slices.DeleteFunc(slices.Clone(tied), func(name string) bool { return name == own.Name })
				advice = fmt.Sprintf("Set policy_priority of queue %q above %v, so that its settings are in force and nothing of %s is, or give %s.",
					q.Name, priority, quoted(others, ", "), leaving(others, q))
			}
			return []Finding{{
				Object: subject,
				Consequence: fmt.Sprintf("Whether %s %s is in force on the queue, and so what becomes of its messages, is not defined: %s match it with priority %v.",
					kind, quoted(tied, " or "), all, priority),
				Advice: advice,
			}}
		})
	},
})

// leaving says what patterns policies need that are not to match a queue.
func leaving(policies []string, q *topology.Queue) string {
	if len(policies) == 1 {
		return fmt.Sprintf("policy %q a pattern that leaves queue %q out", policies[0], q.Name)
	}
	return fmt.Sprintf("those policies patterns that leave queue %q out", q.Name)
}
