package migration

import (
	"context"

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

// rebind binds one queue to all that another one is bound to, and then that one to nothing.
func (m *Migration) rebind(ctx context.Context, from, to string) error {
	for {
		bindings, err := m.bindings(ctx, from)
		if err != nil || len(bindings) == 0 {
			return err
		}
		for _, b := range bindings {
			b.Destination = to
			if _, err := m.Client.DeclareBinding(ctx, m.Vhost, b); err != nil {
				return err
			}
		}
		for _, b := range bindings {
			if err := m.Client.DeleteBinding(ctx, m.Vhost, b.Key()); err != nil {
				return err
			}
		}
	}
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
