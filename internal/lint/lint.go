// Package lint holds the rules that topologies are checked against: one rule, one file. A rule is a pure function from a
// topology to findings; it knows neither Terraform nor HTTP, so the same rule serves validation, the plan, the review of a whole
// plan and the audit of a live broker.
package lint

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Severity is how serious a finding is taken: an Error stops the plan, a Warning does not, Off is not said.
type Severity string

// The severities that users can set per rule.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Off     Severity = "off"
)

// Home is where a rule can be checked.
type Home uint8

const (
	// Validate knows one resource and no broker.
	Validate Home = 1 << iota
	// Plan knows the broker and what was planned before.
	Plan
	// Review knows a whole plan or a definitions export.
	Review
	// Live knows a running virtual host.
	Live
)

// Rule is one check.
type Rule struct {
	// ID is the rule's name in the provider's lint block and in lint_ignore.
	ID      string
	Default Severity
	Homes   Home
	// Finds says in half a sentence what the rule finds; the reference page shows it.
	Finds string
	// Source is where in RabbitMQ's sources or documentation the claim about messages can be checked; empty for rules that
	// follow from settings of this provider alone.
	Source string
	// Of is the kind of object that a rule says everything of, and finds it from: where nothing comes later, others need not be asked. It is
	// empty for rules that speak of several kinds.
	Of topology.Kind
	// Check returns what it finds about subject.
	Check func(c *Context, subject topology.Ref) []Finding
}

// Context is what a rule may look at.
type Context struct {
	Topology *topology.VirtualHost
	// MaxMessageTTL is the provider's ceiling; 0 is none.
	MaxMessageTTL time.Duration
	// Suppressions are findings that Check leaves out.
	Suppressions []Suppression

	// all is true if every object is a subject: what several have in common is then said of one.
	all bool
	// selves are the queues that dead-letter to themselves by exchange, if all is true, as far as they have been looked for.
	selves map[string][]string
}

// Finding is one thing a rule has to say about one object.
type Finding struct {
	Rule string
	// Severity is set by Check. A rule sets it itself only where one default does not fit all that it finds; what the user has
	// set wins over it.
	Severity Severity
	Object   topology.Ref
	// Field is the argument (x-message-ttl) or property (name, type, durable, routing_key, arguments...) that the finding is about; it may be empty.
	Field string
	// Involved names other queues whose settings the finding rests on.
	Involved []string
	// Tentative is true if what is missing may still be planned.
	Tentative bool
	// Consequence is one sentence that says what will happen to messages.
	Consequence string
	// Advice is one sentence that says what to write instead.
	Advice string
}

// Summary names rule, object and field: Terraform folds warnings whose summaries are equal.
func (f Finding) Summary() string {
	summary := fmt.Sprintf("%s: %s %q", f.Rule, f.Object.Kind, f.Object.Name)
	if f.Field != "" {
		summary += ", " + f.Field
	}
	return summary
}

var rules = map[string]*Rule{}

// register adds a rule; each rule's file calls it once.
func register(r Rule) *Rule { //nolint:unparam // the result makes it an initialiser: var _ = register(...)
	if _, twice := rules[r.ID]; twice {
		panic("lint: rule " + r.ID + " is registered twice")
	}
	rules[r.ID] = &r
	return &r
}

// Rules returns all rules, sorted by id.
func Rules() []*Rule { return slices.Clone(sorted()) }

// sorted is asked for every object of a plan, after the last rule has registered itself.
var sorted = sync.OnceValue(func() []*Rule {
	return slices.SortedFunc(maps.Values(rules), func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })
})

// Known reports whether id names a rule.
func Known(id string) bool { return rules[id] != nil }

// Settings are the severities that a user has set, by rule id. A rule that is missing has its default.
type Settings map[string]Severity

// Check runs the rules at home over the subjects and returns what they find, sorted by object and rule. Rules named in ignore are
// not run.
func Check(c *Context, home Home, settings Settings, ignore []string, subjects ...topology.Ref) []Finding {
	ignored := map[string]bool{}
	for _, id := range ignore {
		ignored[id] = true
	}
	var found []Finding
	for _, rule := range sorted() {
		severity, set := settings[rule.ID]
		if !set {
			severity = rule.Default
		}
		if rule.Homes&home == 0 || severity == Off || ignored[rule.ID] {
			continue
		}
		for _, subject := range subjects {
			if c.all && rule.Of != "" && rule.Of != subject.Kind {
				continue
			}
			for _, f := range rule.Check(c, subject) {
				f.Rule = rule.ID
				if c.accepts(f) {
					continue
				}
				if set || f.Severity == "" {
					f.Severity = severity
				}
				found = append(found, f)
			}
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i].Object, found[j].Object
		return a.Kind < b.Kind || a.Kind == b.Kind && a.Name < b.Name
	})
	return found
}

// CheckAll runs the rules at home over all that a virtual host has. What both ends of a connection find is one finding.
func CheckAll(c *Context, home Home, settings Settings) []Finding {
	said := map[string]bool{}
	whole := *c
	whole.all, whole.selves = true, map[string][]string{}
	return slices.DeleteFunc(Check(&whole, home, settings, nil, c.Topology.Refs()...), func(f Finding) bool {
		text := f.Summary() + f.Consequence
		again := said[text]
		said[text] = true
		return again
	})
}
