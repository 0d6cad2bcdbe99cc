package kit

import (
	"context"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Departure is an object that the plan deletes, because its resource is destroyed or has another object from now on.
type Departure struct {
	Object  topology.Object
	Claim   Claim
	Subject Subject
	// Put puts the object into the view as deleted.
	Put func(t *topology.VirtualHost)
	// Destroyed is true if the resource is destroyed.
	Destroyed bool
}

// Leave records that an object goes, unless another resource of the plan has it as its own, as after a change of a resource's address
// or type. It says what is wrong with that, and, if the resource is destroyed, what it takes from others.
func (b *Base) Leave(ctx context.Context, vhost string, d Departure, diags *diag.Diagnostics) {
	view := b.Load(ctx, vhost, diags)
	d.Claim.Change, d.Subject.Path = topology.Deleted, NoPath
	view.Claim(ctx, d.Object, d.Claim)
	claimed := false
	view.With(func(t *topology.VirtualHost) {
		if claimed = t.Claimed(d.Object); !claimed {
			d.Put(t)
		}
	})
	switch {
	case claimed:
		d.Subject.Only = lint.OwnedTwice
	case !d.Destroyed || !b.settled(ctx, view, d):
		return
	}
	b.CheckPlan(view, d.Subject, diags)
}

// CheckLeft says what an object takes from others that goes because its resource has another one from now on. It is called when that one
// is in the view.
func (b *Base) CheckLeft(ctx context.Context, vhost string, subject Subject, diags *diag.Diagnostics) {
	view, goes := b.View(vhost), false
	view.With(func(t *topology.VirtualHost) { goes = deleted(t, subject.Ref) })
	if goes {
		b.Settle(ctx, view, subject.Ref)
		subject.Path = NoPath
		b.CheckPlan(view, subject, diags)
	}
}

// Settle waits as long as there is something to say of what others lose by a replacement, but no longer than a moment: what loses by it may find
// a new way that is planned next, as when both ends of a loop change at once.
func (b *Base) Settle(ctx context.Context, view *View, refs ...topology.Ref) {
	robs := func() bool {
		view.mu.Lock()
		defer view.mu.Unlock()
		return slices.ContainsFunc(refs, func(ref topology.Ref) bool { return b.robs(view, Subject{Ref: ref}) })
	}
	for began := time.Now(); robs() && time.Since(began) < moment && pause(ctx); {
	}
}

// robs reports whether there is something to say of what others lose by a subject.
func (b *Base) robs(view *View, subject Subject) bool {
	return !b.applying.Load() && slices.ContainsFunc(b.findings(view, subject), func(f lint.Finding) bool { return f.Object != subject.Ref })
}

// moment is how long a removal that takes something from others waits for the rest of the plan.
const moment = time.Second

// settled waits as long as there is something to say of what others lose with an object: Terraform plans removals in any order, and
// what loses by this one may be removed too, or find a new way. It reports false if another resource has taken the object over.
func (b *Base) settled(ctx context.Context, view *View, d Departure) bool {
	for began := time.Now(); ; {
		view.mu.Lock()
		claimed := view.topology.Claimed(d.Object)
		robs := b.robs(view, d.Subject)
		view.mu.Unlock()
		if claimed || !robs || time.Since(began) > moment {
			return !claimed
		}
		if !pause(ctx) {
			return false
		}
	}
}

// CheckInPlace is CheckPlan for an object that may change in place. What it lacks then may be planned next, so that there is a moment for
// that.
func (b *Base) CheckInPlace(ctx context.Context, view *View, subject Subject, diags *diag.Diagnostics) {
	for began := time.Now(); b.lacks(view, subject) && time.Since(began) < moment && pause(ctx); {
	}
	b.CheckPlan(view, subject, diags)
}

// lacks reports whether a planned change rests on what is not planned, at least not yet.
func (b *Base) lacks(view *View, subject Subject) bool {
	view.mu.Lock()
	defer view.mu.Unlock()
	return !b.applying.Load() && changed(view.topology, subject.Ref) &&
		slices.ContainsFunc(b.findings(view, subject), func(f lint.Finding) bool { return f.Tentative })
}

// pause lets other resources be planned. It reports false if the plan is given up.
func pause(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(moment / 50):
		return true
	}
}
