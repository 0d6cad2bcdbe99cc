package topology

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

type policyKey struct {
	name     string
	operator bool
}

// compiledPolicy is a policy with its pattern, which is nil if Go cannot evaluate it.
type compiledPolicy struct {
	*Policy
	pattern *regexp.Regexp
}

// policyView is what the policies say of one queue. Each list holds every policy that may be the one in force, nil for
// none: it has more than one entry if that cannot be told.
type policyView struct{ user, operator []*Policy }

// Skipped is a policy whose pattern matches a queue but which the broker does not apply, because the queue's type does
// not support Key.
type Skipped struct {
	Policy *Policy
	Key    string
}

// PutPolicy adds a policy or replaces the one of the same kind and name.
func (v *VirtualHost) PutPolicy(p *Policy) {
	v.policies[policyKey{p.Name, p.Operator}] = &compiledPolicy{p, compile(p.Pattern)}
	v.forgetPolicies()
}

// Policies returns the user policies or the operator policies, sorted by name.
func (v *VirtualHost) Policies(operator bool) []*Policy {
	var all []*Policy
	for key, p := range v.policies {
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
// key that the queue's type does not support; and those of which it cannot be told whether they match.
//
// The broker applies the first of the matching ones and no other; which one it is among equals is not defined
// (rabbit_policy.erl, match and sort_by_priority).
func (v *VirtualHost) Matching(q *Queue, operator bool) (matching []*Policy, skipped []Skipped, unevaluated []*Policy) {
	for _, p := range v.policies {
		if p.Operator != operator {
			continue
		}
		applies, known := appliesTo(p.ApplyTo, q.Type)
		if known && !applies {
			continue
		}
		matches, evaluated := match(p.Pattern, p.pattern, q.Name)
		if evaluated && !matches {
			continue
		}
		if key := v.unsupportedKey(p.Policy, q.Type); key != "" {
			if known && evaluated {
				skipped = append(skipped, Skipped{p.Policy, key})
			}
			continue
		}
		if known && evaluated {
			matching = append(matching, p.Policy)
		} else {
			unevaluated = append(unevaluated, p.Policy)
		}
	}
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
	view := &policyView{user: v.candidates(q, false), operator: v.candidates(q, true)}
	if cached {
		v.views[q.Name] = view
	}
	return view
}

func (v *VirtualHost) candidates(q *Queue, operator bool) []*Policy {
	matching, _, unevaluated := v.Matching(q, operator)
	return inForce(matching, unevaluated)
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

// appliesTo reports whether a policy's apply-to covers queues of a type, and whether that is known
// (rabbit_policy.erl, matches_type).
func appliesTo(applyTo string, t queueargs.Type) (applies, known bool) {
	of := map[string]queueargs.Type{"classic_queues": queueargs.Classic, "quorum_queues": queueargs.Quorum, "streams": queueargs.Stream}
	switch only, ok := of[applyTo]; {
	case ok:
		return t == only, t != ""
	default:
		return applyTo != "exchanges", true
	}
}

// span is a range of versions: from since on, and before until. Empty is open.
type span struct{ since, until string }

// policyKeysApart lists policy keys that a queue type supports or does not support otherwise than it takes the argument
// of the same name. They are the unsupported_policies of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and
// rabbit_stream_queue.erl, 3.10 to 4.3.
var policyKeysApart = map[string]map[queueargs.Type]span{
	// No type names queue-version: it is without effect on all but classic queues.
	"queue-version":        {queueargs.Quorum: none, queueargs.Stream: none},
	"max-in-memory-length": {queueargs.Classic: {since: "3.12.0"}},
	"max-in-memory-bytes":  {queueargs.Classic: {since: "3.12.0"}},
	"queue-leader-locator": {queueargs.Classic: {until: "4.0.0"}},
	// These have no argument.
	"target-group-size":      {queueargs.Classic: {since: "3.12.0"}, queueargs.Stream: {}},
	"ha-mode":                {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-params":              {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-sync-mode":           {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-promote-on-shutdown": {queueargs.Quorum: {}, queueargs.Stream: {}},
	"ha-promote-on-failure":  {queueargs.Quorum: {}, queueargs.Stream: {}},
}

// none is a span without a version.
var none = span{until: "0"}

// unsupportedKey returns the first key, in the order of their names, that keeps a policy off queues of type t; empty if
// there is none.
func (v *VirtualHost) unsupportedKey(p *Policy, t queueargs.Type) string {
	first := ""
	for key := range p.Definition {
		if v.unsupported(key, t) && (first == "" || key < first) {
			first = key
		}
	}
	return first
}

func (v *VirtualHost) unsupported(key string, t queueargs.Type) bool {
	if !slices.Contains(queueargs.Types(), t) {
		return false
	}
	if in, apart := policyKeysApart[key][t]; apart {
		return v.since(in.since) && (in.until == "" || !v.since(in.until))
	}
	row := queueargs.ByPolicyKey(key)
	return row != nil && row.Types[t] == nil
}

// since reports whether the broker is of that version or newer. A broker that was not asked counts as a current one.
func (v *VirtualHost) since(s string) bool {
	return s == "" || v.Version == nil || v.Version.Core().GreaterThanOrEqual(version.Must(version.NewVersion(s)))
}

// compile returns nil for a pattern that Go's RE2 does not know. RabbitMQ matches bytes with PCRE, so that each byte of
// the pattern stands for itself here.
func compile(pattern string) *regexp.Regexp {
	compiled, err := regexp.Compile(latin1(pattern))
	if err != nil {
		return nil
	}
	return compiled
}

// pcreOnly are parts of patterns that mean something else to PCRE than to RE2 as soon as bytes over 127 occur.
var pcreOnly = regexp.MustCompile(`\\[wWdDsSbBpPx]|\[\[:|\(\?`)

// match reports whether a pattern matches a name, and whether that can be told.
func match(pattern string, compiled *regexp.Regexp, name string) (matches, evaluated bool) {
	switch {
	case compiled == nil,
		// In PCRE, $ also matches before a newline at the end.
		strings.HasSuffix(name, "\n") && strings.Contains(pattern, "$"),
		!ascii(pattern+name) && pcreOnly.MatchString(pattern):
		return false, false
	}
	return compiled.MatchString(latin1(name)), true
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0
}

// latin1 makes each byte of s a character of its own.
func latin1(s string) string {
	if ascii(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}
