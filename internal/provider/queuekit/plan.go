package queuekit

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Planned is what a plan does to a queue.
type Planned struct {
	// ID is the resource's id.
	ID types.String
	// Arguments is the value of the attribute `arguments`: what the broker has, or what it will be sent.
	Arguments types.Dynamic
	// Policy is the value of the attribute `policy`.
	Policy types.Object
	// Replace lists the arguments and properties that make the queue a new one; empty if it stays.
	Replace []string
	// Change is Unchanged for a queue that stays, though its own policy may change.
	Change topology.Change
}

// Plan decides what happens to a queue and records it in the view. prior is nil for a queue that is created. An existing queue that
// is equal to a created one is adopted, which is said; one that differs is an error.
func Plan(ctx context.Context, b *kit.Base, view *kit.View, resourceType string, spec Spec, prior *Prior, diags *diag.Diagnostics) Planned {
	var brokerVersion *version.Version
	var existing *topology.Queue
	view.With(func(t *topology.VirtualHost) {
		brokerVersion = t.Version
		if q := t.Queue(spec.Name.ValueString()); spec.Named() && q != nil && !q.Managed {
			existing = q
		}
	})
	if prior != nil && !prior.Lost {
		spec.kept = prior
	}
	args := spec.Arguments(brokerVersion)
	interrupted := spec.Named() && waiting(view, spec.Name.ValueString())
	var migrated []string
	planned := Planned{ID: kit.PlannedID(spec.Vhost, spec.Name), Arguments: spec.Rendered(brokerVersion), Change: topology.Created}
	ref := topology.Ref{Kind: topology.KindQueue, Name: spec.Name.ValueString()}
	if prior == nil && view.Stated(resourceType, ref) {
		// The state has this queue and Terraform gives no prior one: it is tainted, or its replacement was asked for.
		prior = &Prior{Vhost: spec.Vhost.ValueString(), Name: ref.Name, Type: spec.Type(), Durable: true, Arguments: args, DeletionPolicy: spec.DeletionPolicy.ValueString(), DelayTier: spec.DelayTier}
		planned.Change = topology.Replaced
	}
	switch {
	case planned.Change == topology.Replaced:
		view.MarkReplaced(ref)
	case prior == nil:
		if existing != nil && !view.Vacated(ref) {
			adopt(resourceType, spec, &planned, brokerVersion, existing, diags)
		}
	case moves(spec, *prior) && waiting(b.View(prior.Vhost), prior.Name):
		refuseMove(*prior, diags)
	case prior.Lost && interrupted:
	case prior.Lost:
		warnLost(ctx, b, *prior, diags)
		if moves(spec, *prior) {
			dropPolicy(ctx, b, resourceType, *prior, diags)
		}
	default:
		planned.Change = topology.Unchanged
		planned.Replace = Differences(spec, args, *prior)
		migrates := !moves(spec, *prior) && (spec.migrates() || interrupted)
		switch {
		case migrates && len(planned.Replace) > 0:
			migrated, planned.Replace = planned.Replace, nil
			planned.Change = topology.Migrated
			spec.kept = nil
			planned.Arguments = spec.Rendered(brokerVersion)
		case interrupted:
			planned.Change = topology.Migrated
			planned.Arguments = types.DynamicUnknown()
		case len(planned.Replace) > 0:
			planned.Change = topology.Replaced
			spec.kept = nil
			planned.Arguments = spec.Rendered(brokerVersion)
			b.View(prior.Vhost).MarkReplaced(topology.Ref{Kind: topology.KindQueue, Name: prior.Name})
			if existing != nil && moves(spec, *prior) {
				adopt(resourceType, spec, &planned, brokerVersion, existing, diags)
			}
		default:
			planned.Arguments = kit.Dynamic(prior.Arguments)
		}
	}
	planned.planPolicy(ctx, b, view, resourceType, spec, prior, brokerVersion, diags)
	if !spec.Named() {
		return planned
	}
	askForDeniedFeatures(ctx, b, view, spec)
	queue := spec.Topology(brokerVersion, planned.Change)
	if planned.Change == topology.Unchanged || planned.Change == topology.Updated {
		queue.Arguments = prior.Arguments // what is in force, which may not be what would be declared now
	}
	switch {
	case b.Runtime == nil || b.Client == nil:
	case planned.Change == topology.Replaced:
		queue.ForceDelete, queue.Retain = prior.DeletionPolicy == Force, prior.DeletionPolicy == Retain
		if queue.Retain && !moves(spec, *prior) {
			staysInTheWay(*prior, diags)
		}
		queue.Because = queue.Written(planned.Replace)
		queue.Migratable = spec.Whole == "" && !moves(spec, *prior) && unfit(spec, *prior) == ""
		queue.Prior = counted(ctx, b, *prior, diags)
		if moves(spec, *prior) && prior.DeletionPolicy != Retain {
			leave(ctx, b, resourceType, *prior, *queue.Prior, false, diags)
		}
		queue.Consumers = queue.Prior.Consumers
		if queue.ForceDelete && len(planned.Replace) > 0 && !b.Applying() {
			goesWithMessages(queue, prior.Vhost, diags)
		}
	case planned.Change == topology.Migrated && !interrupted:
		queue.Prior = counted(ctx, b, *prior, diags)
		queue.Consumers = queue.Prior.Consumers
		planMigration(ctx, b, view, spec, *prior, *queue.Prior, migrated, diags)
	case planned.Change == topology.Updated:
		queue.Messages, queue.Consumers = view.Counts(ctx, b.Client, spec.Vhost.ValueString(), spec.Name.ValueString())
	case existing != nil && spec.DelayTier:
		_, queue.Consumers = view.Counts(ctx, b.Client, spec.Vhost.ValueString(), spec.Name.ValueString())
	}
	if interrupted && b.Runtime != nil && b.Client != nil {
		planFinish(ctx, b, view, spec, diags)
	}
	view.With(func(t *topology.VirtualHost) { t.PutQueue(queue) })
	if planned.Change == topology.Updated || planned.Change == topology.Migrated {
		planned.Change = topology.Unchanged // to its owner, and to what is bound to it
	}
	view.Claim(ctx, ref.Object(), kit.Claim{Resource: resourceType, ID: planned.ID, Change: planned.Change})
	return planned
}

// moves reports whether a queue gets another name or another virtual host.
func moves(spec Spec, prior Prior) bool {
	return prior.Name != spec.Name.ValueString() || prior.Vhost != spec.Vhost.ValueString()
}

// staysInTheWay says that a queue which is to be replaced would be left on the broker, where the new one of its name belongs.
func staysInTheWay(prior Prior, diags *diag.Diagnostics) {
	diags.AddError(fmt.Sprintf("Queue %q stays in the way of its replacement", prior.Name),
		fmt.Sprintf("This plan replaces queue %q in virtual host %q, but deletion_policy = \"retain\" leaves it on the broker, so that no other queue of this "+
			"name can be created. Give the new queue another name, or apply another deletion_policy first.", prior.Name, prior.Vhost))
}

// goesWithMessages says what a replacement drops that was allowed to.
func goesWithMessages(queue *topology.Queue, vhost string, diags *diag.Diagnostics) {
	held := queue.Prior.Messages
	if held == nil || *held == 0 {
		return
	}
	keep := "let consumers empty the queue first"
	if queue.Migratable {
		keep += fmt.Sprintf(", or set on_replace = %q", Migrate)
	}
	diags.AddWarning(fmt.Sprintf("Queue %q is replaced with its messages", queue.Prior.Name),
		fmt.Sprintf("This plan replaces queue %q in virtual host %q because of %s, and %s with it, as deletion_policy = %q allows. To keep them, %s.", queue.Prior.Name, vhost,
			strings.Join(queue.Because, ", "), number(held, "message that it holds now goes", "messages that it holds now go"), Force, keep))
}

// counted returns a queue that goes, with what it holds.
func counted(ctx context.Context, b *kit.Base, prior Prior, diags *diag.Diagnostics) *topology.Queue {
	queue := &topology.Queue{Name: prior.Name, Type: prior.Type, Durable: prior.Durable, AutoDelete: prior.AutoDelete, Arguments: prior.Arguments, DelayTier: prior.DelayTier}
	queue.Messages, queue.Consumers = b.Load(ctx, prior.Vhost, diags).Counts(ctx, b.Client, prior.Vhost, prior.Name)
	return queue
}

// adopt says what becomes of a queue that is there before it is created. One that is taken over keeps its arguments, which may lack
// the type.
func adopt(resourceType string, spec Spec, planned *Planned, v *version.Version, existing *topology.Queue, diags *diag.Diagnostics) {
	if planned.Arguments.IsUnknown() || spec.Durable.IsUnknown() || spec.AutoDelete.IsUnknown() {
		return
	}
	args := spec.Arguments(v)
	have := Prior{
		Vhost: spec.Vhost.ValueString(), Name: existing.Name, Type: existing.Type,
		Durable: existing.Durable, AutoDelete: existing.AutoDelete, Arguments: existing.Arguments,
	}
	if fields := Differences(spec, args, have); len(fields) > 0 {
		existsOtherwise(resourceType, spec, args, have, fields, diags)
		return
	}
	planned.Arguments = kit.Dynamic(existing.Arguments)
	kit.Adopts(diags, "queue", have.Vhost, have.Name)
	if existing.Trouble != "" {
		diags.AddWarning(fmt.Sprintf("Adopted queue %q does not work now", have.Name),
			fmt.Sprintf("The broker says that queue %q in virtual host %q %s: it neither takes nor gives messages. Taking it into the state does not change that. Bring "+
				"the nodes back that hold it; of a quorum queue or a stream, members whose nodes are gone for good can be deleted and others added "+
				"(rabbitmq-queues, rabbitmq-streams).", have.Name, have.Vhost, existing.Trouble))
	}
}

// askForDeniedFeatures asks for what decides over transient queues, which nothing else needs. A broker that does not say leaves the
// decision to the declaration.
func askForDeniedFeatures(ctx context.Context, b *kit.Base, view *kit.View, spec Spec) {
	if b.Runtime == nil || b.Client == nil || spec.Durable.IsUnknown() || spec.Durable.ValueBool() {
		return
	}
	if denied, err := b.Client.DeniedFeatures(ctx); err == nil {
		view.With(func(t *topology.VirtualHost) { t.DeniedFeatures = denied })
	}
}

// warnLost says why the plan makes a queue of the state again.
func warnLost(ctx context.Context, b *kit.Base, prior Prior, diags *diag.Diagnostics) {
	half, err := unborn(ctx, b, prior.Vhost, prior.Name)
	switch {
	case err != nil:
		kit.Unable(diags, "read", "queue", prior.Vhost, prior.Name, err)
	case half:
		diags.AddWarning(fmt.Sprintf("Queue %q takes no message", prior.Name),
			fmt.Sprintf("The broker lists queue %q in virtual host %q, but nobody leads it and nothing is in it: its declaration was cut short, or the broker was killed "+
				"right after it. This plan deletes it and creates it again, and keeps what is bound to it.", prior.Name, prior.Vhost))
	default:
		diags.AddWarning(fmt.Sprintf("Queue %q is gone", prior.Name),
			fmt.Sprintf("Queue %q in virtual host %q was deleted outside of this configuration, with all that was in it. This plan creates it again.", prior.Name, prior.Vhost))
	}
}

// PlanDelete records that a queue goes with its resource, with the messages that it holds, and checks what that means.
func PlanDelete(ctx context.Context, b *kit.Base, resourceType string, prior Prior, private kit.Private, diags *diag.Diagnostics) {
	switch {
	case b.Runtime == nil || b.Client == nil:
	case prior.DeletionPolicy == Retain:
		planRetained(ctx, b, prior, private, diags)
	case prior.Lost && !waiting(b.Load(ctx, prior.Vhost, diags), prior.Name):
		dropPolicy(ctx, b, resourceType, prior, diags)
	default:
		queue := counted(ctx, b, prior, diags)
		planInterrupted(ctx, b, prior.Vhost, queue, private, diags)
		leave(ctx, b, resourceType, prior, *queue, true, diags)
	}
	if prior.Policy != nil && prior.DeletionPolicy != Retain && b.Runtime != nil {
		onepolicy.MayChange(ctx, b, false, prior.Vhost, prior.Policy.Name, diags)
	}
}

// leave records that the plan deletes a queue.
func leave(ctx context.Context, b *kit.Base, resourceType string, prior Prior, queue topology.Queue, destroyed bool, diags *diag.Diagnostics) {
	dropPolicy(ctx, b, resourceType, prior, diags)
	queue.Managed, queue.Change, queue.ForceDelete = true, topology.Deleted, prior.DeletionPolicy == Force
	ref := topology.Ref{Kind: topology.KindQueue, Name: prior.Name}
	b.Leave(ctx, prior.Vhost, kit.Departure{
		Object: ref.Object(), Subject: kit.Subject{Ref: ref, Ignore: prior.Ignore}, Destroyed: destroyed,
		Claim: kit.Claim{Resource: resourceType, ID: types.StringValue(kit.ID(prior.Vhost, prior.Name))},
		Put:   func(t *topology.VirtualHost) { t.PutQueue(&queue) },
	}, diags)
}
