package queuekit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// guarded creates a queue that is deleted only if it is empty. destroy tries to delete it in a run of its own and returns the error.
func guarded(t *testing.T, b *acctest.BrokerInfo, vhost string, config pt.Object) (destroy func() string) {
	t.Helper()
	run := func() *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	state := run().Create("rabbitmq_queue", config)
	return func() string {
		for _, d := range run().Destroy(state) {
			if d.Severity == "error" {
				return d.Summary + ": " + d.Detail
			}
		}
		return ""
	}
}

func queueOf(queueType queueargs.Type) pt.Object {
	return pt.Object{"name": "q", "type": string(queueType), "durable": true, "auto_delete": false, "deletion_policy": "if_empty", "settings_in": "arguments"}
}

// What a consumer holds is not ready, and counters do not tell it for some seconds: a classic queue calls itself empty, and a quorum queue has
// nothing to give.
func TestAccAMessageThatAConsumerHasJustBeenGivenIsNotLost(t *testing.T) {
	b := acctest.Broker(t)
	for _, queueType := range []queueargs.Type{queueargs.Classic, queueargs.Quorum} {
		t.Run(string(queueType), func(t *testing.T) {
			t.Parallel()
			vhost := b.Vhost(t)
			destroy := guarded(t, b, vhost, queueOf(queueType))
			deliveries, err := b.Channel(t, vhost).ConsumeWithContext(t.Context(), "q", "", false, false, false, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			acctest.Eventually(t, "the consumer is counted", func() bool { return counted(t, b, vhost, "consumers") == 1 })
			b.Publish(t, vhost, "q", "held")
			delivery := <-deliveries
			if refused := destroy(); !strings.Contains(refused, `Queue "q" is not empty`) {
				t.Fatalf("what the consumer holds is lost: %q", refused)
			}
			if err := delivery.Ack(false); err != nil {
				t.Fatal(err)
			}
			if refused := destroy(); refused != "" || b.Exists(t, "queues", vhost, "q") {
				t.Errorf("an empty queue with a consumer was not deleted: %q", refused)
			}
		})
	}
}

// A classic queue tells itself that a consumer has come which is not counted yet.
func TestAccAMessageOfAConsumerThatHasJustComeIsNotLost(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	destroy := guarded(t, b, vhost, queueOf(queueargs.Classic))
	deliveries, err := b.Channel(t, vhost).ConsumeWithContext(t.Context(), "q", "", false, false, false, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Publish(t, vhost, "q", "held")
	<-deliveries
	if refused := destroy(); !strings.Contains(refused, `Queue "q" is not empty`) {
		t.Errorf("what the consumer holds is lost: %q", refused)
	}
}

// A quorum queue is asked for a message, which RabbitMQ 4.0 to 4.2 count as a return: the limit is 20 there, if nobody sets one.
func TestAccTwentyRefusedDeletionsInARowDropNoMessage(t *testing.T) {
	b := acctest.Broker(t)
	for name, set := range map[string]pt.Object{"no limit": nil, "a limit of 1": {"delivery_limit": 1}, "every return delayed": {"delayed_retry": pt.Object{"type": "all", "min": "10m"}}} {
		if name == "every return delayed" && !b.AtLeast(t, "4.3.0") {
			continue // there is no such thing
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vhost := b.Vhost(t)
			config := queueOf(queueargs.Quorum)
			for attribute, value := range set {
				config[attribute] = value
			}
			destroy := guarded(t, b, vhost, config)
			b.Publish(t, vhost, "q", "kept")
			for i := range 20 {
				if refused := destroy(); !strings.Contains(refused, `Queue "q" is not empty`) {
					t.Fatalf("after %d: %q", i, refused)
				}
				if set != nil {
					break // it is not asked, and waited for each time
				}
			}
			if got, ok, err := b.Channel(t, vhost).Get("q", true); err != nil || !ok || string(got.Body) != "kept" {
				t.Errorf("the message is gone, or cannot be had: %t, %v", ok, err)
			}
		})
	}
}

func counted(t *testing.T, b *acctest.BrokerInfo, vhost, counter string) int {
	t.Helper()
	var q map[string]any
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", "queues", vhost, "q"), &q); err != nil {
		t.Fatal(err)
	}
	n := 0
	if _, err := fmt.Sscan(fmt.Sprint(q[counter]), &n); err != nil {
		return 0
	}
	return n
}
