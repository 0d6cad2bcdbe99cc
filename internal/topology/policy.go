package topology

import (
	"cmp"
	"reflect"
	"slices"
)

type policyKey struct {
	name     string
	operator bool
}

// compiledPolicy is a policy with its pattern.
type compiledPolicy struct {
	*Policy
	pattern regex
	// only is the one name that the pattern matches, if it is literal: so is that of every queue that has a policy of its own.
	only    string
	literal bool
	// part is what each name contains that the pattern matches.
	part string
}

func newCompiled(p *Policy) *compiledPolicy {
	c := &compiledPolicy{Policy: p, pattern: compile(p.Pattern)}
	if !p.Vague {
		c.only, c.literal = Literal(p.Pattern)
		if c.part = c.only; !c.literal {
			c.part = partOf(p.Pattern)
		}
	}
	return c
}

// policyView is what the policies say of one queue. Each list holds every policy that may be the one in force, nil for
// none: it has more than one entry if that cannot be told.
type policyView struct {
	user, operator []*Policy
	matched        map[bool]matches // by whether the policies are operator policies
}

// matches is what Matching returns.
type matches struct {
	matching    []*Policy
	skipped     []Skipped
	unevaluated []*Policy
}

// Skipped is a policy whose pattern matches a queue but which the broker does not apply, because the queue's type does
// not support Key.
type Skipped struct {
	Policy *Policy
	Key    string
}

// PutPolicy adds a policy or replaces the one of the same kind and name. One that is put unmanaged is what the broker has now,
// also when a plan changes it.
func (v *VirtualHost) PutPolicy(p *Policy) {
	key := policyKey{p.Name, p.Operator}
	if p.Change == Deleted {
		v.RemovePolicy(p.Ref())
		return
	}
	before, now := v.policies.all[key], newCompiled(p)
	v.policies.put(now)
	if !p.Managed {
		v.HadPolicy(p)
	}
	v.matchedBy = nil
	switch {
	case before == nil || !sameEffect(before.Policy, p):
		v.forgetPolicy(before, now)
	case now.literal:
		delete(v.views, now.only)
	default:
		v.views = map[string]*policyView{} // they hold the one before
	}
}

// HadPolicy records a policy as the broker has it now, whatever a plan makes of it.
func (v *VirtualHost) HadPolicy(p *Policy) {
	v.brokerPolicies.put(newCompiled(p))
	v.lastBefore.queue = nil
}

// forgetPolicy drops what was derived from policies, each of which may be nil. Of many policies each is for one queue: what is known of
// the others stays.
func (v *VirtualHost) forgetPolicy(policies ...*compiledPolicy) {
	for _, p := range policies {
		if p != nil && (!p.literal || appliesToExchanges(p.Policy)) {
			v.forgetPolicies()
			return
		}
	}
	for _, p := range policies {
		if p != nil {
			v.forgetQueue(p.only)
		}
	}
}

func sameEffect(a, b *Policy) bool {
	return a.Pattern == b.Pattern && a.ApplyTo == b.ApplyTo && a.Priority == b.Priority && a.Vague == b.Vague &&
		reflect.DeepEqual(a.Definition, b.Definition)
}

// RemovePolicy takes a policy away.
func (v *VirtualHost) RemovePolicy(ref Ref) {
	key := policyKey{ref.Name, ref.Kind == KindOperatorPolicy}
	v.forgetPolicy(v.policies.all[key])
	v.policies.remove(key)
}

// Policy returns the policy that ref names, or nil.
func (v *VirtualHost) Policy(ref Ref) *Policy {
	if ref.Kind != KindPolicy && ref.Kind != KindOperatorPolicy {
		return nil
	}
	if p := v.policies.all[policyKey{ref.Name, ref.Kind == KindOperatorPolicy}]; p != nil {
		return p.Policy
	}
	return nil
}

// Policies returns the user policies or the operator policies, sorted by name.
func (v *VirtualHost) Policies(operator bool) []*Policy {
	var all []*Policy
	for key, p := range v.policies.all {
		if key.operator == operator {
			all = append(all, p.Policy)
		}
	}
	slices.SortFunc(all, func(a, b *Policy) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// PolicyOf returns the user policy in force on a queue, nil if there is none. It reports false if that cannot be told:
// a pattern that Go cannot evaluate may match, or two policies of equal priority do.
func (v *VirtualHost) PolicyOf(q *Queue) (*Policy, bool) { return only(v.viewOf(q).user) }

// OperatorPolicyOf is PolicyOf for operator policies.
func (v *VirtualHost) OperatorPolicyOf(q *Queue) (*Policy, bool) { return only(v.viewOf(q).operator) }

func only(candidates []*Policy) (*Policy, bool) {
	if len(candidates) != 1 {
		return nil, false
	}
	return candidates[0], true
}

// Matching returns the policies that match a queue, highest priority first; those that the broker skips because of a
// key that the queue's type does not support; and those of which it cannot be told whether they match, or whether they will
// be skipped.
//
// The broker applies the first of the matching ones and no other; which one it is among equals is not defined
// (rabbit_policy.erl, match and sort_by_priority).
func (v *VirtualHost) Matching(q *Queue, operator bool) (matching []*Policy, skipped []Skipped, unevaluated []*Policy) {
	m := v.viewOf(q).matched[operator]
	return m.matching, m.skipped, m.unevaluated
}

func (v *VirtualHost) matching(policies *policySet, q *Queue, operator bool) (matching []*Policy, skipped []Skipped, unevaluated []*Policy) {
	policies.of(q.Name, func(p *compiledPolicy) {
		if p.Operator != operator || p.literal && p.only != q.Name {
			return
		}
		applies, known := appliesTo(p.ApplyTo, q.Type)
		if known && !applies {
			return
		}
		matches, evaluated := p.match(q.Name)
		if evaluated && !matches {
			return
		}
		key, certain := v.unsupportedKey(p.Policy, q.Type)
		switch {
		case certain && known && evaluated:
			skipped = append(skipped, Skipped{p.Policy, key})
		case certain:
		case known && evaluated && key == "":
			matching = append(matching, p.Policy)
		default:
			unevaluated = append(unevaluated, p.Policy)
		}
	})
	slices.SortFunc(matching, byPriority)
	slices.SortFunc(unevaluated, byPriority)
	slices.SortFunc(skipped, func(a, b Skipped) int { return byPriority(a.Policy, b.Policy) })
	return matching, skipped, unevaluated
}

func byPriority(a, b *Policy) int {
	return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Name, b.Name))
}

func (v *VirtualHost) viewOf(q *Queue) *policyView {
	// A queue that is not the one here (a prior state, say) has a view of its own.
	cached := v.queues[q.Name] == q
	if view := v.views[q.Name]; cached && view != nil {
		return view
	}
	view := v.newView(v.policies, q)
	if cached {
		v.views[q.Name] = view
	}
	return view
}

// viewBefore is viewOf with the policies that the broker has now. Several settings of a queue are asked for one after another.
func (v *VirtualHost) viewBefore(q *Queue) *policyView {
	if v.lastBefore.queue != q {
		v.lastBefore.queue, v.lastBefore.view = q, v.newView(v.brokerPolicies, q)
	}
	return v.lastBefore.view
}

func (v *VirtualHost) newView(policies *policySet, q *Queue) *policyView {
	view := &policyView{matched: map[bool]matches{}}
	for _, operator := range []bool{false, true} {
		matching, skipped, unevaluated := v.matching(policies, q, operator)
		view.matched[operator] = matches{matching, skipped, unevaluated}
	}
	view.user = inForce(view.matched[false].matching, view.matched[false].unevaluated)
	view.operator = inForce(view.matched[true].matching, view.matched[true].unevaluated)
	return view
}

// inForce returns every policy that may be the one in force.
func inForce(matching, unevaluated []*Policy) []*Policy {
	if len(matching) == 0 {
		return append(slices.Clone(unevaluated), nil)
	}
	var possible []*Policy
	for _, p := range slices.Concat(matching, unevaluated) {
		if p.Priority >= matching[0].Priority {
			possible = append(possible, p)
		}
	}
	return possible
}

// MatchedBy returns the queues for which Matching returns a policy of this virtual host, whether it matches them or may match them, sorted by
// name.
func (v *VirtualHost) MatchedBy(p *Policy) []*Queue {
	v.renew()
	if v.matchedBy == nil {
		v.matchedBy = map[*Policy][]*Queue{}
		for _, q := range v.Queues() {
			for _, m := range v.viewOf(q).matched {
				for _, p := range m.matching {
					v.matchedBy[p] = append(v.matchedBy[p], q)
				}
				for _, p := range m.unevaluated {
					v.matchedBy[p] = append(v.matchedBy[p], q)
				}
			}
		}
	}
	return v.matchedBy[p]
}

// Touched returns the queues whose names a policy matches or may match, sorted by name, whether or not it is or will be in
// force on them.
func (v *VirtualHost) Touched(p *Policy) []*Queue {
	compiled := newCompiled(p)
	queues := []*Queue{v.queues[compiled.only]}
	switch {
	case !compiled.literal:
		queues = v.Queues()
	case queues[0] == nil:
		return nil
	}
	return slices.DeleteFunc(queues, func(q *Queue) bool {
		applies, known := appliesTo(p.ApplyTo, q.Type)
		matches, evaluated := compiled.match(q.Name)
		return known && !applies || evaluated && !matches
	})
}

// TouchedExchanges is Touched for exchanges.
func (v *VirtualHost) TouchedExchanges(p *Policy) []*Exchange {
	compiled := newCompiled(p)
	return slices.DeleteFunc(v.Exchanges(), func(e *Exchange) bool {
		matches, evaluated := compiled.match(e.Name)
		return !appliesToExchanges(p) || evaluated && !matches
	})
}
