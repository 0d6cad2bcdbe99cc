package queuekit

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// planPolicy decides what happens to the queue's own policy, once it is known what happens to the queue, and puts it into the view.
func (p *Planned) planPolicy(ctx context.Context, b *kit.Base, view *kit.View, resourceType string, spec Spec, prior *Prior, v *version.Version, diags *diag.Diagnostics) {
	var stated *rabbitmq.Policy
	if prior != nil && !moves(spec, *prior) {
		stated = prior.Policy
	}
	p.Policy = policyValue(nil)
	if stated == nil && !spec.SettingsIn.IsUnknown() && spec.SettingsIn.ValueString() != InPolicy {
		return
	}
	there := stated
	if p.Change == topology.Replaced {
		there = nil // it goes with the queue
	}
	ref, change := policyRef(spec.Name.ValueString()), topology.Unchanged
	var found *rabbitmq.Policy
	if stated == nil && spec.Named() {
		found = unowned(view, resourceType, spec.Vhost.ValueString(), ref)
		there = found
	}
	want, known := spec.policy(v, there)
	p.Policy = spec.plannedPolicy(want, known)
	switch {
	case want == nil && known && stated == nil:
		return
	case want == nil && known:
		change = topology.Deleted
	case p.Change == topology.Replaced:
		change = topology.Replaced
	case stated == nil:
		change = topology.Created
	case want == nil || !known || !onepolicy.Equal(*want, *stated):
		change = topology.Updated
		if want != nil && known && !b.Applying() {
			takesBack(ofType(*want, prior.Type, v), *stated, diags)
		}
	default:
		p.Policy = policyValue(stated)
	}
	if found != nil && want != nil && known {
		if queueThere := isThere(view, spec) || p.Change != topology.Created; queueThere || onepolicy.Equal(*want, *found) || !leftover(spec, *found) {
			adoptPolicy(resourceType, spec, *want, *found, diags)
			p.Policy = policyValue(found)
		} else {
			anew, _ := spec.policy(v, nil)
			p.Policy = policyValue(anew)
			takesLeftover(*anew, *found, diags)
		}
	}
	if p.Change == topology.Unchanged && change != topology.Unchanged {
		p.Change = topology.Updated
	}
	if !spec.Named() {
		return
	}
	if change != topology.Unchanged {
		onepolicy.MayChange(ctx, b, false, spec.Vhost.ValueString(), ref.Name, diags)
	}
	if change == topology.Deleted {
		dropPolicy(ctx, b, resourceType, *prior, diags)
		return
	}
	view.With(func(t *topology.VirtualHost) {
		if own := spec.inTopology(v, change); own != nil {
			t.PutPolicy(own)
		}
	})
	owned := change
	if change == topology.Updated {
		owned = topology.Unchanged // the policy stays
	}
	view.Claim(ctx, ref.Object(), kit.Claim{Resource: resourceType, ID: p.ID, Change: owned})
}

// unowned returns the policy that the broker has under the name of a queue's own one, although no state of a resource of this type has
// it; nil if there is none, or if it goes before another is made.
func unowned(view *kit.View, resourceType, vhost string, ref topology.Ref) *rabbitmq.Policy {
	if view.Vacated(ref) || view.Stated(resourceType, ref) {
		return nil
	}
	var found *rabbitmq.Policy
	view.With(func(t *topology.VirtualHost) {
		if p := t.Policy(ref); p != nil && !p.Managed {
			found = &rabbitmq.Policy{Vhost: vhost, Name: p.Name, Pattern: p.Pattern, ApplyTo: p.ApplyTo, Priority: p.Priority, Definition: p.Definition}
		}
	})
	return found
}

// takesBack says what a plan takes back that others have made of a policy and that no attribute of the queue shows.
func takesBack(want, have rabbitmq.Policy, diags *diag.Diagnostics) {
	want.Priority = have.Priority
	want.Definition = maps.Clone(have.Definition)
	maps.DeleteFunc(want.Definition, func(key string, _ any) bool { return queueargs.ByPolicyKey(key) == nil })
	if difference := onepolicy.Differences(onepolicy.Wanted, want, have); difference != "" {
		diags.AddWarning(fmt.Sprintf("Policy %q was changed outside of this configuration", have.Name),
			fmt.Sprintf("In virtual host %q somebody has changed the policy that this queue's settings are kept in: %s. This plan takes that back.", have.Vhost, difference))
	}
}

// ofType is a queue's own policy as it would be for a queue of type t: a plan that changes the type takes nothing back by that.
func ofType(p rabbitmq.Policy, t queueargs.Type, v *version.Version) rabbitmq.Policy {
	if v != nil && p.ApplyTo != anyType {
		p.ApplyTo = applyTo(t, v)
	}
	return p
}

// isThere reports whether the broker has the queue.
func isThere(view *kit.View, spec Spec) (there bool) {
	view.With(func(t *topology.VirtualHost) { there = t.Queue(spec.Name.ValueString()) != nil })
	return there
}

// takesLeftover says that a policy is put anew which an apply has left that was interrupted.
func takesLeftover(want, have rabbitmq.Policy, diags *diag.Diagnostics) {
	diags.AddWarning(fmt.Sprintf("Policy %q is taken over", have.Name),
		fmt.Sprintf("Virtual host %q has this policy, but not the queue that it is for: an apply was interrupted between the two. This plan changes the policy (%s) and makes "+
			"the queue.", have.Vhost, onepolicy.Differences(onepolicy.Wanted, want, have)))
}

// adoptPolicy says what becomes of a policy that is there before it is created.
func adoptPolicy(resourceType string, spec Spec, want, have rabbitmq.Policy, diags *diag.Diagnostics) {
	if difference := onepolicy.Differences(onepolicy.Wanted, want, have); difference != "" {
		policyExists(diags, resourceType, spec, difference)
		return
	}
	kit.Adopts(diags, onepolicy.Noun(false), have.Vhost, have.Name)
}

// dropPolicy records that the plan deletes the own policy of a queue, if the state has one.
func dropPolicy(ctx context.Context, b *kit.Base, resourceType string, prior Prior, diags *diag.Diagnostics) {
	if prior.Policy == nil {
		return
	}
	ref := policyRef(prior.Name)
	b.View(prior.Vhost).MarkReplaced(ref)
	b.Leave(ctx, prior.Vhost, kit.Departure{
		Object: ref.Object(), Subject: kit.Subject{Ref: ref, Ignore: prior.Ignore},
		Claim: kit.Claim{Resource: resourceType, ID: types.StringValue(kit.ID(prior.Vhost, prior.Name))},
		Put:   func(t *topology.VirtualHost) { t.RemovePolicy(ref) },
	}, diags)
}

// CheckPlan says what is wrong with a planned queue and its own policy.
func CheckPlan(ctx context.Context, b *kit.Base, view *kit.View, spec Spec, subject kit.Subject, diags *diag.Diagnostics) {
	if !spec.Named() {
		return
	}
	if spec.SettingsIn.ValueString() == InPolicy {
		b.CheckPlan(view, ofPolicy(subject), diags)
	}
	b.CheckInPlace(ctx, view, subject, diags)
}
