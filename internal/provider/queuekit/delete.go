package queuekit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Delete deletes a queue as its deletion policy says. A queue that does not exist is deleted already.
func Delete(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	if queue.DeletionPolicy == Retain || queue.Lost {
		return true
	}
	options := rabbitmq.DeleteQueueOptions{}
	if queue.DeletionPolicy != Force {
		// Only classic queues check this themselves, and only for messages that no consumer holds: quorum queues refuse the flag and
		// streams ignore it (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, delete).
		options.IfEmpty = queue.Type == queueargs.Classic
		held, err := holdsMessages(ctx, b.Client, queue)
		if err != nil {
			kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
			return false
		}
		if held != "" {
			refuse(diags, queue, held)
			return false
		}
	}
	b.View(queue.Vhost).MarkDeleted(topology.Ref{Kind: topology.KindQueue, Name: queue.Name})
	if err := b.Client.DeleteQueue(ctx, queue.Vhost, queue.Name, options); err != nil {
		if options.IfEmpty && refused(err) {
			refuse(diags, queue, "messages ("+err.Error()+")")
			return false
		}
		kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
		return false
	}
	b.View(queue.Vhost).With(func(t *topology.VirtualHost) { t.RemoveQueue(queue.Name) })
	return true
}

// streamLag is how long the counters of a stream may lag behind: they are renewed every 5 s (rabbit_stream_queue.erl, tick).
const streamLag = 6 * time.Second

// holdsMessages says what a queue holds, "" for nothing. Counters lag behind by up to 5 s, so that 0 is no answer: a classic queue
// checks itself when it is deleted; a quorum queue is asked, and puts the message that it may give back at once; a stream cannot
// be asked, and is looked at until its counters are new.
func holdsMessages(ctx context.Context, client *rabbitmq.Client, queue Prior) (string, error) {
	for began := time.Now(); ; {
		details, err := client.QueueDetails(ctx, queue.Vhost, queue.Name)
		var missing *rabbitmq.NotFoundError
		switch {
		case errors.As(err, &missing):
			return "", nil
		case err != nil:
			return "", err
		case details.Messages != nil && *details.Messages > 0:
			return fmt.Sprintf("messages (%d at the last count)", *details.Messages), nil
		case queue.Type == queueargs.Classic:
			return "", nil
		case queue.Type == queueargs.Quorum:
			ready, err := client.HasReadyMessage(ctx, queue.Vhost, queue.Name)
			if err != nil || !ready {
				return "", err
			}
			return "at least one message", nil
		case time.Since(began) > streamLag:
			return "", nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func refuse(diags *diag.Diagnostics, queue Prior, held string) {
	diags.AddError(fmt.Sprintf("Queue %q is not empty", queue.Name),
		fmt.Sprintf("Queue %q in virtual host %q holds %s, which would be lost: it was not deleted. Consume or move them, or set deletion_policy = \"force\" "+
			"and apply that before destroying the queue, or set \"retain\" to leave the queue on the broker.", queue.Name, queue.Vhost, held))
}
