package queuekit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/peek"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Delete deletes a queue as its deletion policy says, and then the policy of its own. A queue that does not exist is deleted already.
func Delete(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	if queue.DeletionPolicy == Retain && queue.Interrupted {
		return !refuseRetained(ctx, b, queue, diags)
	}
	if queue.DeletionPolicy == Retain || b.View(queue.Vhost).Declared(topology.KindQueue, queue.Name) {
		return true
	}
	if queue.Interrupted && !deleteInterrupted(ctx, b, queue, diags) || !queue.Lost && !deleteQueue(ctx, b, queue, diags) {
		return false
	}
	if queue.Lost {
		if err := DeleteUnborn(ctx, b, queue.Vhost, queue.Name); err != nil {
			kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
			return false
		}
	}
	if queue.Interrupted {
		if err := migration.Clear(ctx, b.Client, queue.Vhost, queue.Name); err != nil {
			kit.Unable(diags, "delete", "queue", queue.Vhost, migration.Temporary(queue.Name), err)
			return false
		}
	}
	return queue.Policy == nil || onepolicy.Delete(ctx, b, *queue.Policy, diags)
}

func deleteQueue(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	for {
		options := rabbitmq.DeleteQueueOptions{}
		if queue.DeletionPolicy != Force {
			held, err := Holds(ctx, b.Client, &queue)
			if err != nil {
				kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
				return false
			}
			if held != "" {
				refuse(ctx, b.Client, diags, queue, held)
				return false
			}
			// Only classic queues check this themselves, and only for messages that no consumer holds: quorum queues refuse the flags and
			// streams ignore them (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, delete).
			options.IfEmpty = queue.Type == queueargs.Classic
			options.IfUnused = options.IfEmpty && !queue.InUse
		}
		b.View(queue.Vhost).MarkDeleted(topology.Ref{Kind: topology.KindQueue, Name: queue.Name}.Object())
		err := b.Client.DeleteQueue(ctx, queue.Vhost, queue.Name, options)
		switch {
		case err == nil:
			b.View(queue.Vhost).With(func(t *topology.VirtualHost) { t.RemoveQueue(queue.Name) })
			return true
		case options.IfUnused && refused(err) && strings.Contains(err.Error(), " in use"):
			queue.InUse = true // by a consumer that has come since the last count: what it holds is not counted yet
			continue
		case options.IfEmpty && refused(err):
			refuse(ctx, b.Client, diags, queue, "messages")
		default:
			kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
		}
		return false
	}
}

// Holds says what a queue holds, "" for nothing. Counters lag behind, so that neither 0 nor a number is an answer. A classic
// queue checks itself when it is deleted, but only for messages that no consumer holds. A quorum queue whose counter says 0 is asked,
// and puts the message that it may give back at once. Where that decides nothing, the counters are looked at until they are new; so they
// are while the queue has consumers, since only counters tell what those hold.
//
// What is left is a message that has come within that time and is held by somebody who is not counted as a consumer yet, or who got it with
// basic.get.
//
// The queue may not be what the state says: it may have been deleted and declared anew since that was read. Its type and arguments
// become those that it has, and InUse what its consumers are.
func Holds(ctx context.Context, client *rabbitmq.Client, queue *Prior) (string, error) {
	v, err := client.Version(ctx)
	if err != nil {
		return "", err
	}
	unanswerable := false
	for began := time.Now(); ; {
		details, err := client.QueueDetails(ctx, queue.Vhost, queue.Name)
		var missing *rabbitmq.NotFoundError
		if errors.As(err, &missing) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		queue.Type, queue.Arguments = queueargs.Type(details.Type), details.Arguments
		queue.InUse = queue.InUse || details.Consumers != nil && *details.Consumers > 0
		if queue.Type == queueargs.Quorum && (details.Messages == nil || *details.Messages == 0) {
			// One that was half made does not answer when it is asked for a message.
			if unborn, err := client.Unborn(ctx, queue.Vhost, queue.Name); err != nil || unborn {
				return "", err
			}
		}
		held := ""
		if details.Messages != nil && *details.Messages > 0 {
			held = lastCount(details)
		}
		switch {
		case time.Since(began) > peek.CounterLag, queue.Type == queueargs.Stream && held != "", queue.Type == queueargs.Classic && held == "" && !queue.InUse:
			return held, nil
		case unanswerable || queue.Type == queueargs.Quorum && held != "":
		default:
			may, err := peek.MayAsk(ctx, client, v, details, queue.InUse)
			if err != nil {
				return "", err
			}
			if !may {
				break
			}
			ready, err := client.HasReadyMessage(ctx, queue.Vhost, queue.Name)
			var refused *rabbitmq.APIError
			switch {
			case errors.As(err, &refused):
				unanswerable = true // a single active consumer, or no permission to read
			case err != nil:
				return "", err
			case ready && held == "":
				return "at least one message", nil
			case ready:
				return held, nil
			case held == "" && !queue.InUse:
				return "", nil
			}
		}
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
}

func lastCount(queue rabbitmq.QueueDetails) string {
	text := number(queue.Messages, "message", "messages") + " at the last count"
	if queue.DeadLetters != nil && *queue.DeadLetters > 0 {
		text += fmt.Sprintf(" (%d of them dead letters that no queue has confirmed)", *queue.DeadLetters)
	}
	return text
}

func refuse(ctx context.Context, client *rabbitmq.Client, diags *diag.Diagnostics, queue Prior, held string) {
	empty := "Consume or move them, or set"
	lost := noWayOn(ctx, client, queue)
	switch {
	case queue.DelayTier && lost != "":
		empty = lost + " Undo the change and apply at once, before the delay is over; then wait for the delay and destroy the tier before what it returns to. Or set"
	case queue.DelayTier:
		empty = "A delay tier empties itself once nothing enters it any more, as long as the exchange and the bindings that its messages return by are there: wait for the delay, or set"
	case lost != "":
		empty = lost + " Consume or move them, or set"
	}
	if queue.Type == queueargs.Stream {
		// Its counter is the number of offsets in it (rabbit_osiris_metrics.erl, handle_info). What a consumer stores by the stream
		// protocol takes one too, on 3.10, 4.0 and 4.3, and nothing in the API tells it from a message.
		empty = "Consumers do not empty a stream, and offsets that they have stored in it count as messages. Set"
	}
	diags.AddError(fmt.Sprintf("Queue %q is not empty", queue.Name),
		fmt.Sprintf("Queue %q in virtual host %q holds %s, which would be lost: it was not deleted. %s deletion_policy = \"force\" "+
			"and apply that before destroying the queue, or set \"retain\" to leave the queue on the broker. Bindings of this configuration that lead to it may be gone "+
			"already, since Terraform deletes them first; what is published is dropped until they are back. To go back, undo the change and apply.", queue.Name, queue.Vhost, held, empty))
}
