package migration

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// broker answers with a queue q, if there is one, and takes all else. requests are those that it got.
func broker(t *testing.T, queue string) (client *rabbitmq.Client, requests *[]string) {
	t.Helper()
	requests = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r.Method+" "+r.URL.Path)
		w.Header().Set("Content-Type", "application/json")
		switch path := strings.TrimPrefix(r.URL.Path, "/api"); {
		case r.Method == http.MethodGet && path == "/queues/v/q" && queue != "":
			_, _ = fmt.Fprint(w, queue)
		case r.Method == http.MethodGet && strings.HasPrefix(path, "/queues/v/") && strings.HasSuffix(path, "/bindings"), r.Method == http.MethodGet && path == "/queues/v":
			_, _ = fmt.Fprint(w, "[]")
		case path == "/overview":
			_, _ = fmt.Fprint(w, `{"rabbitmq_version":"4.0.5","management_version":"4.0.5","product_name":"RabbitMQ","product_version":"4.0.5"}`)
		case path == "/whoami":
			_, _ = fmt.Fprint(w, `{"name":"u","tags":["administrator"]}`)
		case path == "/vhosts/v":
			_, _ = fmt.Fprint(w, `{"name":"v"}`)
		case r.Method == http.MethodGet:
			w.WriteHeader(http.StatusNotFound)
			_, _ = fmt.Fprint(w, `{"error":"Object Not Found","reason":"Not Found"}`)
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		default:
			w.Header().Set("Location", "q/~")
			w.WriteHeader(http.StatusCreated)
		}
	}))
	t.Cleanup(server.Close)
	client, err := rabbitmq.New(rabbitmq.Config{Endpoint: server.URL, Username: "u", Password: "p", MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return client, requests
}

// Policies may have come since the plan: before messages leave the temporary queue, the new one is looked at.
func TestNothingIsMovedIntoAQueueThatExpires(t *testing.T) {
	const q = `{"name":"q","vhost":"v","type":"classic","durable":true,"auto_delete":false,"exclusive":false,`
	for queue, why := range map[string]string{
		`"arguments":{"x-expires":10000}}`:                                                                                      "the argument x-expires",
		`"arguments":{},"policy":"p","effective_policy_definition":{"expires":10000}}`:                                          `the policy "p"`,
		`"arguments":{},"operator_policy":"o","effective_policy_definition":{"expires":10000}}`:                                 `the operator policy "o"`,
		`"arguments":{},"policy":"p","operator_policy":"o","effective_policy_definition":{"expires":10000,"message-ttl":1000}}`: `the policy "p" or the operator policy "o"`,
	} {
		client, requests := broker(t, q+queue)
		m := Migration{Client: client, Vhost: "v", Queue: "q", Declare: func(context.Context) error { return nil }}
		err := m.refill(t.Context(), rabbitmq.Queue{Name: "q", Vhost: "v", Type: "classic"})
		var expires *ExpiresError
		if !errors.As(err, &expires) || !strings.Contains(err.Error(), why+":") {
			t.Errorf("%s: %v", queue, err)
		}
		for _, request := range *requests {
			if strings.HasPrefix(request, "PUT") && strings.Contains(request, "/parameters/") || strings.Contains(request, "DELETE /api/queues/") {
				t.Errorf("%s: %s", queue, request)
			}
		}
	}
}

// A queue that vanishes while it is filled has taken messages with it, so that this is no success.
func TestAQueueThatVanishesWhileItIsFilledIsAnError(t *testing.T) {
	client, _ := broker(t, "")
	m := Migration{Client: client, Vhost: "v", Queue: "q"}
	var gone *GoneError
	if err := m.kept(t.Context()); !errors.As(err, &gone) {
		t.Errorf("%v", err)
	}
}
