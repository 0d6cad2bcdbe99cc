package policykit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

func (r *Resource) create(ctx context.Context, s spec, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	want, ok := r.wanted(ctx, "create", s, diags)
	if !ok {
		return have, false
	}
	judge := func(have rabbitmq.Policy) onepolicy.Verdict {
		if onepolicy.Equal(want, have) {
			return onepolicy.AsGood
		}
		return onepolicy.Foreign
	}
	created, ok := onepolicy.Create(ctx, &r.Base, want, judge, r.exists(want, diags), diags)
	return created.Policy, ok
}

func (r *Resource) exists(want rabbitmq.Policy, diags *diag.Diagnostics) func(difference string) {
	return func(difference string) {
		kit.Exists(diags, r.TypeName, kit.ID(want.Vhost, want.Name), r.noun(), want.Vhost, want.Name, difference)
	}
}

func (r *Resource) update(ctx context.Context, s spec, stated rabbitmq.Policy, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	want, ok := r.wanted(ctx, "update", s, diags)
	if !ok {
		return have, false
	}
	if want.Name != stated.Name {
		return onepolicy.Rename(ctx, &r.Base, want, stated, r.exists(want, diags), diags)
	}
	return onepolicy.Update(ctx, &r.Base, want, stated, diags)
}

func (r *Resource) wanted(ctx context.Context, verb string, s spec, diags *diag.Diagnostics) (want rabbitmq.Policy, ok bool) {
	v, err := r.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, verb, r.noun(), s.vhost.ValueString(), s.name.ValueString(), err)
		return want, false
	}
	return s.policy(v), true
}
