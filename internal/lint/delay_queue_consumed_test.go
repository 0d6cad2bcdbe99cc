package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDelayQueueConsumed(t *testing.T) {
	const id = "delay_queue_consumed"
	queue := func(tier bool, consumers *int64) *topology.Queue {
		q := queueOf(queueargs.Quorum, "retry.delay.10s.queue", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)})
		q.DelayTier, q.Consumers = tier, consumers
		return q
	}
	none, two := int64(0), int64(2)
	subject := queueRef("retry.delay.10s.queue")
	says(t, expect(t, id, on("4.0.5", queue(true, &two)), subject, "")[0], "2 consumers")
	planned := queue(true, nil)
	planned.Change, planned.Prior = topology.Updated, queue(true, &two)
	expect(t, id, on("4.0.5", planned), subject, "")

	expect(t, id, on("4.0.5", queue(true, &none)), subject)
	expect(t, id, on("4.0.5", queue(true, nil)), subject)
	expect(t, id, on("4.0.5", queue(false, &two)), subject)
}
