package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Every broker refuses such arguments (routing_key_but_no_dlx_defined) and takes such a policy, which does nothing.
func TestDLXKeyWithoutExchange(t *testing.T) {
	const id, field = "dlx_key_without_exchange", "x-dead-letter-routing-key"
	subject := queueRef("main.queue")
	bad := queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-routing-key": "k"})
	f := expect(t, id, offline(bad), subject, field)[0]
	says(t, f, "The broker refuses the queue", "Set dead_letter.exchange too")
	also(t, f, on("4.0.5", bad), subject)
	exchange := &topology.Policy{Name: "dead", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "dlx"}}
	also(t, f, on("4.0.5", bad).with(exchange), subject)

	for _, args := range []queueargs.Arguments{
		nil,
		{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "k"},
		{"x-dead-letter-exchange": queueargs.Unknown{}, "x-dead-letter-routing-key": "k"},
		{"x-dead-letter-routing-key": queueargs.Unknown{}},
	} {
		expect(t, id, offline(queueOf(queueargs.Quorum, "main.queue", args)), subject)
	}

	key := &topology.Policy{Name: "key", ApplyTo: "queues", Definition: map[string]any{"dead-letter-routing-key": "k"}}
	says(t, expect(t, id, on("4.0.5", queueOf(queueargs.Classic, "main.queue", nil)).with(key), subject, field)[0],
		`its dead-letter routing key "k" (policy "key") does nothing`, `Add dead-letter-exchange to policy "key"`)
	expect(t, id, on("4.0.5", queueOf(queueargs.Classic, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": "dlx"})).with(key), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Stream, "main.queue", nil)).with(key), subject)
}
