package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// foreign are states as other providers write them, with what the broker has and the configuration that describes it.
var foreign = []struct {
	object
	state, more string
}{
	{
		queue(pt.Object{"type": "classic", "message_ttl": "10s"}), `"id":"q@VHOST","name":"q","vhost":"VHOST"`,
		`"settings":[{"arguments":{"x-message-ttl":"10000"},"arguments_json":null,"auto_delete":false,"durable":true}]`,
	},
	{
		object{"rabbitmq_exchange", pt.Object{"name": "x", "type": "topic"}}, `"id":"x@VHOST","name":"x","vhost":"VHOST"`,
		`"settings":[{"arguments":{},"auto_delete":false,"durable":true,"type":"topic"}]`,
	},
	{
		object{"rabbitmq_binding", pt.Object{"source": "x", "destination": "q", "destination_type": "queue", "routing_key": "a b"}},
		`"id":"VHOST/x/q/queue/a+b","vhost":"VHOST","source":"x","destination":"q","destination_type":"queue","properties_key":"a+b"`,
		`"routing_key":"a b","arguments":{},"arguments_json":null`,
	},
}

func TestAccStatesOfOtherProvidersAreTakenOver(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":10000}`), "queues", vhost, "q")
	b.Exchange(t, vhost, "x", "topic")
	b.Bind(t, vhost, "x", "a b", "q")
	for _, f := range foreign {
		state := "{" + strings.ReplaceAll(f.state+","+f.more, "VHOST", vhost) + "}"
		unchanged := func(s *pt.Server, taken *pt.Existing) {
			t.Helper()
			if s.Changes(s.Read(taken), f.config) {
				t.Errorf("%s: the plan changes it", f.typeName)
			}
		}
		for version := range int64(2) {
			s := pt.Serve(t, reach(b, vhost)).Configure()
			unchanged(s, s.Upgrade(f.typeName, version, state))
			moved, said := s.Move("registry.terraform.io/other/rabbitmq", f.typeName, version, state, f.typeName)
			if moved == nil {
				t.Fatal(said)
			}
			unchanged(s, moved)
			if said := s.Plan(f.typeName, moved, f.config); len(said) != 1 || said[0].Summary != "State was not read" {
				t.Errorf("planned without being read: %+v", said)
			}
		}
	}
}
