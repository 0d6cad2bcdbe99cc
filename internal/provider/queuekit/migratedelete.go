package queuekit

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// interrupted is what a plan to delete a queue tells the deletion, in the private data: there is a temporary queue that belongs to it. Looking
// for one in each deletion would cost a request each.
const interrupted = "migration_interrupted"

// Interrupted reports whether the plan has found a temporary queue.
func Interrupted(ctx context.Context, private kit.Private) bool {
	told, _ := private.GetKey(ctx, interrupted)
	return told != nil
}

// planInterrupted adds to a queue that is planned to go what waits in its temporary queue, and tells the deletion of that.
func planInterrupted(ctx context.Context, b *kit.Base, vhost string, queue *topology.Queue, private kit.Private, diags *diag.Diagnostics) {
	view := b.Load(ctx, vhost, diags)
	if !waiting(view, queue.Name) {
		return
	}
	diags.Append(private.SetKey(ctx, interrupted, []byte("true"))...)
	if wait, _ := view.Counts(ctx, b.Client, vhost, migration.Temporary(queue.Name)); wait != nil {
		all := *wait
		if queue.Messages != nil {
			all += *queue.Messages
		}
		queue.Messages = &all
	}
}

// deleteInterrupted stops the migration of a queue that is to be deleted. It reports false if messages wait in the temporary queue and the
// deletion policy keeps them.
func deleteInterrupted(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	temporary := migration.Temporary(queue.Name)
	if err := migration.Stop(ctx, b.Client, queue.Vhost, queue.Name); err != nil {
		kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
		return false
	}
	if queue.DeletionPolicy == Force {
		return true
	}
	waits, err := Holds(ctx, b.Client, &Prior{Vhost: queue.Vhost, Name: temporary, Type: queueargs.Quorum})
	switch {
	case err != nil:
		kit.Unable(diags, "delete", "queue", queue.Vhost, temporary, err)
	case waits != "":
		diags.AddError(fmt.Sprintf("Queue %q is not empty", queue.Name),
			fmt.Sprintf("A migration of queue %q in virtual host %q was interrupted, and its temporary queue %q holds %s, which would be lost: neither was deleted. "+
				"To finish the migration, apply without destroying. To delete the messages, set deletion_policy = \"force\" and apply that first.",
				queue.Name, queue.Vhost, temporary, waits))
	default:
		return true
	}
	return false
}

// finishFirst is what to do before a queue is forgotten of which a migration has left a part.
const finishFirst = "To finish the migration first, apply the configuration with the resource in it, which moves the messages into the queue; then destroy it. " +
	"To delete the messages, set another deletion_policy and apply that first."

// planRetained says that a queue cannot be left on the broker while its messages are elsewhere, and tells the deletion to look.
func planRetained(ctx context.Context, b *kit.Base, queue Prior, private kit.Private, diags *diag.Diagnostics) {
	view := b.Load(ctx, queue.Vhost, diags)
	if !waiting(view, queue.Name) {
		return
	}
	diags.Append(private.SetKey(ctx, interrupted, []byte("true"))...)
	if b.Applying() {
		return
	}
	wait, _ := view.Counts(ctx, b.Client, queue.Vhost, migration.Temporary(queue.Name))
	diags.AddWarning(fmt.Sprintf("Migration of queue %q is not finished", queue.Name),
		fmt.Sprintf("deletion_policy = %q leaves queue %q in virtual host %q on the broker, but a migration of it was interrupted, and %s in the temporary queue %q: the apply will "+
			"refuse to forget it. %s", Retain, queue.Name, queue.Vhost, number(wait, "message waits", "messages wait"), migration.Temporary(queue.Name), finishFirst))
}

// refuseRetained reports whether a queue must not be left on the broker, since messages of it wait in a temporary queue. It changes nothing. A
// temporary queue that is gone by now keeps nobody.
func refuseRetained(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	temporary := migration.Temporary(queue.Name)
	_, err := b.Client.QueueDetails(ctx, queue.Vhost, temporary)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		return false
	case err != nil:
		kit.Unable(diags, "read", "queue", queue.Vhost, temporary, err)
	default:
		diags.AddError(fmt.Sprintf("Migration of queue %q is not finished", queue.Name),
			fmt.Sprintf("deletion_policy = %q is to leave queue %q in virtual host %q on the broker, but a migration of it was interrupted: its messages may wait in the temporary "+
				"queue %q, and shovels may run. Nothing was changed. %s", Retain, queue.Name, queue.Vhost, temporary, finishFirst))
	}
	return true
}
