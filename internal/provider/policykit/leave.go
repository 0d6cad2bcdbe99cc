package policykit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// leave records that the plan deletes the policy that the state has, unless another resource has it, and says what is wrong with that. It
// returns what the view had of it, nil if it stays.
func (r *Resource) leave(ctx context.Context, state kit.Object, diags *diag.Diagnostics) (was spec, subject kit.Subject, old *topology.Policy) {
	was, subject = r.spec(state), r.subject(state)
	subject.Path, subject.Causes = kit.NoPath, kit.NoPath
	r.Leave(ctx, was.vhost.ValueString(), kit.Departure{
		Object: was.ref().Object(), Claim: kit.Claim{Resource: r.TypeName, ID: state.String("id")}, Subject: subject,
		Put: func(t *topology.VirtualHost) { old = t.Policy(was.ref()) },
	}, diags)
	return was, subject, old
}

// move records that a policy gets another name or another virtual host, and returns what the view has of it if it goes and was in this
// one.
func (r *Resource) move(ctx context.Context, view *kit.View, state kit.Object, diags *diag.Diagnostics) *topology.Policy {
	from := r.View(state.String("vhost").ValueString())
	was, _, old := r.leave(ctx, state, diags)
	from.MarkReplaced(was.ref())
	if from == view || old == nil {
		return old
	}
	from.With(func(t *topology.VirtualHost) { t.RemovePolicy(was.ref()) })
	return nil
}

// planDelete records that a policy goes, and says what that means.
func (r *Resource) planDelete(ctx context.Context, state kit.Object, diags *diag.Diagnostics) {
	vhost := state.String("vhost").ValueString()
	view := r.Load(ctx, vhost, diags)
	if diags.HasError() {
		return
	}
	was, subject, old := r.leave(ctx, state, diags)
	if old == nil {
		return
	}
	onepolicy.MayChange(ctx, &r.Base, r.Operator, vhost, was.name.ValueString(), diags)
	r.check(ctx, view, was, planned{change: topology.Deleted, old: old}, subject, nil, diags)
}
