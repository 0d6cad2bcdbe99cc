package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// DownError means that the broker lists a queue and answers 404 to all else about it.
type DownError struct {
	// Object describes the queue, Trouble is what the list says of it.
	Object, Trouble string
}

func (e *DownError) Error() string {
	trouble := "cannot be reached"
	if e.Trouble != "" {
		trouble = e.Trouble + " and " + trouble
	}
	return fmt.Sprintf("the broker lists %s, which %s: the node that holds it has to come back first", e.Object, trouble)
}

// confirm asks a list about a queue for which the broker has answered 404: RabbitMQ 3.10
// does not find a classic queue whose node is down, and goes on listing it (seen with two
// nodes of 3.10.8; rabbit_amqqueue.erl, lookup and list_down). The error comes back if the
// queue is not listed either.
func confirm(ctx context.Context, name string, err error, list func(context.Context) ([]Queue, error)) (Queue, error) {
	var missing *NotFoundError
	var gone *VhostNotFoundError
	if !errors.As(err, &missing) || errors.As(err, &gone) {
		return Queue{}, err
	}
	queues, listErr := list(ctx)
	if listErr != nil {
		return Queue{}, listErr
	}
	if i := slices.IndexFunc(queues, func(q Queue) bool { return q.Name == name }); i >= 0 {
		return queues[i], nil
	}
	return Queue{}, err
}
