package rabbitmq

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// faulty gives a vhost with a queue "q" and a client that reaches it through a proxy.
func faulty(t *testing.T, change ...func(*Config)) (p *acctest.FaultProxy, c *Client, vhost string) {
	t.Helper()
	b := acctest.Broker(t)
	vhost = b.Vhost(t)
	declareQueue(t, client(t, b, b.Endpoint), vhost, "q", nil)
	p = acctest.NewFaultProxy(t, b.Endpoint)
	return p, client(t, b, p.URL(), change...), vhost
}

func TestAccWaitsForABrokerThatStarts(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	p.Down()
	time.AfterFunc(1500*time.Millisecond, p.Up)
	start := time.Now()
	if _, err := c.Queue(t.Context(), vhost, "q"); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d < 1500*time.Millisecond {
		t.Errorf("it took %s", d)
	}
}

func TestAccGivesUpOnABrokerThatIsDown(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t, func(cfg *Config) { cfg.MaxRetries = 1 })
	p.Down()
	_, err := c.Queue(t.Context(), vhost, "q")
	wantWords(t, err, `reading queue "q" in vhost "`, "GET /api/queues/", "connection refused", "2 attempts")
	p.Up()
}

func TestAccRepeatsWhatMaySucceedLater(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]acctest.Fault{
		"503":                  acctest.Answer(503, "text/html", "<html>Service Unavailable</html>"),
		"429 with Retry-After": acctest.Answer(429, "text/plain", "slow down", "Retry-After", "2"),
		"500":                  acctest.Answer(500, "text/plain", ""),
		"dropped":              acctest.Drop(false),
		"cut in the middle":    acctest.Cut(20),
		"cut before the body":  acctest.Cut(0),
	} {
		t.Run(name, func(t *testing.T) {
			p, c, vhost := faulty(t)
			p.On(acctest.Request("GET", "/queues/"), 1, fault)
			start := time.Now()
			q, err := c.Queue(t.Context(), vhost, "q")
			if err != nil || q.Name != "q" {
				t.Fatalf("%+v, %v", q, err)
			}
			if n := p.Requests(); n != 2 {
				t.Errorf("%d requests: %v", n, p.Log())
			}
			if d := time.Since(start); strings.Contains(name, "Retry-After") && d < 2*time.Second {
				t.Errorf("Retry-After of 2 s was not honoured: %s", d)
			}
		})
	}
}

func TestAccAnAnswerOfAGatewayIsQuoted(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t, func(cfg *Config) { cfg.MaxRetries = -1 })
	p.On(acctest.Any, 1, acctest.Answer(502, "text/html", "<html><h1>Bad Gateway</h1></html>"))
	_, err := c.Queue(t.Context(), vhost, "q")
	wantWords(t, err, "502", "Bad Gateway", "is the broker running")
}

func TestAccAPersistent500EndsSoon(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	p.On(acctest.Any, -1, acctest.Answer(500, "text/plain", ""))
	start := time.Now()
	_, err := c.DeclareQueue(t.Context(), vhost, "new", QueueSettings{Durable: true})
	wantWords(t, err, `declaring queue "new"`, "500 Internal Server Error", "PUT /api/queues/")
	if d := time.Since(start); d > 5*time.Second || p.Requests() != 2 {
		t.Errorf("%s, %v", d, p.Log())
	}
}

func TestAccWritesWhoseAnswerIsLostAreRepeated(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	ctx := t.Context()
	p.On(acctest.Request("PUT", "/queues/"), 1, acctest.Drop(true))
	created, err := c.DeclareQueue(ctx, vhost, "new", QueueSettings{Durable: true})
	if err != nil || created {
		t.Errorf("declaring: created %v, %v", created, err)
	}
	declareExchange(t, c, vhost, "e", "direct")
	p.On(acctest.Request("POST", "/bindings/"), 1, acctest.Drop(true))
	key, err := c.DeclareBinding(ctx, vhost, Binding{Source: "e", Destination: "new", DestinationType: "queue", RoutingKey: "k"})
	if err != nil || key.PropertiesKey != "k" {
		t.Errorf("binding: %+v, %v", key, err)
	}
	p.On(acctest.Request("DELETE", "/queues/"), 1, acctest.Drop(true))
	if err := c.DeleteQueue(ctx, vhost, "new", DeleteQueueOptions{}); err != nil {
		t.Errorf("deleting: %v", err)
	}
	if _, err := c.Queue(ctx, vhost, "new"); !isNotFound(err) {
		t.Errorf("reading: %v", err)
	}
}

func TestAccAHangEndsWithTheRequestTimeout(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t, func(cfg *Config) { cfg.RequestTimeout = 500 * time.Millisecond })
	p.On(acctest.Request("PUT", "/queues/"), -1, acctest.Hang())
	start := time.Now()
	_, err := c.DeclareQueue(t.Context(), vhost, "new", QueueSettings{Durable: true})
	wantWords(t, err, `declaring queue "new" in vhost "`+vhost+`"`, "PUT /api/queues/"+vhost+"/new", "request timeout of 500ms")
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("it took %s", d)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it looks like a deadline of the caller: %v", err)
	}
}

func TestAccCancellationReachesTheWire(t *testing.T) {
	t.Parallel()
	type call func(*Client, context.Context, string) error
	for name, do := range map[string]call{
		"write": func(c *Client, ctx context.Context, vhost string) error {
			_, err := c.DeclareQueue(ctx, vhost, "new", QueueSettings{Durable: true})
			return err
		},
		"read": func(c *Client, ctx context.Context, vhost string) error {
			_, err := c.Queue(ctx, vhost, "q")
			return err
		},
		"list": func(c *Client, ctx context.Context, vhost string) error {
			_, err := c.Queues(ctx, vhost)
			return err
		},
		"overview": func(c *Client, ctx context.Context, _ string) error {
			_, err := c.Overview(ctx)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, c, vhost := faulty(t)
			p.On(acctest.Any, -1, acctest.Hang())
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(300*time.Millisecond, cancel)
			start := time.Now()
			err := do(c, ctx, vhost)
			if d := time.Since(start); d > time.Second || !errors.Is(err, context.Canceled) {
				t.Errorf("after %s: %v", d, err)
			}
		})
		t.Run(name+" while it waits to try again", func(t *testing.T) {
			p, c, vhost := faulty(t)
			p.On(acctest.Any, -1, acctest.Answer(503, "text/plain", "", "Retry-After", "20"))
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			start := time.Now()
			err := do(c, ctx, vhost)
			if d := time.Since(start); d > time.Second || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("after %s: %v", d, err)
			}
			wantWords(t, err, "deadline")
		})
	}
}

func TestAccWhatIsNotRabbitMQIsSaidToBe(t *testing.T) {
	t.Parallel()
	const page = "<html>\n<head><title>Welcome to nginx!</title></head>"
	for name, fault := range map[string]acctest.Fault{
		"HTML page":         acctest.Answer(200, "text/html", page),
		"HTML 404":          acctest.Answer(404, "text/html", page),
		"plain 404":         acctest.Answer(404, "text/plain", "404 page not found"),
		"empty 404":         acctest.Answer(404, "text/plain", ""),
		"empty answer":      acctest.Answer(200, "application/json", ""),
		"redirect":          acctest.Answer(302, "text/html", "", "Location", "https://login.example/"),
		"another JSON API":  acctest.Answer(404, "application/json", `{"message":"no Route matched with those values"}`),
		"another JSON, 200": acctest.Answer(200, "application/json", `{"status":"ok"}`),
	} {
		t.Run(name, func(t *testing.T) {
			p, c, vhost := faulty(t)
			p.On(acctest.Any, -1, fault)
			_, readErr := c.Queue(t.Context(), vhost, "gone")
			_, bindingErr := c.Binding(t.Context(), vhost, BindingKey{Source: "e", Destination: "q", DestinationType: "queue", PropertiesKey: "k"})
			_, overviewErr := c.Overview(t.Context())
			deleteErr := c.DeleteExchange(t.Context(), vhost, "gone")
			for what, err := range map[string]error{"reading": readErr, "reading a binding": bindingErr, "overview": overviewErr, "deleting": deleteErr} {
				if err == nil || isNotFound(err) {
					t.Errorf("%s: %v", what, err)
					continue
				}
				if !strings.Contains(err.Error(), "management API") {
					t.Errorf("%s: the error does not say what is wrong: %v", what, err)
				}
			}
		})
	}
}

func TestAccAWrongPrefixIsNoDeletion(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint+"/wrong/prefix")
	_, err := c.Queue(t.Context(), vhost, "q")
	if isNotFound(err) {
		t.Errorf("reading: %v", err)
	}
	wantWords(t, err, "/wrong/prefix/api/overview", "Check the endpoint")
	if err := c.DeleteQueue(t.Context(), vhost, "q", DeleteQueueOptions{}); err == nil {
		t.Error("deleting succeeded")
	}
}

func TestAccConnectionsAreKept(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	for range 20 {
		declareQueue(t, c, vhost, "again", nil)
		if _, err := c.QueueDetails(t.Context(), vhost, "q"); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.Connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

func TestAccHeadersAreSent(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t, func(cfg *Config) {
		cfg.Headers = map[string]string{"x-tenant": "payments"}
		cfg.UserAgent = "acceptance/1"
	})
	bad := func(r *http.Request) bool {
		return r.Header.Get("X-Tenant") != "payments" || r.UserAgent() != "acceptance/1"
	}
	p.On(bad, -1, acctest.Answer(400, "application/json", `{}`))
	if _, err := c.Queue(t.Context(), vhost, "q"); err != nil {
		t.Error(err)
	}
	declareQueue(t, c, vhost, "q", nil)
}

func wantWords(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}
