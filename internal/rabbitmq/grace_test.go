package rabbitmq

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// When the connection goes while a quorum queue is declared, brokers of all versions leave some of them dead: they look well, and answer
// no get and take no message.
func TestAccACancelledDeclarationLeavesNoDeadQueue(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint)
	var finished []string
	for i := range 20 {
		name := fmt.Sprint("q", i)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i)*time.Millisecond, cancel)
		began := time.Now()
		_, _ = c.DeclareQueue(ctx, vhost, name, QueueSettings{Durable: true, Arguments: map[string]any{"x-queue-type": "quorum"}})
		cancel()
		if time.Since(began) < grace { // a broker that is slower than that is cut off
			finished = append(finished, name)
		}
	}
	for _, name := range finished {
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		if _, err := c.Queue(ctx, vhost, name); isNotFound(err) {
			continue
		}
		if _, err := c.HasReadyMessage(ctx, vhost, name); err != nil {
			t.Errorf("%s is dead: %v", name, err)
		}
	}
}
