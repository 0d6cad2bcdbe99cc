package rabbitmq

import (
	"reflect"
	"testing"
	"time"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestAccPoliciesAreListed(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint)
	p := rabbithole.Policy{Pattern: "^q", ApplyTo: "queues", Priority: -3, Definition: rabbithole.PolicyDefinition{"message-ttl": 60000}}
	if _, err := b.Admin(t).PutPolicy(vhost, "ttl", p); err != nil {
		t.Fatal(err)
	}
	o := rabbithole.OperatorPolicy{Pattern: ".*", ApplyTo: "queues", Priority: 7, Definition: rabbithole.PolicyDefinition{"max-length": 10}}
	if _, err := b.Admin(t).PutOperatorPolicy(vhost, "limit", o); err != nil {
		t.Fatal(err)
	}
	policies, err := c.Policies(t.Context(), vhost, false)
	if err != nil || len(policies) != 1 {
		t.Fatalf("%+v, %v", policies, err)
	}
	got := policies[0]
	if got.Name != "ttl" || got.Vhost != vhost || got.Pattern != "^q" || got.ApplyTo != "queues" || got.Priority != -3 || len(got.Definition) != 1 {
		t.Errorf("%+v", got)
	}
	operator, err := c.Policies(t.Context(), vhost, true)
	if err != nil || len(operator) != 1 || operator[0].Name != "limit" || operator[0].Priority != 7 {
		t.Errorf("%+v, %v", operator, err)
	}
	again, err := c.Policies(t.Context(), vhost, false)
	if err != nil || !reflect.DeepEqual(again, policies) {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestAccMessagesAreSeen(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint)
	ctx := t.Context()
	for _, kind := range []string{"classic", "quorum"} {
		t.Run(kind, func(t *testing.T) {
			declareQueue(t, c, vhost, kind, map[string]any{"x-queue-type": kind})
			if has, err := c.HasReadyMessage(ctx, vhost, kind); err != nil || has {
				t.Fatalf("an empty queue: %v, %v", has, err)
			}
			publish(t, c, vhost, kind)
			for range 3 {
				if has, err := c.HasReadyMessage(ctx, vhost, kind); err != nil || !has {
					t.Fatalf("after publishing: %v, %v", has, err)
				}
			}
			// Statistics lag; they arrive within the ten seconds that the broker
			// may take for a new quorum queue.
			deadline := time.Now().Add(20 * time.Second)
			for {
				d, err := c.QueueDetails(ctx, vhost, kind)
				if err != nil {
					t.Fatal(err)
				}
				totals, err := client(t, b, b.Endpoint).QueueTotals(ctx, vhost)
				if err != nil {
					t.Fatal(err)
				}
				if isOne(d.MessagesReady) && isOne(d.Messages) && isOne(totals[kind].Messages) && isNone(d.Consumers) && isNone(totals[kind].Consumers) {
					if d.Type != kind || totals[kind].Name != kind || totals[kind].Type != kind {
						t.Errorf("%+v, %+v", d, totals[kind])
					}
					return
				}
				if time.Now().After(deadline) {
					t.Fatalf("no statistics: %+v, %+v", d, totals[kind])
				}
				time.Sleep(250 * time.Millisecond)
			}
		})
	}
	if _, err := c.HasReadyMessage(ctx, vhost, "gone"); !isNotFound(err) {
		t.Errorf("a queue that is not there: %v", err)
	}
}

func isOne(n *int64) bool  { return n != nil && *n == 1 }
func isNone(n *int64) bool { return n != nil && *n == 0 }

func publish(t *testing.T, c *Client, vhost, queue string) {
	t.Helper()
	path, err := apiPath("exchanges", vhost, exchangeSegment(""), "publish")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.send(t.Context(), "POST", path, map[string]any{
		"routing_key": queue, "payload": "message", "payload_encoding": "string", "properties": map[string]any{},
	})
	if err != nil {
		t.Fatal(err)
	}
}
