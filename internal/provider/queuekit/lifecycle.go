package queuekit

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Deletion policies: what happens to the queue when its resource is destroyed or replaced.
const (
	// IfEmpty deletes the queue unless it holds messages.
	IfEmpty = "if_empty"
	// Force deletes it with its messages.
	Force = "force"
	// Retain leaves it on the broker.
	Retain = "retain"
)

// DeletionPolicies lists them all.
func DeletionPolicies() []string { return []string{IfEmpty, Force, Retain} }

// Declared is what became of a queue that was declared.
type Declared struct {
	// Arguments are those that the broker has, Policy is the queue's own policy as the attribute `policy` shows it.
	Arguments types.Dynamic
	Policy    types.Object
	// Created is false for a queue that existed before and was taken over.
	Created bool
}

// Declare creates the queue and reads it back. A queue that exists already is taken if it is equal to what is wanted. Its own policy is put
// first, so that the queue is never without its settings; stated is what the state has of that, nil for none.
//
// Messages of a queue of the name whose migration was interrupted are moved into it.
func Declare(ctx context.Context, b *kit.Base, resourceType string, spec Spec, stated *rabbitmq.Policy, diags *diag.Diagnostics) (declared Declared, ok bool) {
	if waiting(b.View(spec.Vhost.ValueString()), spec.Name.ValueString()) {
		return migrate(ctx, b, resourceType, spec, stated, diags)
	}
	return declareQueue(ctx, b, resourceType, spec, stated, diags)
}

func declareQueue(ctx context.Context, b *kit.Base, resourceType string, spec Spec, stated *rabbitmq.Policy, diags *diag.Diagnostics) (declared Declared, ok bool) {
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	v, err := b.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, "create", "queue", vhost, name, err)
		return declared, false
	}
	args := spec.Arguments(v)
	there, ok := mayTake(ctx, b, resourceType, spec, args, diags)
	if !ok {
		return declared, false
	}
	own, ok := settlePolicy(ctx, b, resourceType, spec, v, stated, there, diags)
	if !ok {
		return declared, false
	}
	defer func() {
		if !ok {
			own.undo(ctx, b, diags)
		}
	}()
	created, err := b.Client.DeclareQueue(ctx, vhost, name, rabbitmq.QueueSettings{
		Durable: spec.Durable.ValueBool(), AutoDelete: spec.AutoDelete.ValueBool(), Arguments: args,
	})
	if err != nil && !refused(err) {
		kit.Unable(diags, "create", "queue", vhost, name, err)
		return declared, false
	}
	// The broker compares only some settings of a queue that exists, so that its answer is no proof of what there is: the
	// queue is read. A refusal may mean that it exists with other settings, or with equal ones that are written in another way; if it
	// does not exist, the refusal is the error.
	queue, readErr := b.Client.Queue(ctx, vhost, name)
	if readErr != nil {
		kit.Unable(diags, "create", "queue", vhost, name, errors.Join(err, readErr))
		return declared, false
	}
	have := PriorOf(queue)
	fields := Differences(spec, args, have)
	switch {
	case len(fields) > 0 && created:
		diags.AddError(fmt.Sprintf("Queue %q is not as it was declared", name),
			fmt.Sprintf("The broker created the queue in virtual host %q, but %s. Another client may have declared it at the same time. Plan again.",
				vhost, describe(fields, wanted, spec, args, have)))
		return declared, false
	case len(fields) > 0:
		existsOtherwise(resourceType, spec, args, have, fields, diags)
		return declared, false
	}
	view := b.View(vhost)
	if !view.MarkDeclared(topology.KindQueue, name) {
		kit.Taken(diags, "queue", vhost, name)
		return declared, false
	}
	view.With(func(t *topology.VirtualHost) { t.PutQueue(spec.Topology(v, topology.Created)) })
	return Declared{kit.Dynamic(queue.Arguments), policyValue(own.policy), created}, true
}

// mayTake looks at a queue that may be there before it is declared: it must not get the policy of another one.
func mayTake(ctx context.Context, b *kit.Base, resourceType string, spec Spec, args queueargs.Arguments, diags *diag.Diagnostics) (there, ok bool) {
	if spec.SettingsIn.ValueString() != InPolicy {
		return false, true // the declaration itself tells
	}
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	queue, err := b.Client.Queue(ctx, vhost, name)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		return false, true
	}
	if err != nil {
		kit.Unable(diags, "create", "queue", vhost, name, err)
		return false, false
	}
	have := PriorOf(queue)
	if fields := Differences(spec, args, have); len(fields) > 0 {
		existsOtherwise(resourceType, spec, args, have, fields, diags)
		return true, false
	}
	return true, true
}

// refused reports whether the broker found fault with the request itself.
func refused(err error) bool {
	var answer *rabbitmq.APIError
	return errors.As(err, &answer) && answer.Status == http.StatusBadRequest
}
