package acctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// Patience is how long a test waits for something that must happen.
const Patience = 20 * time.Second

// Eventually waits until something holds; what says what that is.
func Eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(Patience); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not so after %s", what, Patience)
		}
	}
}

type boundTo struct {
	Source          string `json:"source"`
	Destination     string `json:"destination"`
	DestinationType string `json:"destination_type"`
	RoutingKey      string `json:"routing_key"`
}

// Bindings lists the bindings that lead to a queue, each as "source routing-key", sorted. The one from the default exchange,
// which every queue has, is left out.
func (b *BrokerInfo) Bindings(t testing.TB, vhost, queue string) []string {
	t.Helper()
	var list []boundTo
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", "bindings", vhost), &list); err != nil {
		t.Fatal(err)
	}
	keys := []string{}
	for _, l := range list {
		if l.Source != "" && l.DestinationType == "queue" && l.Destination == queue {
			keys = append(keys, l.Source+" "+l.RoutingKey)
		}
	}
	slices.Sort(keys)
	return keys
}

// Exchange declares a durable exchange.
func (b *BrokerInfo) Exchange(t testing.TB, vhost, name, kind string) {
	t.Helper()
	b.API(t, http.MethodPut, `{"durable":true,"type":`+HCL(kind)+`}`, "exchanges", vhost, name)
}

// Bind binds a queue to an exchange, without arguments.
func (b *BrokerInfo) Bind(t testing.TB, vhost, exchange, key, queue string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"routing_key": key, "arguments": map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	b.API(t, http.MethodPost, string(body), "bindings", vhost, "e", exchange, "q", queue)
}

// Unbind removes the bindings from an exchange to a queue.
func (b *BrokerInfo) Unbind(t testing.TB, vhost, exchange, queue string) {
	t.Helper()
	var list []struct {
		PropertiesKey string `json:"properties_key"`
	}
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", "bindings", vhost, "e", exchange, "q", queue), &list); err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		b.API(t, http.MethodDelete, "", "bindings", vhost, "e", exchange, "q", queue, l.PropertiesKey)
	}
}

// Counted waits until the statistics of a queue, which lag, say that it holds so many messages.
func (b *BrokerInfo) Counted(t testing.TB, vhost, queue string, messages int) {
	t.Helper()
	Eventually(t, "the statistics count the messages of queue "+queue, func() bool {
		var q struct {
			Messages *int `json:"messages"`
		}
		if err := json.Unmarshal(b.API(t, http.MethodGet, "", "queues", vhost, queue), &q); err != nil {
			t.Fatal(err)
		}
		return q.Messages != nil && *q.Messages == messages
	})
}

// Bound requires that the bindings to a queue, as Bindings lists them, are exactly these.
func (b *BrokerInfo) Bound(t testing.TB, vhost, queue string, want ...string) func(*terraform.State) error {
	return func(*terraform.State) error {
		slices.Sort(want)
		if got := b.Bindings(t, vhost, queue); !slices.Equal(got, want) {
			return fmt.Errorf("queue %q has the bindings %q, not %q", queue, got, want)
		}
		return nil
	}
}

// Through requires that an exchange is bound to another, once.
func (b *BrokerInfo) Through(t testing.TB, vhost, source, destination string) func(*terraform.State) error {
	return func(*terraform.State) error {
		var list []any
		if err := json.Unmarshal(b.API(t, http.MethodGet, "", "bindings", vhost, "e", source, "e", destination), &list); err != nil || len(list) != 1 {
			return fmt.Errorf("exchange %q has %d bindings to %q: %w", source, len(list), destination, err)
		}
		return nil
	}
}
