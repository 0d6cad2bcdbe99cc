package kit

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Subject is the object that a resource plans or validates, and where its settings stand in the configuration.
type Subject struct {
	Ref topology.Ref
	// Ignore are the rules of lint_ignore.
	Ignore []string
	// Only is the one rule to check; all if it is empty.
	Only string
	// Last is true for an object that goes and is planned after everything that refers to it.
	Last bool
	// Path returns the attribute of an argument (x-message-ttl) or a property (name); the empty path if there is none.
	Path func(field string) path.Path
	// Causes returns the attribute that gives other objects an argument, the empty path if there is none. It is nil for subjects that
	// give others nothing.
	Causes func(field string) path.Path
}

// CheckOffline runs the rules that need nothing but the resource itself.
func (b *Base) CheckOffline(t *topology.VirtualHost, subject Subject, diags *diag.Diagnostics) {
	if b.Settings.Collect != nil {
		b.Settings.Collect(t, subject)
		return
	}
	severities, suppressions, ceiling := b.Settings.get()
	found := lint.Check(&lint.Context{Topology: t, MaxMessageTTL: ceiling, Suppressions: suppressions}, lint.Validate, severities, subject.Ignore, subject.Ref)
	for _, f := range found {
		b.Settings.hear(f)
		report(f, subject, diags)
	}
}

// CheckPlan runs the rules that know the broker and what was planned so far. Each finding is said once per run, whichever object
// completes it: a replacement is planned twice, and a loop has several objects that close it. What Terraform has just heard while it
// validated the same configuration is not said again.
func (b *Base) CheckPlan(view *View, subject Subject, diags *diag.Diagnostics) {
	view.mu.Lock()
	defer view.mu.Unlock()
	if subject.Only == "" {
		view.ignored[subject.Ref] = subject.Ignore
	}
	if b.applying.Load() {
		// The plan has said it, and knew more: what it left alone is not planned again while it is applied.
		return
	}
	for _, f := range b.findings(view, subject) {
		view.said[saidAs(f)] = true
		if f.Severity == lint.Error && !changed(view.topology, subject.Ref) {
			f.Advice += " " + destroyAllTheSame
		}
		report(f, subject, diags)
	}
}

// destroyAllTheSame is for errors about what is there already: terraform destroy plans the configuration first, to bring the state up to
// date, and stops at them too.
const destroyAllTheSame = "To destroy the configuration as it is, run terraform destroy -refresh=false."

// findings returns what there is to say of a subject that has not been said.
func (b *Base) findings(view *View, subject Subject) []lint.Finding {
	does := doing{changed(view.topology, subject.Ref), deleted(view.topology, subject.Ref)}
	var left []lint.Finding
	for _, f := range b.find(view, subject.Ignore, subject.Ref) {
		if subject.Only != "" && f.Rule != subject.Only {
			continue
		}
		if f, says := b.sayable(view, subject, f, does); says {
			left = append(left, f)
		}
	}
	return left
}

// doing is what the plan does to a subject.
type doing struct{ changes, goes bool }

// find runs the rules of the plan over some objects.
func (b *Base) find(view *View, ignore []string, refs ...topology.Ref) []lint.Finding {
	c := &lint.Context{Topology: view.topology, MaxMessageTTL: b.MaxMessageTTL, Suppressions: b.Suppressions}
	return lint.Check(c, lint.Validate|lint.Plan, b.Lint, ignore, refs...)
}

// sayable decides whether a finding is to be said, and how severe it then is.
func (b *Base) sayable(view *View, subject Subject, f lint.Finding, does doing) (lint.Finding, bool) {
	old := unplanned(view.topology, f)
	switch {
	case old && !does.changes:
		// It rests on a queue as it is now. If this configuration has that queue, it will be planned, perhaps otherwise, and what is
		// left of the finding is said then.
		return f, false
	case old && does.goes && (!subject.Last || f.Tentative):
		return f, false // the queue may go too
	case f.Severity == lint.Error && b.mayBePutRight(view, subject, f, old):
		f.Severity = lint.Warning // and then it must not stop the plan
	}
	return f, !view.said[saidAs(f)] && !b.Settings.heard(f) && !slices.Contains(view.ignored[f.Object], f.Rule)
}

func saidAs(f lint.Finding) string { return string(f.Severity) + f.Summary() }

// mayBePutRight reports whether what makes a finding an error may be put right by what this run has not planned yet: a queue, the missing
// object, or a policy that is in force on a queue which the plan leaves as it is. old is true if the finding rests on an unplanned queue.
func (b *Base) mayBePutRight(view *View, subject Subject, f lint.Finding, old bool) bool {
	asked := b.Lint[f.Rule] == lint.Error
	switch {
	case asked && subject.Causes != nil:
		return false // policies are mostly for queues of others, which no plan has
	case old || f.Tentative:
		return true
	default:
		return !asked && f.Object.Kind == topology.KindQueue && !changed(view.topology, f.Object) && !b.lasting(view, subject, subject.Ref, f.Object)(f)
	}
}

// unplanned reports whether a finding rests on a queue that was not planned in this run, at least not yet.
func unplanned(t *topology.VirtualHost, f lint.Finding) bool {
	names := f.Involved
	if f.Object.Kind == topology.KindQueue {
		names = append([]string{f.Object.Name}, names...)
	}
	for _, name := range names {
		if q := t.Queue(name); q != nil && !q.Managed {
			return true
		}
	}
	return false
}

// changed reports whether the plan changes an object.
func changed(t *topology.VirtualHost, ref topology.Ref) bool {
	switch ref.Kind {
	case topology.KindQueue:
		q := t.Queue(ref.Name)
		return q != nil && q.Change != topology.Unchanged
	case topology.KindExchange:
		x := t.Exchange(ref.Name)
		return x != nil && x.Change != topology.Unchanged
	case topology.KindPolicy, topology.KindOperatorPolicy:
		p := t.Policy(ref)
		return p == nil || p.Change != topology.Unchanged
	default:
		for _, b := range t.BindingsNamed(ref.Name) {
			if b.Change != topology.Unchanged {
				return true
			}
		}
		return deleted(t, ref)
	}
}

// deleted reports whether the plan deletes an object.
func deleted(t *topology.VirtualHost, ref topology.Ref) bool {
	switch ref.Kind {
	case topology.KindQueue:
		q := t.Queue(ref.Name)
		return q != nil && q.Change == topology.Deleted
	case topology.KindExchange:
		x := t.Exchange(ref.Name)
		return x != nil && x.Change == topology.Deleted
	default:
		return len(t.BindingsNamed(ref.Name)) == 0 && len(t.Gone(ref)) > 0
	}
}

func report(f lint.Finding, subject Subject, diags *diag.Diagnostics) {
	say(f.Severity, subject.at(f), f.Summary(), f.Consequence+"\n\n"+f.Advice, diags)
}

// at is where a finding stands in the configuration.
func (s Subject) at(f lint.Finding) path.Path {
	switch {
	case f.Field == "":
		return path.Empty()
	case f.Object == s.Ref:
		return s.Path(f.Field)
	case s.Causes != nil:
		return s.Causes(f.Field)
	default:
		return path.Empty()
	}
}

func say(severity lint.Severity, at path.Path, summary, detail string, diags *diag.Diagnostics) {
	switch {
	case severity == lint.Error && at.Equal(path.Empty()):
		diags.AddError(summary, detail)
	case severity == lint.Error:
		diags.AddAttributeError(at, summary, detail)
	case at.Equal(path.Empty()):
		diags.AddWarning(summary, detail)
	default:
		diags.AddAttributeWarning(at, summary, detail)
	}
}

// NoPath is for findings about objects that have no configuration any more.
func NoPath(string) path.Path { return path.Empty() }
