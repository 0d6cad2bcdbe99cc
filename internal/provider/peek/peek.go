// Package peek knows which queues can be asked for a message, to see whether they have one, without harm to it.
package peek

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Quorum queues count what comes back from RabbitMQ 4.0 on unless they are told not to, and from 4.3 on only what fails: a message that was
// got and put back is none of those (rabbit_fifo.erl, return_one; measured with thirty gets of one message on 3.10.8, 4.0.5 and 4.3.6).
var (
	limitByDefault = version.Must(version.NewVersion("4.0.0"))
	failuresOnly   = version.Must(version.NewVersion("4.3.0"))
)

// CounterLag is how long counters may lag behind. Queues report them every 5 s, and the management plugin collects them as often
// (rabbit_quorum_queue.erl and rabbit_stream_queue.erl, tick; docs/management, collect_statistics_interval): up to 8 s were measured.
const CounterLag = 11 * time.Second

// MayAsk reports whether a queue can be asked for a message without harm to it. The message is marked as redelivered and keeps its place. Up to
// RabbitMQ 4.2 that counts towards the delivery limit of a quorum queue, and a message that is at its limit is dropped. By default that is 20: a
// message that has come since the last count, and without consumers, has not come back that often. From 4.3 on a message that comes back may
// have to wait before it is delivered again. A stream cannot be asked at all.
func MayAsk(ctx context.Context, client *rabbitmq.Client, v *version.Version, queue rabbitmq.QueueDetails, inUse bool) (bool, error) {
	if queueargs.Type(queue.Type) != queueargs.Quorum {
		return queueargs.Type(queue.Type) == queueargs.Classic, nil
	}
	if queue.Messages != nil {
		return harmless(v, queue.Arguments, queue.EffectivePolicyDefinition, inUse), nil
	}
	// A new queue does not tell yet which policies it has.
	for _, operator := range []bool{false, true} {
		all, err := client.Policies(ctx, queue.Vhost, operator)
		if err != nil {
			return false, err
		}
		for _, p := range all {
			if !harmless(v, nil, p.Definition, inUse) {
				return false, nil
			}
		}
	}
	return harmless(v, queue.Arguments, nil, inUse), nil
}

// harmless reports whether nothing happens to a message that a quorum queue takes back.
func harmless(v *version.Version, arguments, policy map[string]any, inUse bool) bool {
	if v.Core().GreaterThanOrEqual(failuresOnly) {
		delayed := []any{"all", "returned"}
		return !slices.Contains(delayed, arguments[queueargs.DelayedRetryType.Argument]) && !slices.Contains(delayed, policy[queueargs.DelayedRetryType.PolicyKey])
	}
	argument, limited := arguments[queueargs.DeliveryLimit.Argument]
	byPolicy, limitedByPolicy := policy[queueargs.DeliveryLimit.PolicyKey]
	if !limited && !limitedByPolicy {
		return !inUse || v.Core().LessThan(limitByDefault)
	}
	return !Limits(argument) && !Limits(byPolicy)
}

// Limits reports whether a message can reach a delivery limit, as arguments and policies of the broker spell it.
func Limits(limit any) bool {
	number, set := limit.(json.Number)
	n, err := number.Int64()
	return set && (err != nil || n >= 0 && n < queueargs.NeverReached)
}
