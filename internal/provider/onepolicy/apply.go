package onepolicy

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Created is what became of a policy that was to be created.
type Created struct {
	// Policy is what the broker has.
	rabbitmq.Policy
	// New is false for a policy that existed before and was taken over.
	New bool
}

// Verdict is what a policy is that exists before it is created.
type Verdict int

const (
	// Foreign is one of others, which is left alone.
	Foreign Verdict = iota
	// AsGood is one that is equal to what is wanted, or as good as that: it is taken over.
	AsGood
	// Leftover is one of an apply that was interrupted, and in force on nothing: it is put anew.
	Leftover
)

// Create puts a policy and reads it back. The broker would replace one that exists, so that it is looked for first and judged; of a foreign
// one differs says how it differs.
func Create(ctx context.Context, b *kit.Base, want rabbitmq.Policy, judge func(have rabbitmq.Policy) Verdict, differs func(difference string),
	diags *diag.Diagnostics) (created Created, ok bool) {
	have, err := b.Client.FreshPolicy(ctx, want.Vhost, want.Name, want.Operator)
	var missing *rabbitmq.NotFoundError
	verdict := Leftover
	switch created.New = errors.As(err, &missing); {
	case created.New:
	case err != nil:
		kit.Unable(diags, "create", Noun(want.Operator), want.Vhost, want.Name, err)
		return created, false
	default:
		verdict = judge(have)
	}
	switch verdict {
	case Foreign:
		differs(Differences(Wanted, want, have))
		return created, false
	case Leftover:
		if have, ok = put(ctx, b, "create", want, diags); !ok {
			return created, false
		}
	}
	if !b.View(want.Vhost).MarkDeclared(Ref(want).Kind, want.Name) {
		kit.Taken(diags, Noun(want.Operator), want.Vhost, want.Name)
		return created, false
	}
	created.Policy = have
	applied(b, have)
	return created, true
}

// Update puts a policy in place of the one that the state has. It must still be that one, unless somebody has made it what is wanted. If
// only settings of the provider differ, it is looked at as who may not change it can.
func Update(ctx context.Context, b *kit.Base, want, stated rabbitmq.Policy, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	read := b.Client.FreshPolicy
	if Equal(want, stated) {
		read = b.Client.Policy
	}
	have, err := read(ctx, want.Vhost, want.Name, want.Operator)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		kit.Outdated(diags, Noun(want.Operator), want.Vhost, want.Name, kit.Deleted)
		return have, false
	case err != nil:
		kit.Unable(diags, "update", Noun(want.Operator), want.Vhost, want.Name, err)
		return have, false
	case Equal(want, have):
		return have, true
	case !Equal(stated, have):
		kit.Outdated(diags, Noun(want.Operator), want.Vhost, want.Name, Differences(before, stated, have))
		return have, false
	}
	if have, ok = put(ctx, b, "update", want, diags); ok {
		applied(b, have)
	}
	return have, ok
}

// Rename puts a policy under another name, and then deletes the one that the state has, which must still be that one: no queue is without it in
// between. A quorum queue that a policy with at-least-once leaves for a moment drops the dead letters that wait in it (rabbit_fifo_dlx.erl,
// update_config).
func Rename(ctx context.Context, b *kit.Base, want, stated rabbitmq.Policy, differs func(difference string), diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	old, err := b.Client.FreshPolicy(ctx, stated.Vhost, stated.Name, stated.Operator)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
	case err != nil:
		kit.Unable(diags, "update", Noun(stated.Operator), stated.Vhost, stated.Name, err)
		return have, false
	case !Equal(stated, old):
		kit.Outdated(diags, Noun(stated.Operator), stated.Vhost, stated.Name, Differences(before, stated, old))
		return have, false
	}
	judge := func(have rabbitmq.Policy) Verdict {
		if Equal(want, have) {
			return AsGood
		}
		return Foreign
	}
	created, ok := Create(ctx, b, want, judge, differs, diags)
	return created.Policy, ok && Delete(ctx, b, stated, diags)
}

func put(ctx context.Context, b *kit.Base, verb string, want rabbitmq.Policy, diags *diag.Diagnostics) (have rabbitmq.Policy, ok bool) {
	noun := Noun(want.Operator)
	err := b.Client.PutPolicy(ctx, want)
	if err == nil {
		have, err = b.Client.FreshPolicy(ctx, want.Vhost, want.Name, want.Operator)
	}
	if err != nil {
		kit.Unable(diags, verb, noun, want.Vhost, want.Name, err)
		return have, false
	}
	if !Equal(want, have) {
		diags.AddError(fmt.Sprintf("%s %q is not as it was put", Title(noun), want.Name),
			fmt.Sprintf("The broker took the %s in virtual host %q, but %s. Another client may have put it at the same time. Plan again.",
				noun, want.Vhost, Differences(Wanted, want, have)))
		return have, false
	}
	return have, true
}

// applied tells the view what the broker has now.
func applied(b *kit.Base, have rabbitmq.Policy) {
	b.View(have.Vhost).With(func(t *topology.VirtualHost) {
		t.PutPolicy(&topology.Policy{
			Name: have.Name, Operator: have.Operator, Pattern: have.Pattern, ApplyTo: have.ApplyTo, Priority: have.Priority, Definition: have.Definition, Managed: true,
		})
	})
}

// Delete deletes a policy, unless this run has made it: with create_before_destroy Terraform asks for that. It reports false if it could not.
func Delete(ctx context.Context, b *kit.Base, p rabbitmq.Policy, diags *diag.Diagnostics) bool {
	view := b.View(p.Vhost)
	ref := Ref(p)
	if view.Declared(ref.Kind, p.Name) {
		return true
	}
	view.MarkDeleted(ref.Object())
	if err := b.Client.DeletePolicy(ctx, p.Vhost, p.Name, p.Operator); err != nil {
		kit.Unable(diags, "delete", Noun(p.Operator), p.Vhost, p.Name, err)
		return false
	}
	view.With(func(t *topology.VirtualHost) { t.RemovePolicy(ref) })
	return true
}
