package rabbitmq

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

var oddNames = []string{
	"plain", "a/b", "/", "50%", "%2F", "a+b", "a b", " ", "~", "a~b", "a#b", "?x=1", "user@host", `"quoted" 'name'`, `back\slash`,
	"ünï-ço∂é 队列", "a;b,c&d=e", "{x}[y]<z>", "...", "null", "undefined", "detailed", strings.Repeat("n", 255), strings.Repeat("ü", 127),
}

func TestAccOddNamesGoTheWholeWayRound(t *testing.T) {
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	ctx := t.Context()
	vhost := b.Vhost(t) + " %2F/ü+~#@\"'"
	b.CreateVhost(t, vhost)

	for _, name := range oddNames {
		created, err := c.DeclareQueue(ctx, vhost, name, QueueSettings{Durable: true, Arguments: map[string]any{"x-queue-type": "classic"}})
		if err != nil || !created {
			t.Fatalf("queue %q: created %v, %v", name, created, err)
		}
		if created, err := c.DeclareQueue(ctx, vhost, name, QueueSettings{Durable: true, Arguments: map[string]any{"x-queue-type": "classic"}}); err != nil || created {
			t.Fatalf("queue %q again: created %v, %v", name, created, err)
		}
		q, err := c.Queue(ctx, vhost, name)
		if err != nil || q.Name != name || q.Vhost != vhost || !q.Durable || q.Type != "classic" {
			t.Fatalf("queue %q was read as %+v, %v", name, q, err)
		}
		declareExchange(t, c, vhost, name, "topic")
		e, err := c.Exchange(ctx, vhost, name)
		if err != nil || e.Name != name || e.Type != "topic" || !e.Durable || e.Internal {
			t.Fatalf("exchange %q was read as %+v, %v", name, e, err)
		}
		for _, routingKey := range oddNames {
			if len(routingKey) > 100 {
				continue
			}
			key := bindAndRead(t, c, vhost, Binding{Source: name, Destination: name, DestinationType: "queue", RoutingKey: routingKey})
			if err := c.DeleteBinding(ctx, vhost, key); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Binding(ctx, vhost, key); !isNotFound(err) {
				t.Fatalf("after its deletion %+v was read with %v", key, err)
			}
		}
		for _, routingKey := range []string{"", ".", "..", "a.b", "#"} {
			bindAndRead(t, c, vhost, Binding{Source: name, Destination: name, DestinationType: "exchange", RoutingKey: routingKey})
		}
		if err := errors.Join(c.DeleteQueue(ctx, vhost, name, DeleteQueueOptions{}), c.DeleteExchange(ctx, vhost, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Queue(ctx, vhost, name); !isNotFound(err) {
			t.Fatalf("after its deletion queue %q was read with %v", name, err)
		}
		if _, err := c.Exchange(ctx, vhost, name); !isNotFound(err) {
			t.Fatalf("after its deletion exchange %q was read with %v", name, err)
		}
	}
	// Absent is what was wanted.
	if err := errors.Join(c.DeleteQueue(ctx, vhost, "plain", DeleteQueueOptions{}), c.DeleteExchange(ctx, vhost, "plain"),
		c.DeleteBinding(ctx, vhost, BindingKey{Source: "plain", Destination: "plain", DestinationType: "queue", PropertiesKey: "k"})); err != nil {
		t.Error(err)
	}
	if left, err := c.Bindings(ctx, vhost); err != nil || len(left) != 0 {
		t.Errorf("bindings left: %v, %v", left, err)
	}
}

func bindAndRead(t *testing.T, c *Client, vhost string, want Binding) BindingKey {
	t.Helper()
	key, err := c.DeclareBinding(t.Context(), vhost, want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Binding(t.Context(), vhost, key)
	if err != nil {
		t.Fatal(err)
	}
	want.Vhost, want.PropertiesKey = vhost, key.PropertiesKey
	if want.Arguments == nil {
		want.Arguments = map[string]any{}
	}
	if !reflect.DeepEqual(got, want) || got.Key() != key {
		t.Fatalf("declared %+v, read %+v", want, got)
	}
	return key
}

func TestAccNamesTheRouterWouldResolveAreRefused(t *testing.T) {
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	vhost := b.Vhost(t)
	declareQueue(t, c, vhost, "kept", nil)
	for _, name := range []string{"", ".", ".."} {
		if _, err := c.DeclareQueue(t.Context(), vhost, name, QueueSettings{Durable: true}); err == nil {
			t.Errorf("queue %q was declared", name)
		}
		if err := c.DeleteQueue(t.Context(), vhost, name, DeleteQueueOptions{}); err == nil {
			t.Errorf("deleting queue %q did something", name)
		}
		if _, err := c.Queue(t.Context(), vhost, name); err == nil || isNotFound(err) {
			t.Errorf("reading queue %q: %v", name, err)
		}
	}
}

func TestAccArgumentsKeepTypeAndValue(t *testing.T) {
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	vhost := b.Vhost(t)
	ctx := t.Context()
	arguments := map[string]any{
		"x-queue-type": "classic", "x-max-length": json.Number("9007199254740993"), "x-max-length-bytes": json.Number("9223372036854775807"),
		"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "60000", "x-single-active-consumer": true,
	}
	declareQueue(t, c, vhost, "q", arguments)
	declareQueue(t, c, vhost, "int64", map[string]any{"x-queue-type": "classic", "x-message-ttl": int64(315_360_000_000)})
	check := func(how string) {
		t.Helper()
		q, err := c.Queue(ctx, vhost, "q")
		if err != nil || !reflect.DeepEqual(q.Arguments, arguments) {
			t.Errorf("%s: %v, %v", how, q.Arguments, err)
		}
		q, err = c.Queue(ctx, vhost, "int64")
		if err != nil || q.Arguments["x-message-ttl"] != json.Number("315360000000") {
			t.Errorf("%s: %v, %v", how, q.Arguments, err)
		}
	}
	check("read singly")
	if _, err := c.Queues(ctx, vhost); err != nil {
		t.Fatal(err)
	}
	check("listed")

	declareExchange(t, c, vhost, "headers", "headers")
	nested := map[string]any{
		"x-match": "all", "amount": json.Number("9007199254740993"), "digits": "10", "ready": true,
		"where": map[string]any{"country": "DE", "zip": []any{json.Number("10115"), "10115", false}},
	}
	key := bindAndRead(t, c, vhost, Binding{Source: "headers", Destination: "q", DestinationType: "queue", RoutingKey: "k e/y", Arguments: nested})
	list, err := c.Bindings(ctx, vhost)
	if err != nil || len(list) != 1 || list[0].Key() != key || !reflect.DeepEqual(list[0].Arguments, nested) {
		t.Errorf("listed %+v, %v", list, err)
	}
}

func TestAccExchangeFlagsAreDeclared(t *testing.T) {
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	vhost := b.Vhost(t)
	want := Exchange{
		Vhost: vhost, Name: "inner", Type: "fanout", Internal: true, AutoDelete: true,
		Arguments: map[string]any{"alternate-exchange": "amq.direct"},
	}
	s := ExchangeSettings{Type: "fanout", Internal: true, AutoDelete: true, Arguments: want.Arguments}
	if created, err := c.DeclareExchange(t.Context(), vhost, "inner", s); err != nil || !created {
		t.Fatal(created, err)
	}
	if created, err := c.DeclareExchange(t.Context(), vhost, "inner", s); err != nil || created {
		t.Fatal(created, err)
	}
	if got, err := c.Exchange(t.Context(), vhost, "inner"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if e, err := c.Exchange(t.Context(), vhost, ""); err != nil || e.Name != "" || e.Type != "direct" {
		t.Errorf("the default exchange: %+v, %v", e, err)
	}
}

func TestAccOverviewAndVersion(t *testing.T) {
	b := acctest.Broker(t)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	c := client(t, b, p.URL()+"/api/")
	for range 3 {
		o, err := c.Overview(t.Context())
		if err != nil || !o.HasExchangeType("topic") || o.HasExchangeType("x-delayed-message") || o.Objects.Exchanges < 7 {
			t.Fatalf("%+v, %v", o, err)
		}
		v, err := c.Version(t.Context())
		if err != nil || v.Segments()[0] < 3 || !strings.HasPrefix(o.RabbitMQVersion, v.String()) {
			t.Fatalf("%v, %v", v, err)
		}
	}
	if n := p.Requests(); n != 1 {
		t.Errorf("%d requests: %v", n, p.Log())
	}
}

func TestAccAVhostNamedDetailedHasOnlyItsOwnQueues(t *testing.T) {
	b := acctest.Broker(t)
	c := client(t, b, b.Endpoint)
	declareQueue(t, c, b.Vhost(t), "elsewhere", nil)
	b.CreateVhost(t, "detailed")
	declareQueue(t, c, "detailed", "q", nil)
	list, err := c.Queues(t.Context(), "detailed")
	if err != nil || len(list) != 1 || list[0].Name != "q" {
		t.Errorf("%+v, %v", list, err)
	}
}
