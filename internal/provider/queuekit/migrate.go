package queuekit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Values of on_replace: what a change does that needs a new queue of the same name.
const (
	// Refuse replaces the queue, which is refused while it holds messages.
	Refuse = "refuse"
	// Migrate moves the messages into the new queue.
	Migrate = "migrate"
)

// migrate makes a queue what it is to be and keeps its messages, or finishes that. stated is what the state has of the queue's own policy.
func migrate(ctx context.Context, b *kit.Base, resourceType string, spec Spec, stated *rabbitmq.Policy, diags *diag.Diagnostics) (declared Declared, ok bool) {
	vhost, name := spec.Vhost.ValueString(), spec.Name.ValueString()
	v, err := b.Client.Version(ctx)
	if err != nil {
		kit.Unable(diags, "migrate", "queue", vhost, name, err)
		return declared, false
	}
	if !outlives(b.View(vhost), spec, diags) {
		return declared, false // a policy has come since the plan
	}
	args := spec.Arguments(v)
	m := migration.Migration{
		Client: b.Client, Vhost: vhost, Queue: name,
		Fits: func(have rabbitmq.Queue) bool { return len(Differences(spec, args, PriorOf(have))) == 0 },
		Declare: func(ctx context.Context) error {
			if declared, ok = declareQueue(ctx, b, resourceType, spec, stated, diags); !ok {
				return errSaid
			}
			return nil
		},
	}
	if err := m.Run(ctx); err != nil {
		if !errors.Is(err, errSaid) {
			unfinished(ctx, b.Client, diags, vhost, name, err)
		}
		return declared, false
	}
	return declared, ok
}

// errSaid is the error of a step that has said what is wrong.
var errSaid = errors.New("said")

// unfinished says why a migration stopped, and where the messages are.
func unfinished(ctx context.Context, client *rabbitmq.Client, diags *diag.Diagnostics, vhost, name string, err error) {
	advice := ""
	var full *migration.NotEmptyError
	var expires *migration.ExpiresError
	if errors.As(err, &full) {
		advice = " Messages that consumers hold unacknowledged cannot be moved: acknowledge them, or stop the consumers. A queue that refuses messages because " +
			"it is full has to be emptied first. A shovel needs the permission to read the queue, and to write to exchanges whose names begin with \"migration-\": without " +
			"it none is moved. If there were only too many messages for the time, set timeouts.update."
		if full.DeadLetters != nil && *full.DeadLetters > 0 {
			advice = " Dead letters of a queue with the strategy at-least-once stay in it until a queue has confirmed them: see to it that their dead-letter exchange is there and " +
				"takes them to a queue that is not full. The broker tries again every three minutes."
		}
	}
	if errors.As(err, &expires) {
		advice = " Take expires away from the queue until the migration is finished."
	}
	diags.AddError(fmt.Sprintf("Migration of queue %q is not finished", name),
		kit.Sentence(err.Error())+" "+whereabouts(ctx, client, vhost, name, err)+advice+" The next apply goes on from here.")
}

// whereabouts says where the messages of a migration are. That none is lost is said only of queues that are there when it is said.
func whereabouts(ctx context.Context, client *rabbitmq.Client, vhost, name string, err error) string {
	temporary := migration.Temporary(name)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second) // the time of the migration may be over
	defer cancel()
	there := func(queue string) (there, known bool) {
		_, err := client.QueueDetails(ctx, vhost, queue)
		var missing *rabbitmq.NotFoundError
		return err == nil, err == nil || errors.As(err, &missing)
	}
	queue, known := there(name)
	wait, alsoKnown := there(temporary)
	var gone *migration.GoneError
	switch {
	case errors.As(err, &gone) && wait:
		return fmt.Sprintf("Those that had not been moved yet are in the temporary queue %q.", temporary)
	case errors.As(err, &gone):
		return ""
	case queue || wait:
		return fmt.Sprintf("No message is lost: those of queue %q in virtual host %q are in it or in the temporary queue %q.", name, vhost, temporary)
	case known && alsoKnown:
		return fmt.Sprintf("Virtual host %q has neither queue %q nor the temporary queue %q any more: the messages that were in them are gone, deleted by somebody else or "+
			"because a queue expired.", vhost, name, temporary)
	}
	return fmt.Sprintf("The messages of queue %q in virtual host %q were in it or in the temporary queue %q; the broker does not say now whether these are there.",
		name, vhost, temporary)
}
