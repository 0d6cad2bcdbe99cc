package topology

import "github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"

// OwnPolicy returns the policy that the owner of a queue keeps its settings in, nil if there is none.
func (v *VirtualHost) OwnPolicy(q *Queue) *Policy {
	if p := v.policies.all[policyKey{name: q.OwnPolicy}]; p != nil && q.owns(p.Policy) {
		return p.Policy
	}
	return nil
}

func (q *Queue) owns(p *Policy) bool {
	return q.OwnPolicy != "" && q.OwnPolicy == p.Name && !p.Operator
}

// NoteDrift records what a state has of the own policy of a queue which somebody has changed on the broker since.
func (v *VirtualHost) NoteDrift(stated *Policy) {
	if v.drifted == nil {
		v.drifted = map[string]*Policy{}
	}
	v.drifted[stated.Name] = stated
}

// BeforeDrift returns what the own policy of a queue had for an argument before somebody changed the policy; false if nobody is known to
// have done that, or if nothing was set.
func (v *VirtualHost) BeforeDrift(q *Queue, row *queueargs.Row) (Setting, bool) {
	p := v.drifted[q.OwnPolicy]
	if p == nil || q.OwnPolicy == "" {
		return Setting{}, false
	}
	if s := settingFrom(p.Definition, row.PolicyKey, row, FromOwnPolicy, ""); s != nil {
		return *s, true
	}
	return Setting{}, false
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
