package rabbitmq

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestNewTakesAListOfEndpoints(t *testing.T) {
	c, err := New(Config{Endpoint: "http://a:15672/, https://b/prefix/api ,http://[::1]:15672"})
	if err != nil || !slices.Equal(c.transport.endpoints.all, []string{"http://a:15672", "https://b/prefix", "http://[::1]:15672"}) {
		t.Errorf("%v", err)
	}
	for list, words := range map[string][]string{
		"http://a:15672,":                  {"entry 2", "no endpoint is given"},
		",http://a:15672":                  {"entry 1"},
		"http://a:15672,b:15672":           {"entry 2", "http://host:15672"},
		"http://a:15672,http://a:15672/":   {"entry 2", "twice", "http://a:15672"},
		"http://a:15672,http://u:s3cr@b/":  {"entry 2", "username and password"},
		"http://a:15672 http://b:15672":    {"not a URL"},
		"http://a:15672,amqp://b:5672":     {"entry 2", "AMQP"},
		"http://a:15672;http://b:15672":    {"not a URL"},
		"http://a:15672,http://b:15672?s3": {"entry 2", "query"},
	} {
		_, err := New(Config{Endpoint: list})
		wantWords(t, err, words...)
		if err != nil && strings.Contains(err.Error(), "s3") {
			t.Errorf("%s: a secret is said: %v", list, err)
		}
	}
}

// pair gives two proxies in front of one broker, and a client that has them as endpoints.
func pair(t *testing.T, change ...func(*Config)) (first, second *acctest.FaultProxy, c *Client, vhost string) {
	t.Helper()
	b := acctest.Broker(t)
	first, second = acctest.NewFaultProxy(t, b.Endpoint), acctest.NewFaultProxy(t, b.Endpoint)
	return first, second, client(t, b, first.URL()+","+second.URL(), change...), b.Vhost(t)
}

func TestAccTheNextEndpointIsUsedAndKept(t *testing.T) {
	t.Parallel()
	first, second, c, vhost := pair(t)
	first.Down()
	began := time.Now()
	declareQueue(t, c, vhost, "q", map[string]any{"x-max-length": 7, "x-queue-type": "classic"})
	if d := time.Since(began); d > 900*time.Millisecond {
		t.Errorf("it waited: %s", d)
	}
	acctest.Broker(t).HasArguments(t, "queues", vhost, "q", `{"x-max-length":7,"x-queue-type":"classic"}`)
	first.Up()
	declareExchange(t, c, vhost, "x", "direct")
	if first.Requests() != 0 {
		t.Errorf("the first was asked again: %v", first.Log())
	}
	second.Down()
	if _, err := c.Queue(t.Context(), vhost, "q"); err != nil {
		t.Errorf("back to the first: %v", err)
	}
	second.Up()
}

func TestAccAWriteWhoseAnswerIsLostIsRepeatedAtTheNextEndpoint(t *testing.T) {
	t.Parallel()
	first, second, c, vhost := pair(t)
	first.On(acctest.Request("PUT", "/queues/"), 1, acctest.Drop(true))
	began := time.Now()
	declareQueue(t, c, vhost, "q", map[string]any{"x-max-length": 7, "x-queue-type": "classic"})
	if d := time.Since(began); d > 900*time.Millisecond {
		t.Errorf("it waited: %s", d)
	}
	puts := func(p *acctest.FaultProxy) (n int) {
		for _, r := range p.Log() {
			if strings.HasPrefix(r, "PUT ") {
				n++
			}
		}
		return n
	}
	if puts(first) != 1 || puts(second) != 1 {
		t.Errorf("%v, then %v", first.Log(), second.Log())
	}
}

func TestAccAllEndpointsThatWereTriedAreNamed(t *testing.T) {
	t.Parallel()
	first, second, c, vhost := pair(t, func(cfg *Config) { cfg.MaxRetries = 1 })
	first.Down()
	second.Down()
	_, err := c.Queue(t.Context(), vhost, "q")
	wantWords(t, err, first.URL()+": ", second.URL()+": ", "connection refused", "2 attempts")
	first.Up()
	second.Up()
}

func TestAccASlowEndpointIsLeftToTheNextRequest(t *testing.T) {
	t.Parallel()
	first, second, c, vhost := pair(t, func(cfg *Config) { cfg.RequestTimeout = 500 * time.Millisecond })
	first.On(acctest.Request("PUT", "/queues/"), 1, acctest.Hang())
	_, err := c.DeclareQueue(t.Context(), vhost, "q", QueueSettings{Durable: true})
	wantWords(t, err, first.URL(), "request timeout of 500ms")
	if second.Requests() > 0 {
		t.Errorf("the same request went to the second: %v", second.Log())
	}
	if declareQueue(t, c, vhost, "q", nil); second.Requests() == 0 {
		t.Errorf("the second was not asked")
	}
}

func TestAccEndpointsOfAnotherClusterAreRefused(t *testing.T) {
	t.Parallel()
	nodes := acctest.Request("GET", "/api/nodes")
	overview := acctest.Request("GET", "/api/overview")
	for name, c := range map[string]struct {
		match    func(*http.Request) bool
		fault    acctest.Fault
		requests int
		words    []string
	}{
		"a name":            {overview, acctest.Rewrite(`"cluster_name":"`, `"cluster_name":"other-`), 1, []string{"one cluster", `"other-`}},
		"no name":           {acctest.Any, otherNode, 2, []string{"one cluster", `"other-rabbit`}},
		"another user base": {overview, acctest.Answer(401, "application/json", `{"error":"not_authorized","reason":"Login failed"}`), 1, []string{"answered 401", "one cluster"}},
	} {
		t.Run(name, func(t *testing.T) {
			first, second, client, vhost := pair(t)
			declareQueue(t, client, vhost, "q", nil)
			first.Down()
			second.On(c.match, c.requests, c.fault)
			err := client.DeleteQueue(t.Context(), vhost, "q", DeleteQueueOptions{})
			wantWords(t, err, append(c.words, second.URL())...)
			if second.Requests() != c.requests {
				t.Errorf("another cluster was sent more than questions: %v", second.Log())
			}
			first.Up()
		})
	}

	// Each node of a cluster without a name has one of its own, and a user may not be allowed to see the nodes.
	first, second, client, vhost := pair(t)
	declareQueue(t, client, vhost, "q", nil)
	first.Down()
	second.On(nodes, -1, acctest.Answer(401, "application/json", `{"error":"not_authorised","reason":"Not monitor user"}`))
	second.On(overview, -1, otherNode)
	if err := client.DeleteQueue(t.Context(), vhost, "q", DeleteQueueOptions{}); err != nil {
		t.Error(err)
	}
	first.Up()
}

// otherNode gives the node of the broker another name, also where it stands for the cluster.
func otherNode(w http.ResponseWriter, r *http.Request, forward http.Handler) {
	acctest.Rewrite(`"rabbit`, `"other-rabbit`)(w, r, forward)
}
