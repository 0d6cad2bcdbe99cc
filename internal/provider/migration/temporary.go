package migration

import (
	"context"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// begin declares the temporary queue: no limit, no TTL. Messages with an expiration of their own expire in it too, and go where
// they would have gone from the queue.
func (m *Migration) begin(ctx context.Context, old rabbitmq.QueueDetails) error {
	if err := m.Client.MayShovel(ctx, m.Vhost); err != nil {
		return err
	}
	v, err := m.Client.Version(ctx)
	if err != nil {
		return err
	}
	arguments := Arguments(m.Queue, v)
	if err := m.deadLetters(ctx, old, arguments); err != nil {
		return err
	}
	_, err = m.Client.DeclareQueue(ctx, m.Vhost, Temporary(m.Queue), rabbitmq.QueueSettings{Durable: true, Arguments: arguments})
	return err
}

// deadLetters adds where the dead letters of a queue go. What the queue says of its policies is some seconds old, so that the policies themselves
// are asked; only if they do not tell which of them is in force does that count.
func (m *Migration) deadLetters(ctx context.Context, old rabbitmq.QueueDetails, arguments queueargs.Arguments) error {
	policies, err := kit.LivePolicies(ctx, m.Client, m.Vhost)
	if err != nil {
		return err
	}
	queue := kit.BrokerQueue(old.Queue)
	for _, row := range []*queueargs.Row{queueargs.DeadLetterExchange, queueargs.DeadLetterRoutingKey} {
		setting, set := policies.Effective(queue, row)
		value := setting.Value
		if set && setting.Unknown() {
			value = old.EffectivePolicyDefinition[row.PolicyKey]
		}
		if value == nil {
			return nil // without an exchange the key means nothing
		}
		arguments[row.Argument] = value
	}
	return nil
}

// Arguments are those of the temporary queue of a queue on a broker of version v, but for where its dead letters go.
func Arguments(queue string, v *version.Version) queueargs.Arguments {
	arguments := queueargs.Render(queueargs.Values{
		queueargs.QueueType.Attribute: string(queueargs.Quorum), queueargs.DeliveryLimit.Attribute: int64(-1),
	}, v)
	arguments[marker] = queue
	return arguments
}
