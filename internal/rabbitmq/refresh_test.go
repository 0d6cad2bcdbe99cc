package rabbitmq

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// populate makes n queues in a vhost, each bound to exchange "e" with its own name.
func populate(t *testing.T, b *acctest.BrokerInfo, vhost string, n int) (keys []BindingKey) {
	t.Helper()
	queues, bindings := make([]any, n), make([]any, n)
	for i := range n {
		name := fmt.Sprintf("q%04d", i)
		none := map[string]any{}
		queues[i] = map[string]any{"name": name, "durable": true, "auto_delete": false, "arguments": map[string]any{"x-message-ttl": 60000}}
		bindings[i] = map[string]any{"source": "e", "destination": name, "destination_type": "queue", "routing_key": name, "arguments": none}
		keys = append(keys, BindingKey{Source: "e", Destination: name, DestinationType: "queue", PropertiesKey: name})
	}
	// One import of everything takes a busy broker longer than any single request.
	c := client(t, b, b.Endpoint, func(cfg *Config) { cfg.RequestTimeout = 2 * time.Minute })
	declareExchange(t, c, vhost, "e", "direct")
	path, err := apiPath("definitions", vhost)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.send(t.Context(), http.MethodPost, path, map[string]any{"queues": queues, "bindings": bindings}); err != nil {
		t.Fatal(err)
	}
	return keys
}

// concurrently reads with ten workers, as Terraform does.
func concurrently[T any](t *testing.T, of []T, read func(context.Context, T) error) {
	t.Helper()
	work := make(chan T)
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for item := range work {
				if err := read(t.Context(), item); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for _, item := range of {
		work <- item
	}
	close(work)
	wg.Wait()
}

func TestAccARefreshOfThousandsMakesFewRequests(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	keys := populate(t, b, vhost, 1000)
	for _, latency := range []time.Duration{0, 20 * time.Millisecond} {
		t.Run(latency.String(), func(t *testing.T) {
			p := acctest.NewFaultProxy(t, b.Endpoint)
			p.SetLatency(latency)
			c := client(t, b, p.URL())
			start := time.Now()
			concurrently(t, keys, func(ctx context.Context, k BindingKey) error {
				q, err := c.Queue(ctx, vhost, k.Destination)
				if err == nil && q.Name != k.Destination {
					err = fmt.Errorf("asked for %s, got %+v", k.Destination, q)
				}
				return err
			})
			concurrently(t, keys, func(ctx context.Context, k BindingKey) error {
				got, err := c.Binding(ctx, vhost, k)
				if err == nil && got.Key() != k {
					err = fmt.Errorf("asked for %+v, got %+v", k, got)
				}
				return err
			})
			if n := p.Requests(); n >= 40 {
				t.Errorf("%d requests: %v", n, p.Log())
			}
			t.Logf("%d requests on %d connections in %s", p.Requests(), p.Connections(), time.Since(start).Round(time.Millisecond))
		})
	}
}

func TestAccALoneReadIsOneRequest(t *testing.T) {
	p, c, vhost := faulty(t)
	p.SetLatency(100 * time.Millisecond)
	if _, err := c.Queue(t.Context(), vhost, "q"); err != nil {
		t.Fatal(err)
	}
	if n := p.Requests(); n != 1 {
		t.Errorf("%d requests: %v", n, p.Log())
	}
}

func TestAccWhatIsWrittenIsReadAfresh(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	keys := populate(t, b, vhost, 20)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	c := client(t, b, p.URL())
	ctx := t.Context()
	list := func(want int) {
		t.Helper()
		queues, err := c.Queues(ctx, vhost)
		if err != nil || len(queues) != want {
			t.Fatalf("%d queues, %v; want %d", len(queues), err, want)
		}
		bindings, err := c.Bindings(ctx, vhost)
		if err != nil || len(bindings) != want {
			t.Fatalf("%d bindings, %v; want %d", len(bindings), err, want)
		}
	}
	requests := func(want int, what string) {
		t.Helper()
		if n := p.Requests(); n != want {
			t.Fatalf("%s: %d requests, want %d: %v", what, n, want, p.Log())
		}
	}
	list(20)
	requests(2, "listing both")
	for _, k := range keys {
		if _, err := c.Queue(ctx, vhost, k.Destination); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Binding(ctx, vhost, k); err != nil {
			t.Fatal(err)
		}
	}
	requests(2, "reading what is listed")

	if err := c.DeleteQueue(ctx, vhost, keys[0].Destination, DeleteQueueOptions{}); err != nil {
		t.Fatal(err)
	}
	declareQueue(t, c, vhost, "new", map[string]any{"x-message-ttl": 1})
	if q, err := c.Queue(ctx, vhost, "new"); err != nil || fmt.Sprint(q.Arguments["x-message-ttl"]) != "1" {
		t.Fatalf("%+v, %v", q, err)
	}
	if _, err := c.Queue(ctx, vhost, keys[0].Destination); !isNotFound(err) {
		t.Fatalf("a deleted queue: %v", err)
	}
	if _, err := c.Binding(ctx, vhost, keys[0]); !isNotFound(err) {
		t.Fatalf("a binding of a deleted queue: %v", err)
	}
	before := p.Requests()
	if _, err := c.Binding(ctx, vhost, keys[1]); err != nil {
		t.Fatal(err)
	}
	requests(before, "a binding that has nothing to do with it")
	key, err := c.DeclareBinding(ctx, vhost, Binding{Source: "e", Destination: "new", DestinationType: "queue", RoutingKey: "new"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Binding(ctx, vhost, key); err != nil {
		t.Fatal(err)
	}
	list(20)
	if err := c.DeleteExchange(ctx, vhost, "e"); err != nil {
		t.Fatal(err)
	}
	if list, err := c.Bindings(ctx, vhost); err != nil || len(list) != 0 {
		t.Errorf("bindings of a deleted exchange: %v, %v", list, err)
	}
}

func TestAccABrokenListingFallsBackToSingleReads(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	keys := populate(t, b, vhost, 100)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	p.SetLatency(20 * time.Millisecond)
	p.On(func(r *http.Request) bool { return r.URL.Path == "/api/bindings/"+vhost }, -1, acctest.Answer(500, "text/plain", ""))
	c := client(t, b, p.URL())
	concurrently(t, keys, func(ctx context.Context, k BindingKey) error {
		_, err := c.Binding(ctx, vhost, k)
		return err
	})
	_, err := c.Bindings(t.Context(), vhost)
	wantWords(t, err, `listing the bindings of vhost "`+vhost+`"`, "500")
}

func TestAccAMissingObjectIsConfirmedSingly(t *testing.T) {
	p, c, vhost := faulty(t)
	if _, err := c.Queues(t.Context(), vhost); err != nil {
		t.Fatal(err)
	}
	b := acctest.Broker(t)
	declareQueue(t, client(t, b, b.Endpoint), vhost, "late", nil)
	if _, err := c.Queue(t.Context(), vhost, "late"); err != nil {
		t.Errorf("a queue made after the listing: %v", err)
	}
	if _, err := c.Queue(t.Context(), vhost, "late"); err != nil || p.Requests() != 2 {
		t.Errorf("%v, %v", err, p.Log())
	}
}
