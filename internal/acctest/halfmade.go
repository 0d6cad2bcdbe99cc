package acctest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// HalfMade leaves a quorum queue half made: it is listed and takes no message. Brokers of all series end a declaration on its way when its
// connection goes; some of those leave such a queue, with a member that waits for a leader or, more rarely, without any that runs. Those that
// tell have the former.
func (b *BrokerInfo) HalfMade(t testing.TB, vhost, name string) {
	t.Helper()
	for range 200 {
		b.declareAndLeave(t, vhost, name, rand.N(30*time.Millisecond))
		time.Sleep(100 * time.Millisecond)
		if !b.Exists(t, "queues", vhost, name) {
			continue
		}
		if err := Probe(t, b.Channel(t, vhost), name); errors.Is(err, context.DeadlineExceeded) {
			status, answer := b.Try(t, http.MethodGet, "", "queues", "quorum", vhost, name, "status")
			waits := !b.AtLeast(t, "3.13.7") || status == http.StatusOK && strings.Contains(string(answer), "follower")
			// Sometimes the broker goes on counting for an earlier queue of the name.
			counted := strings.Contains(string(b.API(t, http.MethodGet, "", "queues", vhost, name)), `"messages":`)
			if waits && !counted {
				return
			}
		}
		b.API(t, http.MethodDelete, "", "queues", vhost, name)
	}
	t.Fatal("no declaration that was cut has left a queue half made")
}

func (b *BrokerInfo) declareAndLeave(t testing.TB, vhost, name string, after time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	status, _, err := b.request(ctx, http.MethodPut, `{"durable":true,"arguments":{"x-queue-type":"quorum"}}`, "queues", vhost, name)
	if err == nil && status >= http.StatusBadRequest {
		t.Fatalf("declaring queue %s: the broker answered %d", name, status)
	}
}

// Probe sends a message to a queue and takes it out again. The channel is of no more use if that fails.
func Probe(t testing.TB, channel *amqp.Channel, queue string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := channel.Confirm(false); err != nil {
		return err
	}
	confirmed, err := channel.PublishWithDeferredConfirmWithContext(ctx, "", queue, true, false, amqp.Publishing{Body: []byte("probe")})
	if err != nil {
		return err
	}
	if taken, err := confirmed.WaitContext(ctx); !taken || err != nil {
		return fmt.Errorf("confirmed %t: %w", taken, err)
	}
	if n, err := channel.QueuePurge(queue, false); err != nil || n != 1 {
		return fmt.Errorf("%d messages came through: %w", n, err)
	}
	return nil
}
