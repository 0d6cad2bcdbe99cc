package queuekit_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Where dead letters go may change in place, and the plan that changes it says if that leads nowhere, with the messages that go there.
func TestAccDeadLettersThatChangeTheirWay(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	b.Exchange(t, vhost, "x", "direct")
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "late")
	b.Bind(t, vhost, "x", "late", "late")
	server := func() *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	config := func(more pt.Object) pt.Object {
		return with(pt.Object{"name": "q", "type": "classic", "settings_in": "policy", "message_ttl": "1h"}, more)
	}
	way := func(exchange, key string) pt.Object {
		return config(pt.Object{"dead_letter": pt.Object{"exchange": exchange, "routing_key": key}})
	}
	state := server().Create("rabbitmq_expiring_queue", way("x", "late"))
	for range 3 {
		b.Publish(t, vhost, "q", "kept")
	}
	b.Counted(t, vhost, "q", 3)
	for what, c := range map[string]struct {
		config pt.Object
		want   []finding
	}{
		"unchanged":  {way("x", "late"), nil},
		"lost":       {way("x", "lost"), []finding{{"dlx_unroutable", "warning", "dead_letter.exchange", `for the routing key "lost"; the 3 messages in the queue go there when they expire.`}}},
		"no queue":   {way("", "absent"), []finding{{"dlx_unroutable", "warning", "dead_letter.exchange", `"absent"; the 3 messages in the queue go there when they expire.`}}},
		"absent":     {way("absent", "late"), []finding{{"dlx_missing", "warning", "dead_letter.exchange", `"absent"; the 3 messages in the queue go there when they expire.`}}},
		"elsewhere":  {way("", "late"), nil},
		"discarding": {config(pt.Object{"on_expiry": "discard"}), []finding{{"policy_drops_messages", "warning", "dead_letter.exchange", "The 3 messages in the queue are dropped when they expire"}}},
	} {
		s := server()
		expect(t, what, s.Plan("rabbitmq_expiring_queue", s.Read(state), c.config), c.want...)
	}

	// A binding that is planned a little later.
	s := server()
	bound := make(chan []pt.Diagnostic)
	go func() {
		time.Sleep(100 * time.Millisecond)
		bound <- s.Plan("rabbitmq_binding", nil, pt.Object{"source": "x", "destination": "late", "routing_key": "lost"})
	}()
	expect(t, "bound meanwhile", s.Plan("rabbitmq_expiring_queue", s.Read(state), way("x", "lost")))
	expect(t, "the binding", <-bound)

	// The same by a policy of a resource of its own, for a queue that no configuration has.
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":3600000}`), "queues", vhost, "others")
	policy := func(dead pt.Object) pt.Object {
		return pt.Object{"name": "p", "pattern": "^others$", "max_length": 100, "overflow": "reject-publish", "dead_letter": dead, "apply_to": "all", "priority": 0}
	}
	put := server().Create("rabbitmq_policy", policy(pt.Object{"exchange": "x", "routing_key": "late"}))
	b.Publish(t, vhost, "others", "kept")
	b.Counted(t, vhost, "others", 1)
	s = server()
	expect(t, "by a policy", s.Plan("rabbitmq_policy", s.Read(put), policy(pt.Object{"exchange": "x", "routing_key": "lost"})),
		finding{"dlx_unroutable", "warning", "dead_letter.exchange", `(policy "p"); the message in the queue goes there when it expires.`})
	s = server()
	said := s.Plan("rabbitmq_policy", s.Read(put), policy(nil))
	expect(t, "by no policy", said,
		finding{"policy_drops_messages", "warning", "", "The message in the queue is dropped when it expires"},
		finding{"ttl_without_dlx", "warning", "", "vanishes"})
}
