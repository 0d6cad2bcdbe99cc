package queuekit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/onepolicy"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Delete deletes a queue as its deletion policy says, and then the policy of its own. A queue that does not exist is deleted already.
func Delete(ctx context.Context, b *kit.Base, queue Prior, diags *diag.Diagnostics) bool {
	if queue.DeletionPolicy == Retain || b.View(queue.Vhost).Declared(topology.KindQueue, queue.Name) {
		return true
	}
	if queue.Interrupted && !deleteInterrupted(ctx, b, queue, diags) || !queue.Lost && !deleteQueue(ctx, b, queue, diags) {
		return false
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
	options := rabbitmq.DeleteQueueOptions{}
	if queue.DeletionPolicy != Force {
		// Only classic queues check this themselves, and only for messages that no consumer holds: quorum queues refuse the flag and
		// streams ignore it (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, delete).
		held, err := Holds(ctx, b.Client, &queue)
		options.IfEmpty = queue.Type == queueargs.Classic
		if err != nil {
			kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
			return false
		}
		if held != "" {
			refuse(diags, queue, held)
			return false
		}
	}
	b.View(queue.Vhost).MarkDeleted(topology.Ref{Kind: topology.KindQueue, Name: queue.Name}.Object())
	if err := b.Client.DeleteQueue(ctx, queue.Vhost, queue.Name, options); err != nil {
		if options.IfEmpty && refused(err) {
			refuse(diags, queue, "messages")
			return false
		}
		kit.Unable(diags, "delete", "queue", queue.Vhost, queue.Name, err)
		return false
	}
	b.View(queue.Vhost).With(func(t *topology.VirtualHost) { t.RemoveQueue(queue.Name) })
	return true
}

// counterLag is how long counters may lag behind. Queues report them every 5 s, and the management plugin collects them as often
// (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, tick; docs/management, collect_statistics_interval): up to 8 s were measured.
const counterLag = 11 * time.Second

// Holds says what a queue holds, "" for nothing. Counters lag behind, so that neither 0 nor a number is an answer. A classic
// queue checks itself when it is deleted, but only for messages that no consumer holds. A quorum queue whose counter says 0 is asked,
// and puts the message that it may give back at once. Where that decides nothing, the counters are looked at until they are new.
//
// The queue may not be what the state says: it may have been deleted and declared anew since that was read. Its type and arguments
// become those that it has.
func Holds(ctx context.Context, client *rabbitmq.Client, queue *Prior) (string, error) {
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
		mayAsk := !unanswerable && mayAsk(details.Queue)
		held := ""
		if details.Messages != nil && *details.Messages > 0 {
			held = lastCount(*details.Messages)
		}
		switch {
		case time.Since(began) > counterLag, queue.Type == queueargs.Stream && held != "", queue.Type == queueargs.Classic && held == "":
			return held, nil
		case mayAsk && (queue.Type == queueargs.Classic || held == ""):
			ready, err := client.HasReadyMessage(ctx, queue.Vhost, queue.Name)
			var refused *rabbitmq.APIError
			switch {
			case errors.As(err, &refused):
				unanswerable = true // a single active consumer, or no permission to read
			case err != nil:
				return "", err
			case ready && held == "":
				return "at least one message", nil
			case ready || held == "":
				return held, nil
			}
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func lastCount(messages int64) string {
	if messages == 1 {
		return "1 message at the last count"
	}
	return fmt.Sprintf("%d messages at the last count", messages)
}

// mayAsk reports whether a queue can be asked for a message without harm. Up to RabbitMQ 4.2 a message that a quorum queue gives and takes
// back counts towards the delivery limit, and one that is at its limit is dropped; a stream cannot be asked at all.
func mayAsk(queue rabbitmq.Queue) bool {
	switch queueargs.Type(queue.Type) {
	case queueargs.Classic:
		return true
	case queueargs.Quorum:
		return !limits(queue.Arguments[queueargs.DeliveryLimit.Argument]) && !limits(queue.EffectivePolicyDefinition[queueargs.DeliveryLimit.PolicyKey])
	}
	return false
}

// limits reports whether a message can reach a delivery limit.
func limits(limit any) bool {
	number, set := limit.(json.Number)
	n, err := number.Int64()
	return set && (err != nil || n >= 0 && n < queueargs.NeverReached)
}

func refuse(diags *diag.Diagnostics, queue Prior, held string) {
	empty := "Consume or move them, or set"
	if queue.DelayTier {
		empty = "A delay tier empties itself once nothing enters it any more: wait for the delay, or set"
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
