// Package migration replaces a queue by another one of the same name and keeps its messages: they wait in a temporary queue while the old
// one is deleted and the new one declared. Dynamic shovels move them inside the broker.
//
// What has been done is read off the broker, not off a record of it: the temporary queue is there from the first step to the last, its
// name follows from that of the queue, and its bindings are those of the queue. So whoever comes next, after the process was killed or the
// broker restarted, goes on from there. Each step can be done again.
//
// A message is at any moment in one of the queues, or on its way with a copy left behind. An exchange leads to the temporary queue before
// it leads to the old one no more, and to the new one before it leads to the temporary one no more: in between, and when a shovel ends
// before it has heard of a confirmation, there are two copies.
package migration

import (
	"context"
	"errors"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Migration replaces one queue. Its functions are called in one goroutine.
type Migration struct {
	Client       *rabbitmq.Client
	Vhost, Queue string
	// Fits reports whether a queue that the broker has under the name is the wanted one.
	Fits func(rabbitmq.Queue) bool
	// Declare declares the wanted queue. That it exists already is a success.
	Declare func(context.Context) error

	declared bool
	young    young
}

// Run does what is left to do, from wherever the migration is. It leaves nothing behind when it succeeds. An error leaves the messages where
// they are, and another Run goes on.
func (m *Migration) Run(ctx context.Context) error {
	for {
		found, err := m.look(ctx)
		if err != nil {
			return err
		}
		switch next(found.temporary, found.queue != nil, found.fits) {
		case begin:
			err = m.begin(ctx, *found.queue)
		case empty:
			err = m.empty(ctx, found.queue.Queue)
		case declare:
			err = m.declare(ctx)
		case refill:
			err = m.refill(ctx, found.queue.Queue)
		case done:
			return m.declare(ctx)
		}
		if err != nil && !errors.Is(err, errOvertaken) {
			return err
		}
	}
}

// found is what the broker has of a migration.
type found struct {
	temporary, fits bool
	// queue is nil if there is none of the name.
	queue *rabbitmq.QueueDetails
}

func (m *Migration) look(ctx context.Context) (f found, err error) {
	var missing *rabbitmq.NotFoundError
	queue, err := m.Client.QueueDetails(ctx, m.Vhost, m.Queue)
	if err == nil {
		f.queue, f.fits = &queue, m.Fits(queue.Queue)
	} else if !errors.As(err, &missing) {
		return f, err
	}
	m.young.see(m.Queue, f.fits)
	temporary, err := m.Client.QueueDetails(ctx, m.Vhost, Temporary(m.Queue))
	switch {
	case errors.As(err, &missing):
		return f, nil
	case err != nil:
		return f, err
	case !IsTemporary(temporary.Queue, m.Queue):
		return f, &NameTakenError{Vhost: m.Vhost, Name: temporary.Name, Queue: m.Queue}
	}
	f.temporary = true
	m.young.see(temporary.Name, true)
	return f, nil
}

// declare declares the queue once, although it may be there: whoever declares it also sees to what belongs to it.
func (m *Migration) declare(ctx context.Context) error {
	if m.declared {
		return nil
	}
	m.declared = true
	return m.Declare(ctx)
}
