package lint

import (
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// policies are the policies of one kind that are, or could be, in force on a queue: those with a priority that is as high
// as that of the best one that matches. What ranks below it has no effect on the queue.
type policies struct {
	matching    []*topology.Policy
	skipped     []topology.Skipped
	unevaluated []*topology.Policy
}

// eachPolicyKind lets check look at the user policies of a queue and then at its operator policies.
func eachPolicyKind(c *Context, subject topology.Ref, check func(q *topology.Queue, kind topology.Origin, s policies) []Finding) []Finding {
	q := c.queue(subject)
	if q == nil || !slices.Contains(queueargs.Types(), q.Type) {
		return nil // what applies to a queue depends on its type
	}
	var found []Finding
	for _, operator := range []bool{false, true} {
		kind := topology.FromPolicy
		if operator {
			kind = topology.FromOperatorPolicy
		}
		found = append(found, check(q, kind, contenders(c.Topology, q, operator))...)
	}
	return found
}

func contenders(v *topology.VirtualHost, q *topology.Queue, operator bool) policies {
	matching, skipped, unevaluated := v.Matching(q, operator)
	s := policies{matching: matching}
	outranked := func(p *topology.Policy) bool { return len(matching) > 0 && p.Priority < matching[0].Priority }
	for _, skip := range skipped {
		if !outranked(skip.Policy) {
			s.skipped = append(s.skipped, skip)
		}
	}
	for _, p := range unevaluated {
		if !outranked(p) {
			s.unevaluated = append(s.unevaluated, p)
		}
	}
	return s
}
