package policykit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// create puts a policy and reads it back. The broker would replace one that exists, so that it is looked for first: one that is equal
// to what is wanted is taken over.
func (r *Resource) create(ctx context.Context, s spec, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	want, ok := r.wanted(ctx, "create", s, diags)
	if !ok {
		return have, false
	}
	have, err := r.Client.FreshPolicy(ctx, want.Vhost, want.Name, r.Operator)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		if have, ok = r.put(ctx, "create", want, diags); !ok {
			return have, false
		}
	case err != nil:
		kit.Unable(diags, "create", r.noun(), want.Vhost, want.Name, err)
		return have, false
	case !equal(want, have):
		kit.Exists(diags, r.TypeName, kit.ID(want.Vhost, want.Name), r.noun(), want.Vhost, want.Name, differences(wanted, want, have))
		return have, false
	}
	if !r.View(want.Vhost).MarkDeclared(s.ref().Kind, want.Name) {
		kit.Taken(diags, r.noun(), want.Vhost, want.Name)
		return have, false
	}
	r.applied(s, have)
	return have, true
}

// update puts a policy in place of the one that the state has. It must still be that one, unless somebody has made it what is wanted. If
// only settings of the provider differ, it is looked at as who may not change it can.
func (r *Resource) update(ctx context.Context, s spec, stated rabbitmq.Policy, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	want, ok := r.wanted(ctx, "update", s, diags)
	if !ok {
		return have, false
	}
	read := r.Client.FreshPolicy
	if equal(want, stated) {
		read = r.Client.Policy
	}
	have, err := read(ctx, want.Vhost, want.Name, r.Operator)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		kit.Outdated(diags, r.noun(), want.Vhost, want.Name, kit.Deleted)
		return have, false
	case err != nil:
		kit.Unable(diags, "update", r.noun(), want.Vhost, want.Name, err)
		return have, false
	case equal(want, have):
		return have, true
	case !equal(stated, have):
		kit.Outdated(diags, r.noun(), want.Vhost, want.Name, differences(before, stated, have))
		return have, false
	}
	if have, ok = r.put(ctx, "update", want, diags); ok {
		r.applied(s, have)
	}
	return have, ok
}

func (r *Resource) wanted(ctx context.Context, verb string, s spec, diags *diag.Diagnostics) (want rabbitmq.Policy, ok bool) {
	v, err := r.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, verb, r.noun(), s.vhost.ValueString(), s.name.ValueString(), err)
		return want, false
	}
	return s.policy(v), true
}

func (r *Resource) put(ctx context.Context, verb string, want rabbitmq.Policy, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	err := r.Client.PutPolicy(ctx, want)
	if err == nil {
		have, err = r.Client.FreshPolicy(ctx, want.Vhost, want.Name, r.Operator)
	}
	if err != nil {
		kit.Unable(diags, verb, r.noun(), want.Vhost, want.Name, err)
		return have, false
	}
	if !equal(want, have) {
		diags.AddError(fmt.Sprintf("%s %q is not as it was put", title(r.noun()), want.Name),
			fmt.Sprintf("The broker took the %s in virtual host %q, but %s. Another client may have put it at the same time. Plan again.",
				r.noun(), want.Vhost, differences(wanted, want, have)))
		return have, false
	}
	return have, true
}

// applied tells the view what the broker has now.
func (r *Resource) applied(s spec, have rabbitmq.Policy) {
	r.View(have.Vhost).With(func(t *topology.VirtualHost) {
		p := s.topology(t.Version, topology.Unchanged)
		p.Definition = have.Definition
		t.PutPolicy(p)
	})
}

func (r *Resource) delete(ctx context.Context, s spec, diags *diag.Diagnostics) {
	vhost, name := s.vhost.ValueString(), s.name.ValueString()
	view := r.View(vhost)
	if view.Declared(s.ref().Kind, name) {
		return
	}
	view.MarkDeleted(s.ref().Object())
	if err := r.Client.DeletePolicy(ctx, vhost, name, r.Operator); err != nil {
		kit.Unable(diags, "delete", r.noun(), vhost, name, err)
		return
	}
	view.With(func(t *topology.VirtualHost) { t.RemovePolicy(s.ref()) })
}

func title(noun string) string { return strings.ToUpper(noun[:1]) + noun[1:] }
