package rabbitmq

import (
	"context"
	"net/http"
	"time"
)

// grace is how long a write that is under way may go on when its operation is cancelled.
const grace = 500 * time.Millisecond

// finishing returns the context of a request. A write is let finish for a moment: RabbitMQ ends the declaration of a quorum queue half way
// when the connection goes (seen on 3.10.8 and 4.3.6), and leaves a queue that looks well and takes no message.
func finishing(req *http.Request) (context.Context, context.CancelFunc) {
	caller := req.Context()
	if req.Method == http.MethodGet {
		return caller, func() {}
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(caller))
	stop := context.AfterFunc(caller, func() {
		select {
		case <-time.After(grace):
			cancel(context.Cause(caller))
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
