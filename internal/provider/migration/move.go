package migration

import (
	"context"
	"errors"
	"net/http"

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
	if err := m.rebind(ctx, m.Queue, temporary); err != nil {
		return err
	}
	shovel := rabbitmq.Shovel{Vhost: m.Vhost, Name: out(m.Queue), SourceQueue: m.Queue, TargetExchange: out(m.Queue)}
	if err := m.drain(ctx, shovel, counterLag); err != nil {
		return err
	}
	err := m.Client.DeleteQueue(ctx, m.Vhost, m.Queue, rabbitmq.DeleteQueueOptions{IfEmpty: queueargs.Type(old.Type) == queueargs.Classic})
	var refused *rabbitmq.APIError
	if errors.As(err, &refused) && refused.Status == http.StatusBadRequest {
		return nil // a message has come by the default exchange
	}
	return err
}

// refill moves all that is in the temporary queue into the wanted one, and deletes what the migration has made. The temporary queue, by
// which it is found, goes last.
func (m *Migration) refill(ctx context.Context) error {
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
	if err := m.rebind(ctx, temporary, m.Queue); err != nil {
		return err
	}
	// Nobody else consumes the temporary queue.
	shovel := rabbitmq.Shovel{Vhost: m.Vhost, Name: back(m.Queue), SourceQueue: temporary, TargetExchange: back(m.Queue)}
	if err := m.drain(ctx, shovel, 0); err != nil {
		return err
	}
	return m.clear(ctx)
}

// clear deletes what a migration has made.
func (m *Migration) clear(ctx context.Context) error {
	for _, name := range []string{out(m.Queue), back(m.Queue)} {
		if err := m.Client.DeleteShovel(ctx, m.Vhost, name); err != nil {
			return err
		}
		if err := m.Client.DeleteExchange(ctx, m.Vhost, name); err != nil {
			return err
		}
	}
	return m.Client.DeleteQueue(ctx, m.Vhost, Temporary(m.Queue), rabbitmq.DeleteQueueOptions{})
}
