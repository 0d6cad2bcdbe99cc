package queuekit

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Delete deletes a queue as its deletion policy says. A queue that does not exist is deleted already.
func Delete(ctx context.Context, b *kit.Base, queue Prior, deletionPolicy string, diags *diag.Diagnostics) bool {
	if deletionPolicy == Retain || queue.Lost {
		return true
	}
	options := rabbitmq.DeleteQueueOptions{}
	if deletionPolicy != Force {
		// Only classic queues check this themselves: quorum queues refuse the flag and streams ignore it
		// (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, delete).
		options.IfEmpty = queue.Type == queueargs.Classic
		if queue.Type != queueargs.Classic {
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

// holdsMessages says what a quorum queue or a stream holds, "" for nothing. Their counters lag behind by up to 5 s, so a
// quorum queue that seems empty is asked itself: the message it may give is put back at once. Streams cannot be asked that way.
func holdsMessages(ctx context.Context, client *rabbitmq.Client, queue Prior) (string, error) {
	details, err := client.QueueDetails(ctx, queue.Vhost, queue.Name)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if details.Messages != nil && *details.Messages > 0 {
		return fmt.Sprintf("%d messages", *details.Messages), nil
	}
	if queue.Type != queueargs.Quorum {
		return "", nil
	}
	ready, err := client.HasReadyMessage(ctx, queue.Vhost, queue.Name)
	if err != nil || !ready {
		return "", err
	}
	return "at least one message", nil
}

func refuse(diags *diag.Diagnostics, queue Prior, held string) {
	diags.AddError(fmt.Sprintf("Queue %q is not empty", queue.Name),
		fmt.Sprintf("Queue %q in virtual host %q holds %s, which would be lost: it was not deleted. Consume or move them, or set deletion_policy = \"force\" "+
			"and apply that before destroying the queue, or set \"retain\" to leave the queue on the broker.", queue.Name, queue.Vhost, held))
}
