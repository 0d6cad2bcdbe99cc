package kit

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// PolicyChange is what a plan does to a policy.
type PolicyChange struct {
	// Old is what the view has of it, nil if there is nothing, and Planned is what takes its place, nil if nothing does.
	Old, Planned *topology.Policy
	Subject      Subject
	// Covered reports whether a warning is said otherwise; nil if none is.
	Covered func(lint.Finding) bool
}

// CheckPolicy puts a planned policy into the view, and says what is found of it, and of the objects that it matches or has matched: of
// those only what was not to be found before.
func (b *Base) CheckPolicy(ctx context.Context, view *View, c PolicyChange, diags *diag.Diagnostics) {
	refs, before := b.put(view, c)
	if b.applying.Load() {
		return
	}
	for began := time.Now(); ; {
		view.mu.Lock()
		found := b.foundOfPolicy(view, c, refs, before)
		// What loses by a policy that goes may go too, as at the end of settled, and what one lacks that changes may be planned next.
		waits := c.Planned == nil && len(found) > 0 || slices.ContainsFunc(found, func(f lint.Finding) bool { return f.Tentative })
		if !waits || time.Since(began) > moment {
			for _, f := range found {
				view.said[saidAs(f)] = true
			}
			view.mu.Unlock()
			reportTogether(found, c.Subject, diags)
			return
		}
		view.mu.Unlock()
		if !pause(ctx) {
			return
		}
	}
}

// put puts a policy into the view, and returns the objects that the change may matter to and what is found of them before.
func (b *Base) put(view *View, c PolicyChange) (refs []topology.Ref, before map[string]bool) {
	view.mu.Lock()
	defer view.mu.Unlock()
	t := view.topology
	view.ignored[c.Subject.Ref] = c.Subject.Ignore
	before = map[string]bool{}
	if c.changes() && !b.applying.Load() {
		refs = touched(t, c.Old, c.Planned)
		for _, f := range b.find(view, c.Subject.Ignore, refs...) {
			before[f.Summary()+f.Consequence] = true
		}
	}
	if c.Old != nil && (c.Planned == nil || c.Planned.Ref() != c.Old.Ref()) {
		t.RemovePolicy(c.Old.Ref())
	}
	if c.Planned != nil {
		t.PutPolicy(c.Planned)
		refs = append([]topology.Ref{c.Planned.Ref()}, refs...)
	}
	return refs, before
}

func (c PolicyChange) changes() bool {
	return c.Planned == nil || c.Planned.Change != topology.Unchanged
}

// foundOfPolicy returns what there is to say of a policy and of the objects that it matters to.
func (b *Base) foundOfPolicy(view *View, c PolicyChange, refs []topology.Ref, before map[string]bool) []lint.Finding {
	lasting := func(lint.Finding) bool { return true }
	if c.Planned == nil {
		if view.topology.Claimed(c.Old.Ref().Object()) {
			return nil // another resource has taken it over
		}
		lasting = b.lasting(view, c.Subject, refs...)
	}
	var found []lint.Finding
	for _, f := range b.find(view, c.Subject.Ignore, refs...) {
		if before[f.Summary()+f.Consequence] || !lasting(f) {
			continue
		}
		f, says := b.sayable(view, c.Subject, f, doing{changes: c.changes()})
		if says && (f.Severity == lint.Error || c.Covered == nil || !c.Covered(f)) {
			found = append(found, f)
		}
	}
	return found
}

// lasting returns whether a finding is there whatever becomes of the policies that were not planned yet. When a policy goes, those that
// ranked below it may go next: a destruction takes all of them.
func (b *Base) lasting(view *View, subject Subject, refs ...topology.Ref) func(lint.Finding) bool {
	there := map[string]bool{}
	view.topology.WithoutPolicies(func(p *topology.Policy) bool { return !p.Managed }, func() {
		for _, f := range b.find(view, subject.Ignore, refs...) {
			there[f.Summary()] = true
		}
	})
	return func(f lint.Finding) bool { return there[f.Summary()] }
}

// touched lists the objects whose settings a policy may change.
func touched(t *topology.VirtualHost, policies ...*topology.Policy) []topology.Ref {
	var refs []topology.Ref
	seen := map[topology.Ref]bool{}
	add := func(ref topology.Ref) {
		if !seen[ref] {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	for _, p := range policies {
		if p == nil {
			continue
		}
		for _, q := range t.Touched(p) {
			add(topology.Ref{Kind: topology.KindQueue, Name: q.Name})
		}
		if p.Definition["alternate-exchange"] == nil {
			continue
		}
		for _, x := range t.TouchedExchanges(p) {
			add(topology.Ref{Kind: topology.KindExchange, Name: x.Name})
		}
	}
	return refs
}
