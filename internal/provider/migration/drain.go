package migration

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/peek"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// underWay is more than a message needs that an exchange has routed, or a node of a cluster to hear of a binding.
const underWay = 3 * time.Second

// pause is how long a queue is left alone between two looks at it.
const pause = 500 * time.Millisecond

// NotEmptyError means that a queue did not become empty in time.
type NotEmptyError struct {
	Vhost, Queue string
	// Messages are those of its last count, of them Unacknowledged held by consumers, and DeadLetters waiting until a queue takes them; nil if
	// there was none.
	Messages, Unacknowledged, DeadLetters *int64
	Err                                   error
}

func (e *NotEmptyError) Error() string {
	held := "messages"
	if e.Messages != nil {
		held = fmt.Sprintf("%d messages at the last count", *e.Messages)
		if e.Unacknowledged != nil && *e.Unacknowledged > 0 {
			held += fmt.Sprintf(", %d of them delivered and not acknowledged", *e.Unacknowledged)
		}
		if e.DeadLetters != nil && *e.DeadLetters > 0 {
			held += fmt.Sprintf(", %d of them dead letters that no queue has confirmed", *e.DeadLetters)
		}
	}
	return fmt.Sprintf("queue %q in vhost %q still holds %s", e.Queue, e.Vhost, held)
}

// Unwrap returns why the migration did not wait longer.
func (e *NotEmptyError) Unwrap() error { return e.Err }

// drain moves messages until their queue is empty, and ends the shovel. quiet is how long the counters have to be looked at before they
// are believed: what consumers hold unacknowledged nothing else tells. A queue that does not exist is empty.
func (m *Migration) drain(ctx context.Context, shovel rabbitmq.Shovel, quiet time.Duration) error {
	for {
		if err := m.Client.PutShovel(ctx, shovel); err != nil {
			return err
		}
		askable, err := m.settle(ctx, shovel, quiet)
		if err != nil {
			return err
		}
		// What it had under way is put back when it ends.
		if err := m.Client.DeleteShovel(ctx, m.Vhost, shovel.Name); err != nil {
			return err
		}
		empty, err := m.isEmpty(ctx, shovel.SourceQueue, askable)
		if err != nil || empty {
			return err
		}
	}
}

// errOvertaken means that another process goes on with the same migration: what is left to do has to be found out anew.
var errOvertaken = errors.New("another process goes on with the migration")

// settle waits until a queue seems to be empty, and reports whether it could be asked. It is not asked while its counter says that
// it holds messages: what is given back has been delivered once more.
func (m *Migration) settle(ctx context.Context, shovel rabbitmq.Shovel, quiet time.Duration) (askable bool, err error) {
	name := shovel.SourceQueue
	var last rabbitmq.QueueDetails
	for began := time.Now(); ; {
		details, err := m.Client.QueueDetails(ctx, m.Vhost, name)
		var missing *rabbitmq.NotFoundError
		switch {
		case errors.As(err, &missing):
			return false, nil
		case err == nil:
			last = details
		case ctx.Err() == nil:
			return false, err
		}
		if time.Since(began) > underWay && m.overtaken(ctx, shovel.Name) {
			return false, errOvertaken
		}
		if err == nil && details.Messages != nil && *details.Messages == 0 && time.Since(began) >= quiet {
			ready, answered, err := m.ready(ctx, details.Queue)
			if err != nil || !ready && (answered || time.Since(began) >= peek.CounterLag) {
				return answered, err
			}
		}
		select {
		case <-ctx.Done():
			return false, &NotEmptyError{Vhost: m.Vhost, Queue: name, Messages: last.Messages, Unacknowledged: last.MessagesUnacknowledged, DeadLetters: last.DeadLetters, Err: ctx.Err()}
		case <-time.After(pause):
		}
	}
}

// overtaken reports whether somebody else has ended the shovel, or moves the messages the other way: in circles, for ever, if nobody gave in.
func (m *Migration) overtaken(ctx context.Context, shovel string) bool {
	names, err := m.Client.Shovels(ctx, m.Vhost)
	if err != nil {
		return false // a slow broker is no rival
	}
	other := out(m.Queue)
	if shovel == other {
		other = back(m.Queue)
	}
	return !slices.Contains(names, shovel) || slices.Contains(names, other)
}

// isEmpty decides, once no shovel moves messages. A queue that cannot be asked is looked at until its counters are new.
func (m *Migration) isEmpty(ctx context.Context, name string, askable bool) (bool, error) {
	if !askable {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(peek.CounterLag):
		}
	}
	details, err := m.Client.QueueDetails(ctx, m.Vhost, name)
	var missing *rabbitmq.NotFoundError
	if errors.As(err, &missing) {
		return true, nil
	}
	if err != nil || details.Messages == nil || *details.Messages > 0 {
		return false, err
	}
	ready, _, err := m.ready(ctx, details.Queue)
	return !ready, err
}

// ready asks a queue whether it has a message. Some cannot be asked: up to RabbitMQ 4.2 a message that a quorum queue gives and takes back
// counts towards its delivery limit, and one with a single active consumer or without the permission to read refuses.
func (m *Migration) ready(ctx context.Context, queue rabbitmq.Queue) (ready, answered bool, err error) {
	row := queueargs.DeliveryLimit
	if peek.Limits(queue.Arguments[row.Argument]) || peek.Limits(queue.EffectivePolicyDefinition[row.PolicyKey]) {
		return false, false, nil
	}
	ready, err = m.Client.HasReadyMessage(ctx, m.Vhost, queue.Name)
	var refused *rabbitmq.APIError
	if errors.As(err, &refused) {
		return false, false, nil
	}
	return ready, err == nil, err
}
