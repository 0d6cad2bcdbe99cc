package queuekit_test

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A destruction deletes the bindings before the queues. To wait for the delay of a tier that is refused then would lose its messages.
func TestAccAKeptQueueSaysWhatBecomesOfItsMessages(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	serve := func() *pt.Server {
		return pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	}
	b.Exchange(t, vhost, "main", "direct")
	letters := pt.Object{"exchange": "main", "routing_key": "back"}
	tier := func(name string, to pt.Object) *pt.Existing {
		return serve().Create("rabbitmq_delay_tier", pt.Object{"name": name, "delay": "1h", "return_to": to})
	}
	states := map[string]*pt.Existing{
		"tier":    tier("tier", letters),
		"nowhere": tier("nowhere", pt.Object{"exchange": "gone"}),
		"intact":  tier("intact", pt.Object{"exchange": "", "routing_key": "alone"}),
		"work":    serve().Create("rabbitmq_queue", pt.Object{"name": "work", "dead_letter": letters}),
		"sure": serve().Create("rabbitmq_queue", pt.Object{"name": "sure", "message_ttl": "1ms", "overflow": "reject-publish",
			"dead_letter": pt.Object{"exchange": "main", "routing_key": "back", "strategy": "at-least-once"}, "lint_ignore": []any{"at_least_once_unbounded"}}),
		"alone": serve().Create("rabbitmq_queue", pt.Object{"name": "alone"}),
	}
	for queue := range states {
		b.Publish(t, vhost, queue, "kept")
	}
	b.Counted(t, vhost, "sure", 1)
	const dropped = `What expires or is rejected is dropped from now on, since exchange "main" takes them to no queue.`
	for queue, parts := range map[string][]string{
		"tier":    {dropped, "apply at once, before the delay is over"},
		"nowhere": {`there is no exchange "gone" any more`},
		"intact":  {"as long as the exchange and the bindings that its messages return by are there: wait for the delay, or set"},
		"work":    {dropped, "Consume or move them"},
		"sure":    {"1 message at the last count (1 of them dead letters that no queue has confirmed)", `stays in it, since exchange "main" takes them to no queue`},
		"alone":   {"not deleted. Consume or move them"},
	} {
		t.Run(queue, func(t *testing.T) {
			t.Parallel() // each is looked at until its counters are new
			server := serve()
			said := server.Destroy(server.Read(states[queue]))
			last := said[len(said)-1]
			for _, part := range append(parts, "is not empty") {
				if !strings.Contains(last.Summary+last.Detail, part) {
					t.Errorf("%q is not in %+v", part, said)
				}
			}
		})
	}
}
