package topology

import (
	"cmp"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// WithoutPolicies runs f while some policies are not there.
func (v *VirtualHost) WithoutPolicies(absent func(*Policy) bool, f func()) {
	some := newPolicySet()
	for _, p := range v.policies.all {
		if !absent(p.Policy) {
			some.put(p)
		}
	}
	if len(some.all) == len(v.policies.all) {
		f()
		return
	}
	v.under(some, f)
}

// under runs f with other policies.
func (v *VirtualHost) under(policies *policySet, f func()) {
	before := v.policies
	v.policies = policies
	v.forgetPolicies()
	f()
	v.policies = before
	v.forgetPolicies()
}

// Effect is what a change of policies does to a setting of a queue.
type Effect struct {
	Queue *Queue
	Row   *queueargs.Row
	// Before and After are nil where nothing is set.
	Before, After *Setting
	// Loses is true if messages that leave the queue for the setting's sake are surely lost after the change.
	Loses bool
}

// Effects returns what would change if planned took the place of old, each of which may be nil: the settings of these rows that would
// surely differ, sorted by queue. Nothing is changed.
func (v *VirtualHost) Effects(old, planned *Policy, rows ...*queueargs.Row) []Effect {
	policies := v.policies.clone()
	queues := map[string]*Queue{}
	for _, p := range []*Policy{old, planned} {
		if p == nil {
			continue
		}
		policies.remove(policyKey{p.Name, p.Operator})
		for _, q := range v.Touched(p) {
			if q.Change != Deleted {
				queues[q.Name] = q
			}
		}
	}
	if planned != nil && planned.Change != Deleted {
		policies.put(newCompiled(planned))
	}
	var effects []Effect
	for _, q := range queues {
		for _, row := range rows {
			effects = append(effects, Effect{Queue: q, Row: row, Before: v.setting(q, row)})
		}
	}
	v.under(policies, func() {
		for i := range effects {
			e := &effects[i]
			e.After = v.setting(e.Queue, e.Row)
			e.Loses = e.After != nil && v.loses(e.Queue, e.Row)
		}
	})
	effects = slices.DeleteFunc(effects, func(e Effect) bool {
		return e.Before != nil && e.Before.Unknown() || e.After != nil && e.After.Unknown() || equal(e.Before, e.After)
	})
	slices.SortStableFunc(effects, func(a, b Effect) int { return cmp.Compare(a.Queue.Name, b.Queue.Name) })
	return effects
}

func (v *VirtualHost) setting(q *Queue, row *queueargs.Row) *Setting {
	if s, set := v.Effective(q, row); set {
		return &s
	}
	return nil
}

// loses reports whether messages that leave a queue because of its TTL, its lengths or its own expiry are surely lost.
func (v *VirtualHost) loses(q *Queue, row *queueargs.Row) bool {
	_, forwards := v.Effective(q, queueargs.DeadLetterExchange)
	switch row {
	case queueargs.Expires:
		return true // it goes with its messages
	case queueargs.MessageTTL:
		return !forwards
	case queueargs.MaxLength, queueargs.MaxLengthBytes:
		overflow, known := v.OverflowOf(q)
		return !forwards && known && overflow == DropHead
	default:
		return false
	}
}
