package migration

import (
	"context"
	"errors"
	"net/http"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/peek"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// empty moves all that a queue holds into the temporary one and deletes it.
func (m *Migration) empty(ctx context.Context, old rabbitmq.Queue) error {
	temporary := Temporary(m.Queue)
	// A shovel that loses its queue declares it anew, with arguments of its own, where it cannot be told not to: each ends before its
	// queue does.
	if err := m.Client.DeleteShovel(ctx, m.Vhost, back(m.Queue)); err != nil {
		return err
	}
	if err := m.way(ctx, out(m.Queue), temporary); err != nil {
		return err
	}
	if err := m.young.ripen(ctx, temporary); err != nil {
		return err
	}
	if err := m.rebind(ctx, m.Queue, temporary); err != nil {
		return err
	}
	shovel := rabbitmq.Shovel{Vhost: m.Vhost, Name: out(m.Queue), SourceQueue: m.Queue, TargetExchange: out(m.Queue)}
	if err := m.drain(ctx, shovel, peek.CounterLag); err != nil {
		return err
	}
	// Another process may have been quicker: then this is the new queue by now.
	there, err := m.Client.QueueDetails(ctx, m.Vhost, m.Queue)
	var missing *rabbitmq.NotFoundError
	switch {
	case errors.As(err, &missing):
		return nil
	case err != nil:
		return err
	case m.Fits(there.Queue):
		return nil
	}
	err = m.Client.DeleteQueue(ctx, m.Vhost, m.Queue, rabbitmq.DeleteQueueOptions{IfEmpty: queueargs.Type(old.Type) == queueargs.Classic})
	var refused *rabbitmq.APIError
	if errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return nil // a message has come by the default exchange
	}
	return err
}

// refill moves all that is in the temporary queue into the wanted one, and deletes what the migration has made. The temporary queue, by
// which it is found, goes last.
func (m *Migration) refill(ctx context.Context, wanted rabbitmq.Queue) error {
	temporary := Temporary(m.Queue)
	if err := m.Client.DeleteShovel(ctx, m.Vhost, out(m.Queue)); err != nil {
		return err
	}
	if err := m.declare(ctx); err != nil {
		return err
	}
	if err := m.way(ctx, back(m.Queue), m.Queue); err != nil {
		return err
	}
	if queueargs.Type(wanted.Type) == queueargs.Quorum {
		if err := m.young.ripen(ctx, m.Queue); err != nil {
			return err
		}
	}
	if err := m.stays(ctx); err != nil {
		return err
	}
	if err := m.rebind(ctx, temporary, m.Queue); err != nil {
		return err
	}
	// Nobody else consumes the temporary queue, but a message that was routed to it a moment ago may still be on its way.
	shovel := rabbitmq.Shovel{Vhost: m.Vhost, Name: back(m.Queue), SourceQueue: temporary, TargetExchange: back(m.Queue)}
	if err := m.drain(ctx, shovel, underWay); err != nil {
		return err
	}
	if err := m.kept(ctx); err != nil {
		return err
	}
	// Another process may have moved messages the other way since.
	if err := Stop(ctx, m.Client, m.Vhost, m.Queue); err != nil {
		return err
	}
	switch empty, err := m.isEmpty(ctx, temporary, true); {
	case err != nil:
		return err
	case !empty:
		return errOvertaken
	}
	return Clear(ctx, m.Client, m.Vhost, m.Queue)
}

// Stop ends the shovels of a queue's migration. The messages are where they were.
func Stop(ctx context.Context, client *rabbitmq.Client, vhost, queue string) error {
	return errors.Join(client.DeleteShovel(ctx, vhost, out(queue)), client.DeleteShovel(ctx, vhost, back(queue)))
}

// Clear deletes what the migration of a queue has made, with the messages in it.
func Clear(ctx context.Context, client *rabbitmq.Client, vhost, queue string) error {
	if err := Stop(ctx, client, vhost, queue); err != nil {
		return err
	}
	for _, name := range []string{out(queue), back(queue)} {
		if err := client.DeleteExchange(ctx, vhost, name); err != nil {
			return err
		}
	}
	return client.DeleteQueue(ctx, vhost, Temporary(queue), rabbitmq.DeleteQueueOptions{})
}
