package objectset

import (
	"context"
	"errors"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// holds says what a queue holds, "" for nothing. A single classic queue checks itself when it is deleted. Here others would be deleted beside
// it, that its messages need, so that it is asked before.
func (a *applier) holds(ctx context.Context, q Existing) (string, error) {
	prior := q.prior(queuekit.IfEmpty)
	held, err := queuekit.Holds(ctx, a.base.Client, &prior)
	if err != nil || held != "" || prior.Type != queueargs.Classic {
		return held, err
	}
	ready, err := a.base.Client.HasReadyMessage(ctx, a.Vhost, q.Name)
	var refused *rabbitmq.APIError
	switch {
	case missing(err), errors.As(err, &refused): // it is gone, or has a single active consumer
		return "", nil
	case ready:
		return "at least one message", err
	}
	return "", err
}
