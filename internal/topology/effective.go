package topology

import (
	"cmp"
	"slices"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Origin says where a setting comes from.
type Origin string

// The origins of settings.
const (
	FromArgument       Origin = "argument"
	FromOwnPolicy      Origin = "policy of its own"
	FromPolicy         Origin = "policy"
	FromOperatorPolicy Origin = "operator policy"
)

// Setting is a value in force on a queue.
type Setting struct {
	// Value is an int64, a time.Duration, a string or a bool, as queueargs.Row.Value gives it; or queueargs.Unknown.
	Value any
	From  Origin
	// Policy is the name of the policy that it comes from; empty for what the queue's owner sets, as an argument or in the queue's own
	// policy.
	Policy string
}

// Unknown reports whether the value cannot be told: a plan does not know it yet, it has a type that the broker does not
// expect, or it depends on which of several policies is in force.
func (s Setting) Unknown() bool { return s.Value == any(queueargs.Unknown{}) }

// Effective returns what is in force on a queue for an argument: its own value and those of the policies, combined as the
// broker does it. It reports false if nothing sets it or the queue's type does not take it. Policies of a virtual host
// that is not Complete are not known.
func (v *VirtualHost) Effective(q *Queue, row *queueargs.Row) (Setting, bool) {
	return v.effective(q, row, v.viewOf)
}

// EffectiveBefore is Effective with the policies that the broker has now, before the plan changes any.
func (v *VirtualHost) EffectiveBefore(q *Queue, row *queueargs.Row) (Setting, bool) {
	return v.effective(q, row, v.viewBefore)
}

func (v *VirtualHost) effective(q *Queue, row *queueargs.Row, viewOf func(*Queue) *policyView) (Setting, bool) {
	taken, known := v.takes(q, row)
	if known && !taken {
		return Setting{}, false
	}
	argument := settingFrom(q.Arguments, row.Argument, row, FromArgument, "")
	result := argument
	if row.PolicyKey != "" && len(v.policies.all)+len(v.brokerPolicies.all) > 0 {
		result = v.underPolicies(viewOf(q), q, row, argument)
	}
	if result == nil {
		return Setting{}, false
	}
	if !known {
		return Setting{Value: queueargs.Unknown{}}, true
	}
	return *result, true
}

// underPolicies combines an argument with each pair of policies that may be in force; if they differ, the result is Unknown.
func (v *VirtualHost) underPolicies(view *policyView, q *Queue, row *queueargs.Row, argument *Setting) *Setting {
	var result *Setting
	for i, user := range view.user {
		for j, operator := range view.operator {
			merged := v.merge(row, settingOf(user, q, row), settingOf(operator, q, row))
			combined := v.combine(row, q.Type, argument, merged)
			if i+j == 0 {
				result = combined
			} else if !equal(result, combined) {
				return &Setting{Value: queueargs.Unknown{}}
			}
		}
	}
	return result
}

func equal(a, b *Setting) bool {
	return a == b || a != nil && b != nil && a.Value == b.Value
}

func settingOf(p *Policy, q *Queue, row *queueargs.Row) *Setting {
	switch {
	case p == nil:
		return nil
	case q.owns(p):
		return settingFrom(p.Definition, row.PolicyKey, row, FromOwnPolicy, "")
	case p.Operator:
		return settingFrom(p.Definition, row.PolicyKey, row, FromOperatorPolicy, p.Name)
	default:
		return settingFrom(p.Definition, row.PolicyKey, row, FromPolicy, p.Name)
	}
}

func settingFrom(in map[string]any, key string, row *queueargs.Row, from Origin, policy string) *Setting {
	raw, set := in[key]
	if !set {
		return nil
	}
	value, ok := row.Value(raw)
	if !ok {
		value = queueargs.Unknown{}
	}
	return &Setting{Value: value, From: from, Policy: policy}
}

// takes reports whether the queue's type takes the argument, and whether that is known.
func (v *VirtualHost) takes(q *Queue, row *queueargs.Row) (taken, known bool) {
	switch {
	case !slices.Contains(queueargs.Types(), q.Type):
		return false, false
	case v.Version != nil:
		return row.Types[q.Type].Does(v.Version) == queueargs.Takes, true
	case len(row.Types[q.Type]) <= 1:
		return row.EverTaken(q.Type), true
	default:
		return false, false
	}
}

// merge returns what a user policy and an operator policy give together (rabbit_policies.erl, merge_policy_value).
func (v *VirtualHost) merge(row *queueargs.Row, user, operator *Setting) *Setting {
	switch {
	case user == nil:
		return operator
	case operator == nil:
		return user
	case row == queueargs.DelayedRetryMin:
		return pick(user, operator, 1)
	case row.Kind == queueargs.String || row.PolicyKey == "queue-version":
		return operator
	default:
		return v.smaller(row, user, operator)
	}
}

// combine returns what an argument and the merged policies give together.
func (v *VirtualHost) combine(row *queueargs.Row, t queueargs.Type, argument, policies *Setting) *Setting {
	switch {
	case policies == nil:
		return argument
	case argument == nil:
		return policies
	case v.Version == nil && len(row.Combine[t]) > 1:
		return &Setting{Value: queueargs.Unknown{}}
	}
	switch row.Combination(t, v.Version) {
	case queueargs.SmallerWins:
		return v.smaller(row, argument, policies)
	case queueargs.PolicyWins:
		return policies
	default:
		return argument
	}
}

// smaller returns the setting with the smaller value, the first one of equals. From 4.0 on a negative delivery limit is
// no limit, and any limit is stricter than it (rabbit_quorum_queue.erl, gather_policy_config and get_delivery_limit).
func (v *VirtualHost) smaller(row *queueargs.Row, a, b *Setting) *Setting {
	if row == queueargs.DeliveryLimit && (negative(a) || negative(b)) && v.since(row.Unlimited) {
		if v.Version == nil {
			return &Setting{Value: queueargs.Unknown{}}
		}
		return pick(a, b, 1)
	}
	return pick(a, b, -1)
}

// pick returns the larger setting if order is 1 and the smaller one if it is -1.
func pick(a, b *Setting, order int) *Setting {
	if a.Unknown() || b.Unknown() {
		return &Setting{Value: queueargs.Unknown{}}
	}
	if cmp.Compare(number(b), number(a)) == order {
		return b
	}
	return a
}

func negative(s *Setting) bool { return !s.Unknown() && number(s) < 0 }

func number(s *Setting) int64 {
	if d, ok := s.Value.(time.Duration); ok {
		return int64(d)
	}
	n, _ := s.Value.(int64)
	return n
}

// defaultDeliveryLimit is the limit of quorum queues that have none of their own, from 4.0 on (rabbit_quorum_queue.erl,
// DEFAULT_DELIVERY_LIMIT).
const defaultDeliveryLimit = 20

// DeliveryLimit returns how often a quorum queue delivers a message again before it drops or dead-letters it, and whether
// there is such a limit. It reports known=false if that depends on values or on a broker that are not known.
func (v *VirtualHost) DeliveryLimit(q *Queue) (limit int64, limited, known bool) {
	if q.Type != queueargs.Quorum {
		return 0, false, q.Type != ""
	}
	setting, set := v.Effective(q, queueargs.DeliveryLimit)
	if set {
		limit, known = setting.Value.(int64)
		if limit < 0 {
			// Before 4.0 a negative limit is exceeded by the first return (rabbit_fifo.erl, return_one).
			return limit, !v.since(queueargs.DeliveryLimit.Unlimited), v.Version != nil
		}
		return limit, known && limit < queueargs.NeverReached, known
	}
	if v.Version == nil {
		return 0, false, false
	}
	limited = v.since(queueargs.DeliveryLimit.Unlimited)
	if limited {
		limit = defaultDeliveryLimit
	}
	return limit, limited, true
}
