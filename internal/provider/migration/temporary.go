package migration

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/go-version"

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
	inForce := func(row *queueargs.Row) any {
		if value := old.Arguments[row.Argument]; value != nil {
			return value
		}
		return old.EffectivePolicyDefinition[row.PolicyKey]
	}
	if exchange := inForce(queueargs.DeadLetterExchange); exchange != nil {
		arguments[queueargs.DeadLetterExchange.Argument] = exchange
		if key := inForce(queueargs.DeadLetterRoutingKey); key != nil {
			arguments[queueargs.DeadLetterRoutingKey.Argument] = key
		}
	}
	_, err = m.Client.DeclareQueue(ctx, m.Vhost, Temporary(m.Queue), rabbitmq.QueueSettings{Durable: true, Arguments: arguments})
	return err
}

// Arguments are those of the temporary queue of a queue on a broker of version v, but for where its dead letters go.
func Arguments(queue string, v *version.Version) queueargs.Arguments {
	arguments := queueargs.Render(queueargs.Values{
		queueargs.QueueType.Attribute: string(queueargs.Quorum), queueargs.DeliveryLimit.Attribute: int64(-1),
	}, v)
	arguments[marker] = queue
	return arguments
}

// limits reports whether a message can reach a delivery limit.
func limits(limit any) bool {
	number, set := limit.(json.Number)
	n, err := number.Int64()
	return set && (err != nil || n >= 0 && n < queueargs.NeverReached)
}
