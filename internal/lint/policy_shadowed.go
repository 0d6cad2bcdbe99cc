package lint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "policy_shadowed", Default: Warning, Homes: Plan | Review | Live,
	Finds:  "a policy of this configuration that is in force on none of the queues that it matches, because others rank above it",
	Source: "rabbit_policy.erl (match, sort_by_priority)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		for _, p := range shadowCandidates(c, subject) {
			if f, shadowed := shadowedPolicy(c, p); shadowed {
				found = append(found, f)
			}
		}
		return found
	},
})

// shadowCandidates returns the policies that may be without effect because of the subject: the policy itself, those that one ranks above
// when it changes, and those that match a new queue.
func shadowCandidates(c *Context, subject topology.Ref) []*topology.Policy {
	var candidates []*topology.Policy
	if q := c.queue(subject); q != nil && !c.all && q.Change == topology.Created {
		for _, operator := range []bool{false, true} {
			matching, _, _ := c.Topology.Matching(q, operator)
			if len(matching) > 0 {
				candidates = append(candidates, matching[1:]...)
			}
		}
	}
	if p := c.Topology.Policy(subject); p != nil {
		candidates = append(candidates, p)
		if p.Change != topology.Unchanged && !c.all {
			candidates = append(candidates, below(c, p)...)
		}
	}
	return slices.DeleteFunc(candidates, func(p *topology.Policy) bool { return !p.Managed || p.Vague })
}

// below returns the policies that p ranks above on a queue that both match, or may match.
func below(c *Context, p *topology.Policy) []*topology.Policy {
	var all []*topology.Policy
	seen := map[string]bool{}
	for _, q := range c.Topology.Touched(p) {
		matching, _, unevaluated := c.Topology.Matching(q, p.Operator)
		for _, other := range slices.Concat(matching, unevaluated) {
			if other.Priority < p.Priority && !seen[other.Name] {
				seen[other.Name] = true
				all = append(all, other)
			}
		}
	}
	slices.SortFunc(all, func(a, b *topology.Policy) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// shadowedPolicy reports whether a policy matches queues and is in force on none of them. A plan that makes one of them may make more, so
// that nothing is said then of a pattern that other queues can match, too.
func shadowedPolicy(c *Context, p *topology.Policy) (Finding, bool) {
	var queues, above []string
	_, literal := topology.Literal(p.Pattern)
	highest := p.Priority
	touched := c.Topology.Touched
	if c.all {
		touched = c.Topology.MatchedBy // which is worth while for all policies
	}
	for _, q := range touched(p) {
		matching, _, unevaluated := c.Topology.Matching(q, p.Operator)
		switch {
		case slices.Contains(unevaluated, p):
			return Finding{}, false
		case !slices.Contains(matching, p) || q.Change == topology.Deleted:
			continue
		case matching[0].Priority == p.Priority, q.Change == topology.Created && !c.Topology.Final && !literal:
			return Finding{}, false
		}
		queues = append(queues, q.Name)
		highest = max(highest, matching[0].Priority)
		if !slices.Contains(above, matching[0].Name) {
			above = append(above, matching[0].Name)
		}
	}
	if len(queues) == 0 {
		return Finding{}, false
	}
	kind, they, those := p.Ref().Kind, "queues", "these queues"
	if len(queues) == 1 {
		they, those = "queue", "this queue"
	}
	advice := fmt.Sprintf("Raise its priority above %v, or add its settings to %s, or give that a pattern that leaves %s out.", highest, some(above), those)
	if p.Own {
		advice = fmt.Sprintf("Set policy_priority above %v, or give %s a pattern that leaves the queue out.", highest, some(above))
	}
	return Finding{
		Object: p.Ref(), Field: "priority",
		Consequence: fmt.Sprintf("The %s does nothing to the %s that it matches (%s), because %s with a higher priority is in force there, and a queue has only one %s.",
			kind, they, some(queues), some(above), kind),
		Advice: advice,
	}, true
}

// some quotes the first names of a list.
func some(names []string) string {
	const shown = 3
	if len(names) <= shown {
		return quoted(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", quoted(names[:shown], ", "), len(names)-shown)
}
