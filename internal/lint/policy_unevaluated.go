package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_unevaluated", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "a policy whose pattern uses what only PCRE has (look-around, back-references), so that its effect cannot be checked",
	Source: "rabbit_policy.erl (matches), rabbit_parameter_validation.erl (regex)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		return eachPolicyKind(c, subject, func(q *topology.Queue, kind topology.Origin, s policies) []Finding {
			var found []Finding
			for _, p := range s.unevaluated {
				if p.Vague || topology.Evaluable(p.Pattern, q.Name) {
					continue // it is not known yet, which is another matter
				}
				found = append(found, Finding{
					Object: subject,
					Consequence: fmt.Sprintf("Whether %s %q changes what becomes of the queue's messages could not be checked, because its pattern %q cannot be evaluated here.",
						kind, p.Name, p.Pattern),
					Advice: fmt.Sprintf(`Write the pattern of %q without look-around and back-references, or set lint_ignore = ["policy_unevaluated"].`, p.Name),
				})
			}
			return found
		})
	},
})
