package migration

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// What a queue tells of its policies is old for some seconds. Messages that expire in the temporary queue must not be dropped for that.
func TestTheTemporaryQueueDeadLettersByThePoliciesThatAreInForceNow(t *testing.T) {
	const none = `[]`
	for name, c := range map[string]struct{ arguments, told, policies, operator, exchange, key string }{
		"a policy that is not told yet":  {`{}`, `{}`, `[{"vhost":"v","name":"p","pattern":"^q$","apply-to":"queues","priority":0,"definition":{"dead-letter-exchange":"now","dead-letter-routing-key":"k"}}]`, none, "now", "k"},
		"a policy that is told no more":  {`{}`, `{"dead-letter-exchange":"before","dead-letter-routing-key":"b"}`, `[{"vhost":"v","name":"p","pattern":"^q$","apply-to":"queues","priority":0,"definition":{"dead-letter-exchange":"now"}}]`, none, "now", ""},
		"a policy that is gone":          {`{}`, `{"dead-letter-exchange":"before"}`, none, none, "", ""},
		"an argument":                    {`{"x-dead-letter-exchange":"argument"}`, `{}`, `[{"vhost":"v","name":"p","pattern":"^q$","apply-to":"queues","priority":0,"definition":{"dead-letter-exchange":"now"}}]`, none, "argument", ""},
		"the default exchange":           {`{}`, `{}`, `[{"vhost":"v","name":"p","pattern":"^q$","apply-to":"queues","priority":0,"definition":{"dead-letter-exchange":"","dead-letter-routing-key":"k"}}]`, none, "", "k"},
		"one of which only PCRE can say": {`{}`, `{"dead-letter-exchange":"told"}`, `[{"vhost":"v","name":"p","pattern":"^(?=q)","apply-to":"queues","priority":0,"definition":{"dead-letter-exchange":"now"}}]`, none, "told", ""},
	} {
		var declared struct {
			Arguments map[string]any `json:"arguments"`
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			switch path := strings.TrimPrefix(r.URL.Path, "/api"); {
			case r.Method == http.MethodPut && strings.HasPrefix(path, "/queues/v/migration-"):
				if err := json.NewDecoder(r.Body).Decode(&declared); err != nil {
					t.Error(err)
				}
				w.WriteHeader(http.StatusCreated)
			case r.Method == http.MethodPut: // a shovel that every broker refuses
				w.WriteHeader(http.StatusBadRequest)
				_, _ = fmt.Fprint(w, `{"error":"bad_request","reason":"Validation failed"}`)
			case path == "/overview":
				_, _ = fmt.Fprint(w, `{"rabbitmq_version":"4.0.5","management_version":"4.0.5","product_name":"RabbitMQ","product_version":"4.0.5"}`)
			case path == "/policies/v":
				_, _ = fmt.Fprint(w, c.policies)
			case path == "/operator-policies/v":
				_, _ = fmt.Fprint(w, c.operator)
			case path == "/queues/v/q":
				_, _ = fmt.Fprintf(w, `{"name":"q","vhost":"v","type":"classic","durable":true,"auto_delete":false,"exclusive":false,"arguments":%s,"effective_policy_definition":%s}`, c.arguments, c.told)
			default:
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		client, err := rabbitmq.New(rabbitmq.Config{Endpoint: server.URL, Username: "u", Password: "p", MaxRetries: -1})
		if err != nil {
			t.Fatal(err)
		}
		old, err := client.QueueDetails(t.Context(), "v", "q")
		if err != nil {
			t.Fatal(err)
		}
		if err := (&Migration{Client: client, Vhost: "v", Queue: "q"}).begin(t.Context(), old); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		exchange, hasExchange := declared.Arguments["x-dead-letter-exchange"]
		key, hasKey := declared.Arguments["x-dead-letter-routing-key"]
		if hasExchange != (c.exchange != "" || c.key != "") || hasExchange && exchange != c.exchange || hasKey != (c.key != "") || hasKey && key != c.key {
			t.Errorf("%s: declared with %v", name, declared.Arguments)
		}
		server.Close()
	}
}
