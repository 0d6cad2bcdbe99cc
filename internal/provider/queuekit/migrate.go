package queuekit

import (
	"context"
	"errors"
	"fmt"

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
			unfinished(diags, vhost, name, err)
		}
		return declared, false
	}
	return declared, ok
}

// errSaid is the error of a step that has said what is wrong.
var errSaid = errors.New("said")

// unfinished says why a migration stopped, and that nothing is lost.
func unfinished(diags *diag.Diagnostics, vhost, name string, err error) {
	advice := ""
	var full *migration.NotEmptyError
	if errors.As(err, &full) {
		advice = " Messages that consumers hold unacknowledged cannot be moved: acknowledge them, or stop the consumers. A queue that refuses messages because " +
			"it is full has to be emptied first. If there were only too many messages for the time, set timeouts.update."
	}
	diags.AddError(fmt.Sprintf("Migration of queue %q is not finished", name),
		kit.Sentence(err.Error())+fmt.Sprintf(" No message is lost: those of queue %q in virtual host %q are in it or in the temporary queue %q.%s The next apply goes on from here.",
			name, vhost, migration.Temporary(name), advice))
}
