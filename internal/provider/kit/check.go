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
	view.ignored[subject.Ref] = subject.Ignore
	found := lint.Check(&lint.Context{Topology: view.topology, MaxMessageTTL: b.MaxMessageTTL}, lint.Validate|lint.Plan, b.Lint, subject.Ignore, subject.Ref)
	for _, f := range found {
		if view.said[f.Summary()] || b.Settings.heard(f) || contains(view.ignored[f.Object], f.Rule) {
			continue
		}
		view.said[f.Summary()] = true
		report(f, subject, diags)
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
