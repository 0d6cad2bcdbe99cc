package kit

import (
	"context"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// singleCounts is how many queues are asked for their message counts one by one before all are listed: counts need statistics,
// whose list costs about a third of a millisecond per queue of the virtual host.
const singleCounts = 8

// Counts returns the message and consumer counts of a queue, as far as the broker has them: nil where it does not. They are
// what its statistics say, which lag behind by up to 5 s on quorum queues.
func (v *View) Counts(ctx context.Context, client *rabbitmq.Client, vhost, name string) (messages, consumers *int64) {
	v.mu.Lock()
	v.asked++
	list := v.asked > singleCounts && v.totals == nil
	totals := v.totals
	v.mu.Unlock()
	if list {
		if read, err := client.QueueTotals(ctx, vhost); err == nil {
			v.mu.Lock()
			v.totals = read
			totals = read
			v.mu.Unlock()
		}
	}
	details, known := totals[name]
	if !known {
		var err error
		if details, err = client.QueueDetails(ctx, vhost, name); err != nil {
			return nil, nil
		}
	}
	return details.Messages, details.Consumers
}
