package rabbitmq

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func as(user string) func(*Config) {
	return func(cfg *Config) { cfg.Username, cfg.Password = user, user }
}

func TestAccBadCredentialsAreNamed(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint, func(cfg *Config) { cfg.Password = "wrong-Passw0rd" })
	_, readErr := c.Queue(t.Context(), vhost, "q")
	_, writeErr := c.DeclareQueue(t.Context(), vhost, "q", QueueSettings{Durable: true})
	for _, err := range []error{readErr, writeErr, c.DeleteQueue(t.Context(), vhost, "q", DeleteQueueOptions{})} {
		var api *APIError
		if !errors.As(err, &api) || !api.BadCredentials() || api.Status != http.StatusUnauthorized || api.Reason == "" {
			t.Fatalf("%v", err)
		}
		wantWords(t, err, "user name or password", `"`+b.Username+`"`, api.Reason)
		if strings.Contains(err.Error(), "wrong-Passw0rd") {
			t.Errorf("the password is in %v", err)
		}
	}
}

func TestAccNoManagementTagIsNamed(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	user := b.User(t, "")
	_, err := client(t, b, b.Endpoint, as(user)).Overview(t.Context())
	wantWords(t, err, "Not management user", user, "tag")
}

func TestAccNoPermissionNamesTheVhost(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	declareQueue(t, client(t, b, b.Endpoint), vhost, "q", nil)
	user := b.User(t, "management")
	c := client(t, b, b.Endpoint, as(user))
	ctx := t.Context()

	_, readErr := c.Queue(ctx, vhost, "q")
	_, listErr := c.Queues(ctx, vhost)
	_, bindingsErr := c.Bindings(ctx, vhost)
	_, declareErr := c.DeclareQueue(ctx, vhost, "new", QueueSettings{Durable: true})
	deleteErr := c.DeleteQueue(ctx, vhost, "q", DeleteQueueOptions{})
	for what, err := range map[string]error{"read": readErr, "list": listErr, "bindings": bindingsErr, "declare": declareErr, "delete": deleteErr} {
		if err == nil || isNotFound(err) {
			t.Errorf("%s: %v", what, err)
			continue
		}
		wantWords(t, err, "permission", `vhost "`+vhost+`"`, user)
	}
	if _, err := client(t, b, b.Endpoint).Queue(ctx, vhost, "q"); err != nil {
		t.Errorf("the queue was harmed: %v", err)
	}

	b.Grant(t, vhost, user)
	if _, err := c.Queue(ctx, vhost, "q"); err != nil {
		t.Errorf("with permissions: %v", err)
	}
	if _, err := c.Queue(ctx, vhost, "gone"); !isNotFound(err) {
		t.Errorf("with permissions: %v", err)
	}
}

func TestAccRefusalsCarryTheBrokersWords(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	c := client(t, b, b.Endpoint)
	ctx := t.Context()
	declareQueue(t, c, vhost, "q", map[string]any{"x-message-ttl": 60000})

	_, err := c.DeclareQueue(ctx, vhost, "q", QueueSettings{Durable: true, Arguments: map[string]any{"x-message-ttl": 60001}})
	wantWords(t, err, `declaring queue "q"`, "inequivalent arg 'x-message-ttl'", "received '60001' but current is '60000'")
	_, err = c.DeclareQueue(ctx, vhost, "amq.mine", QueueSettings{Durable: true})
	wantWords(t, err, `declaring queue "amq.mine"`, "Access refused.")
	_, err = c.DeclareExchange(ctx, vhost, "e", ExchangeSettings{Type: "x-delayed-message", Durable: true})
	wantWords(t, err, `declaring exchange "e"`, "unknown exchange type")
	_, err = c.DeclareBinding(ctx, vhost, Binding{Source: "amq.topic", Destination: "gone", DestinationType: "queue"})
	wantWords(t, err, "gone", "no queue 'gone' in vhost '"+vhost+"'")
	_, err = c.DeclareBinding(ctx, vhost, Binding{Source: "amq.topic", Destination: "q", DestinationType: "topic"})
	wantWords(t, err, "neither")
}

func TestAccAMissingVhost(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	const vhost = "acc-there-is-none"
	ctx := t.Context()
	admin := client(t, b, b.Endpoint)
	plain := client(t, b, b.Endpoint, as(b.User(t, "management")))

	_, err := admin.Queue(ctx, vhost, "q")
	var missing *VhostNotFoundError
	if !isNotFound(err) || !errors.As(err, &missing) || !missing.Gone {
		t.Errorf("to an administrator the queue is gone with its vhost, not: %v", err)
	}
	_, err = plain.Queue(ctx, vhost, "q")
	if isNotFound(err) || !errors.As(err, &missing) || missing.Gone {
		t.Errorf("to others it is an error, not: %v", err)
	}
	wantWords(t, err, `vhost "`+vhost+`" does not exist or user`)

	_, declareErr := admin.DeclareQueue(ctx, vhost, "q", QueueSettings{Durable: true})
	_, listErr := admin.Queues(ctx, vhost)
	for what, err := range map[string]error{"declare": declareErr, "list": listErr} {
		if !errors.As(err, &missing) || isNotFound(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := admin.DeleteQueue(ctx, vhost, "q", DeleteQueueOptions{}); err != nil {
		t.Errorf("absent with its vhost is absent: %v", err)
	}
	if err := plain.DeleteQueue(ctx, vhost, "q", DeleteQueueOptions{}); err == nil {
		t.Error("deleting in a vhost that may be hidden succeeded")
	}
}

func TestAccAbsenceIsProvenOnce(t *testing.T) {
	t.Parallel()
	p, c, vhost := faulty(t)
	for range 3 {
		if _, err := c.Queue(t.Context(), vhost, "gone"); !isNotFound(err) {
			t.Fatal(err)
		}
	}
	// Three reads, the overview, the vhost's default exchange, and the list of its queues.
	if n := p.Requests(); n != 6 {
		t.Errorf("%d requests: %v", n, p.Log())
	}
}
