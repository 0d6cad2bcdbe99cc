package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A cluster of three, two of whose nodes are gone, accepts the declaration of a queue that exists and answers like this.
func TestAccPlanSaysThatWhatItTakesOverDoesNotWork(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	proxy := acctest.NewFaultProxy(t, b.Endpoint)
	provider := reach(b, vhost)
	provider["endpoint"] = proxy.URL()
	objects := []object{queue(pt.Object{}), tier(pt.Object{"name": "t", "delay": "10s"}), deadLetterQueue(pt.Object{"name": "d"})}
	for _, o := range objects {
		pt.Serve(t, provider).Configure().Create(o.typeName, o.config)
	}
	proxy.On(acctest.Request(http.MethodGet, "/api/queues/"), -1, acctest.Rewrite(`"members":[`, `"members":["b","c",`))
	said := func(o object) bool {
		for _, d := range pt.Serve(t, provider).Configure().Plan(o.typeName, nil, o.config) {
			if d.Severity == "warning" && strings.HasSuffix(d.Summary, "does not work now") && strings.Contains(d.Detail, "1 of 3 members online") {
				return true
			}
		}
		return false
	}
	for _, o := range objects {
		if !said(o) {
			t.Errorf("%s: the plan does not say that the queue has lost its majority", o.typeName)
		}
	}
}

// An apply that was interrupted leaves an object that is not in the state. The next plan says that it will be taken over.
func TestAccPlanSaysWhatItTakesOver(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for _, o := range []object{
		queue(pt.Object{"dead_letter": pt.Object{"exchange": "", "routing_key": "late"}}),
		{"rabbitmq_expiring_queue", pt.Object{"name": "e", "message_ttl": "1h", "on_expiry": "discard"}},
		{"rabbitmq_exchange", pt.Object{"name": "x", "type": "topic", "alternate_exchange": "amq.fanout"}},
		policy(pt.Object{"pattern": "^none$", "message_ttl": "1h"}),
		{"rabbitmq_operator_policy", pt.Object{"name": "p", "pattern": "^none$", "message_ttl": "1h"}},
		{"rabbitmq_ttl_ceiling", pt.Object{"pattern": "^none$", "message_ttl": "1h"}},
	} {
		pt.Serve(t, reach(b, vhost)).Configure().Create(o.typeName, o.config)
		all := pt.Serve(t, reach(b, vhost)).Configure().Plan(o.typeName, nil, o.config)
		said := false
		for _, d := range all {
			said = said || d.Severity == "warning" && strings.HasPrefix(d.Summary, "Existing ") && strings.HasSuffix(d.Summary, "will be adopted")
		}
		if !said {
			t.Errorf("%s: the plan does not say that it takes the existing one over: %+v", o.typeName, all)
		}
	}
}

// The broker takes an age that is written in another unit, or a limit that is never reached, for another value. It is equal all the same.
func TestAccAQueueThatIsWrittenOtherwiseIsTakenOver(t *testing.T) {
	b := acctest.Broker(t)
	for arguments, config := range map[string]pt.Object{
		`{"x-queue-type":"stream","x-max-age":"7D"}`:                    {"name": "q", "type": "stream", "max_age": "168h"},
		`{"x-queue-type":"quorum","x-delivery-limit":9007199254740993}`: {"name": "q", "delivery_limit": -1},
	} {
		vhost := b.Vhost(t)
		b.API(t, http.MethodPut, acctest.Queue(arguments), "queues", vhost, "q")
		server := pt.Serve(t, reach(b, vhost)).Configure()
		created := server.Create("rabbitmq_queue", config)
		b.HasArguments(t, "queues", vhost, "q", arguments)
		next := pt.Serve(t, reach(b, vhost)).Configure()
		for name, value := range map[string]any{"type": "quorum", "durable": true, "auto_delete": false, "deletion_policy": "if_empty"} {
			if config[name] == nil {
				config[name] = value
			}
		}
		if next.Changes(next.Read(created), config) {
			t.Errorf("%s is changed", arguments)
		}
	}
}
