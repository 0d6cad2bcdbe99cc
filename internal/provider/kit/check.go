package kit

import (
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
}

// CheckOffline runs the rules that need nothing but the resource itself.
func (b *Base) CheckOffline(t *topology.VirtualHost, subject Subject, diags *diag.Diagnostics) {
	severities, ceiling := b.Settings.get()
	found := lint.Check(&lint.Context{Topology: t, MaxMessageTTL: ceiling}, lint.Validate, severities, subject.Ignore, subject.Ref)
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
		report(f, subject, diags)
	}
}

// findings returns what there is to say of a subject that has not been said.
func (b *Base) findings(view *View, subject Subject) []lint.Finding {
	changes, goes := changed(view.topology, subject.Ref), deleted(view.topology, subject.Ref)
	found := lint.Check(&lint.Context{Topology: view.topology, MaxMessageTTL: b.MaxMessageTTL}, lint.Validate|lint.Plan, b.Lint, subject.Ignore, subject.Ref)
	var left []lint.Finding
	for _, f := range found {
		if subject.Only != "" && f.Rule != subject.Only {
			continue
		}
		switch old := unplanned(view.topology, f); {
		case old && !changes:
			// It rests on a queue as it is now. If this configuration has that queue, it will be planned, perhaps otherwise, and what is
			// left of the finding is said then.
			continue
		case old && goes && (!subject.Last || f.Tentative):
			continue // the queue may go too
		case (old || f.Tentative) && f.Severity == lint.Error:
			f.Severity = lint.Warning // what may be put right by the same plan must not stop it
		}
		if !view.said[saidAs(f)] && !b.Settings.heard(f) && !contains(view.ignored[f.Object], f.Rule) {
			left = append(left, f)
		}
	}
	return left
}

func saidAs(f lint.Finding) string { return string(f.Severity) + f.Summary() }

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

func contains(ids []string, id string) bool {
	for _, i := range ids {
		if i == id {
			return true
		}
	}
	return false
}

func report(f lint.Finding, subject Subject, diags *diag.Diagnostics) {
	at := path.Empty()
	if f.Object == subject.Ref && f.Field != "" {
		at = subject.Path(f.Field)
	}
	detail := f.Consequence + "\n\n" + f.Advice
	switch {
	case f.Severity == lint.Error && at.Equal(path.Empty()):
		diags.AddError(f.Summary(), detail)
	case f.Severity == lint.Error:
		diags.AddAttributeError(at, f.Summary(), detail)
	case at.Equal(path.Empty()):
		diags.AddWarning(f.Summary(), detail)
	default:
		diags.AddAttributeWarning(at, f.Summary(), detail)
	}
}

// NoPath is for findings about objects that have no configuration any more.
func NoPath(string) path.Path { return path.Empty() }
