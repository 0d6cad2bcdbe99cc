package queuekit

import (
	"context"
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// noWayOn says what becomes of messages of a queue that stays, if its dead letters surely arrive nowhere now: Terraform may have deleted before it
// what takes them on. It is "" if they arrive, if the queue has nothing to dead-letter to, and if that cannot be told.
func noWayOn(ctx context.Context, client *rabbitmq.Client, queue Prior) string {
	t, err := kit.Live(ctx, client, queue.Vhost)
	if err != nil || t == nil {
		return ""
	}
	q := t.Queue(queue.Name)
	if q == nil {
		return ""
	}
	setting, set := t.Effective(q, queueargs.DeadLetterExchange)
	exchange, known := setting.Value.(string)
	if !set || !known {
		return ""
	}
	why := fmt.Sprintf("there is no exchange %q any more", exchange)
	if t.Exchange(exchange) != nil || exchange == "" {
		if _, _, lost := t.LostDeadLetters(q); !lost {
			return ""
		}
		why = fmt.Sprintf("exchange %q takes them to no queue", exchange)
	}
	if kept, _ := t.AtLeastOnce(q); kept {
		return fmt.Sprintf("What expires or is rejected stays in it, since %s.", why)
	}
	return fmt.Sprintf("What expires or is rejected is dropped from now on, since %s.", why)
}
