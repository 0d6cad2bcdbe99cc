package queuekit

import (
	"context"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// unborn reports whether a quorum queue was left half made by a broker that was killed. It counts as gone, so that the plan makes it again:
// its declaration deletes it first.
func unborn(ctx context.Context, b *kit.Base, vhost, name string) (bool, error) {
	queues, err := b.Client.UnbornQueues(ctx, vhost)
	return queues[name], err
}

// DeleteUnborn deletes a queue that the state does not have because it was half made. It leaves one that somebody has declared since.
func DeleteUnborn(ctx context.Context, b *kit.Base, vhost, name string) error {
	is, err := b.Client.Unborn(ctx, vhost, name)
	if err != nil || !is {
		return err
	}
	return b.Client.DeleteQueue(ctx, vhost, name, rabbitmq.DeleteQueueOptions{})
}
