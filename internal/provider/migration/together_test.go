package migration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Two applies that find the same queue to migrate get into each other's way, but both come to an end, with every message.
func TestAccTwoMigrationsOfOneQueueComeToTheSameEnd(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "q")
	b.Bind(t, vhost, "amq.topic", "k", "q")
	const n = 20
	for i := range n {
		b.Publish(t, vhost, "q", fmt.Sprint("message ", i))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	defer cancel()
	ended := make(chan error, 2)
	for i := range 2 {
		client, err := rabbitmq.New(rabbitmq.Config{Endpoint: b.Endpoint, Username: b.Username, Password: b.Password})
		if err != nil {
			t.Fatal(err)
		}
		m := Migration{
			Client: client, Vhost: vhost, Queue: "q",
			Fits: func(q rabbitmq.Queue) bool { return q.Type == "quorum" },
			Declare: func(ctx context.Context) error {
				_, err := client.DeclareQueue(ctx, vhost, "q", rabbitmq.QueueSettings{Durable: true, Arguments: map[string]any{"x-queue-type": "quorum"}})
				return err
			},
		}
		go func() {
			time.Sleep(time.Duration(i) * 13 * time.Second) // the first is about to delete the old queue
			ended <- m.Run(ctx)
		}()
	}
	if err := errors.Join(<-ended, <-ended); err != nil {
		t.Fatal(err)
	}
	var messages []struct{ Payload string }
	if err := json.Unmarshal(b.API(t, http.MethodPost, `{"count":1000,"ackmode":"ack_requeue_false","encoding":"auto"}`, "queues", vhost, "q", "get"), &messages); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, m := range messages {
		found[m.Payload] = true
	}
	if len(found) != n {
		t.Errorf("the queue holds %d of %d messages: %v", len(found), n, found)
	}
	if got := b.Bindings(t, vhost, "q"); len(got) != 1 {
		t.Errorf("the queue has the bindings %q", got)
	}
	for _, kind := range [][]string{{"queues", vhost}, {"exchanges", vhost}, {"parameters", "shovel", vhost}} {
		if answer := string(b.API(t, http.MethodGet, "", kind...)); strings.Contains(answer, "migration-") {
			t.Errorf("%v: something is left over: %s", kind, answer)
		}
	}
}
