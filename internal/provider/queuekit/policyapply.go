package queuekit

import (
	"context"
	"fmt"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Update does what an update of a resource does to its queue: makes it again if it is gone, or else changes its own policy. prior is the
// queue as the state has it, arguments are those of the plan.
func Update(ctx context.Context, b *kit.Base, resourceType string, spec Spec, prior Prior, arguments types.Dynamic, diags *diag.Diagnostics) (updated Declared, ok bool) {
	view, stays := b.View(prior.Vhost), !moves(spec, prior)
	switch {
	case stays && waiting(view, prior.Name):
		return migrate(ctx, b, resourceType, spec, prior.Policy, diags)
	case stays && !prior.Lost && spec.migrates() && differs(view, spec, prior):
		if !mayMigrate(spec, prior, diags) {
			return updated, false
		}
		return migrate(ctx, b, resourceType, spec, prior.Policy, diags)
	case prior.Lost && moves(spec, prior):
		updated, ok = Declare(ctx, b, resourceType, spec, nil, diags)
		return updated, ok && (prior.Policy == nil || onepolicy.Delete(ctx, b, *prior.Policy, diags))
	case prior.Lost:
		return Declare(ctx, b, resourceType, spec, prior.Policy, diags)
	}
	if !Confirm(ctx, b, spec, arguments, diags) {
		return updated, false
	}
	v, err := b.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, "update", "queue", prior.Vhost, prior.Name, err)
		return updated, false
	}
	spec.kept = &prior
	own, ok := settlePolicy(ctx, b, resourceType, spec, v, prior.Policy, true, diags)
	return Declared{Arguments: arguments, Policy: policyValue(own.policy)}, ok
}

// settled is what became of the own policy of a queue.
type settled struct {
	// policy is what the broker has, nil if there is none.
	policy *rabbitmq.Policy
	// created is true if it was not there before.
	created bool
}

// settlePolicy makes the queue's own policy what it is to be. stated is what the state has of it, nil for none.
func settlePolicy(ctx context.Context, b *kit.Base, resourceType string, spec Spec, v *version.Version, stated *rabbitmq.Policy, queueThere bool, diags *diag.Diagnostics) (s settled, ok bool) {
	want, _ := spec.policy(v, stated)
	switch {
	case want == nil && stated == nil:
		return s, true
	case want == nil:
		return s, onepolicy.Delete(ctx, b, *stated, diags)
	case stated != nil:
		have, ok := onepolicy.Update(ctx, b, *want, *stated, diags)
		return settled{policy: &have}, ok
	}
	judge := func(have rabbitmq.Policy) onepolicy.Verdict {
		switch like, _ := spec.policy(v, &have); {
		case onepolicy.Equal(*like, have):
			return onepolicy.AsGood
		case !queueThere && leftover(spec, have):
			return onepolicy.Leftover
		default:
			return onepolicy.Foreign
		}
	}
	created, ok := onepolicy.Create(ctx, b, *want, judge, func(difference string) { policyExists(diags, resourceType, spec, difference) }, diags)
	return settled{&created.Policy, created.New}, ok
}

// leftover reports whether a policy can only be one that an apply has left which was interrupted before it declared the queue: it has the
// name and the pattern of the own policy of this queue, and nothing in it that no such policy has. As long as there is no such queue it is
// in force on nothing, so that nobody loses by putting it anew.
func leftover(spec Spec, have rabbitmq.Policy) bool {
	for key := range have.Definition {
		if queueargs.ByPolicyKey(key) == nil {
			return false
		}
	}
	return have.Name == PolicyName(spec.Name.ValueString()) && have.Pattern == topology.PatternOf(spec.Name.ValueString())
}

// undo takes back a policy that was created for a queue that could not be.
func (s settled) undo(ctx context.Context, b *kit.Base, diags *diag.Diagnostics) {
	if !s.created {
		return
	}
	if err := b.Client.DeletePolicy(ctx, s.policy.Vhost, s.policy.Name, false); err != nil {
		diags.AddWarning(fmt.Sprintf("Policy %q stays", s.policy.Name),
			fmt.Sprintf("It was created in virtual host %q for a queue that could not be, and could not be deleted: %s. It does nothing as long as there is no such "+
				"queue, and the next apply takes it over.", s.policy.Vhost, err))
	}
}

// policyExists adds the error of creating the own policy of a queue whose name is taken.
func policyExists(diags *diag.Diagnostics, resourceType string, spec Spec, difference string) {
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	diags.AddError(fmt.Sprintf("Policy %q exists already", PolicyName(name)),
		fmt.Sprintf("The settings of queue %q in virtual host %q belong into a policy of this name, which the broker has, and which is not what this configuration "+
			"describes: %s. It was left as it is. To manage the queue as it is, import it: terraform import %s.<name> '%s'. If nobody needs the policy, delete it: "+
			"rabbitmqctl clear_policy -p %q %q.",
			name, vhost, difference, resourceType, kit.ID(vhost, name), vhost, PolicyName(name)))
}
