package migration

import (
	"context"
	"errors"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// way makes the exchange of one of the ways, which leads to a queue.
func (m *Migration) way(ctx context.Context, name, queue string) error {
	if _, err := m.Client.DeclareExchange(ctx, m.Vhost, name, rabbitmq.ExchangeSettings{Type: "fanout", Durable: true}); err != nil {
		return err
	}
	_, err := m.Client.DeclareBinding(ctx, m.Vhost, rabbitmq.Binding{Source: name, Destination: queue, DestinationType: "queue"})
	return err
}

// rebind binds one queue to all that another one is bound to, and then that one to nothing. If the broker refuses one of the bindings, those
// before it are taken back: both queues would get the messages until somebody grants the permission.
func (m *Migration) rebind(ctx context.Context, from, to string) error {
	for {
		bindings, err := m.bindings(ctx, from)
		if err != nil || len(bindings) == 0 {
			return err
		}
		made := make([]rabbitmq.BindingKey, len(bindings))
		for i, b := range bindings {
			b.Destination = to
			var refused *rabbitmq.APIError
			if made[i], err = m.Client.DeclareBinding(ctx, m.Vhost, b); errors.As(err, &refused) {
				return errors.Join(err, m.unbind(ctx, made[:i]))
			} else if err != nil {
				return err
			}
		}
		for i, b := range bindings {
			made[i] = b.Key()
		}
		if err := m.unbind(ctx, made); err != nil {
			return err
		}
	}
}

func (m *Migration) unbind(ctx context.Context, bindings []rabbitmq.BindingKey) error {
	for _, key := range bindings {
		if err := m.Client.DeleteBinding(ctx, m.Vhost, key); err != nil {
			return err
		}
	}
	return nil
}

// bindings are those of a queue, but for the ways.
func (m *Migration) bindings(ctx context.Context, queue string) ([]rabbitmq.Binding, error) {
	all, err := m.Client.QueueBindings(ctx, m.Vhost, queue)
	if err != nil {
		return nil, err
	}
	var others []rabbitmq.Binding
	for _, b := range all {
		if b.Source != out(m.Queue) && b.Source != back(m.Queue) {
			others = append(others, b)
		}
	}
	return others, nil
}
