package rabbitmq

import (
	"errors"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// client returns a client of the broker, by way of endpoint.
func client(t *testing.T, b *acctest.BrokerInfo, endpoint string, change ...func(*Config)) *Client {
	t.Helper()
	cfg := Config{Endpoint: endpoint, Username: b.Username, Password: b.Password, RequestTimeout: 10 * time.Second}
	for _, f := range change {
		f(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func isNotFound(err error) bool {
	var e *NotFoundError
	return errors.As(err, &e)
}

func declareQueue(t *testing.T, c *Client, vhost, name string, arguments map[string]any) {
	t.Helper()
	if _, err := c.DeclareQueue(t.Context(), vhost, name, QueueSettings{Durable: true, Arguments: arguments}); err != nil {
		t.Fatal(err)
	}
}

func declareExchange(t *testing.T, c *Client, vhost, name, kind string) {
	t.Helper()
	if _, err := c.DeclareExchange(t.Context(), vhost, name, ExchangeSettings{Type: kind, Durable: true}); err != nil {
		t.Fatal(err)
	}
}
