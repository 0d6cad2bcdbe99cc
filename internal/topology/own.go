package topology

import "github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"

// OwnPolicy returns the policy that the owner of a queue keeps its settings in, nil if there is none.
func (v *VirtualHost) OwnPolicy(q *Queue) *Policy {
	if p := v.policies[policyKey{name: q.OwnPolicy}]; p != nil && q.owns(p.Policy) {
		return p.Policy
	}
	return nil
}

func (q *Queue) owns(p *Policy) bool {
	return q.OwnPolicy != "" && q.OwnPolicy == p.Name && !p.Operator
}

// Own returns what the owner of a queue sets for an argument, as it is on the wire: the argument, or what the queue's own policy has
// for it, whether or not that is in force.
func (v *VirtualHost) Own(q *Queue, row *queueargs.Row) (raw any, set bool) {
	if raw, set = q.Arguments[row.Argument]; set || row.PolicyKey == "" {
		return raw, set
	}
	if p := v.OwnPolicy(q); p != nil {
		raw, set = p.Definition[row.PolicyKey]
	}
	return raw, set
}
