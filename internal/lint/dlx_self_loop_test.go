package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDLXSelfLoop(t *testing.T) {
	const id, field = "dlx_self_loop", "x-dead-letter-exchange"
	subject := queueRef("main.queue")
	own := queueOf(queueargs.Classic, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": ""})
	itself := deadLettering(queueargs.Quorum, "main.queue", "", "main.queue", nil)
	for _, c := range []*Context{offline(own), on("4.0.5", own)} {
		says(t, expect(t, id, c, subject, field)[0], "go to the queue that their own routing key names", "without end.", "Write in dead_letter the routing_key of another queue")
	}
	for _, c := range []*Context{offline(itself), on("4.0.5", itself)} {
		says(t, expect(t, id, c, subject, field)[0], "Dead letters come back to this queue", "without end.")
	}
	for _, good := range []*topology.Queue{
		deadLettering(queueargs.Quorum, "main.queue", "", "dlq", nil),
		deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "main.queue", nil),
		queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": queueargs.Unknown{}}),
		queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": queueargs.Unknown{}}),
		queueOf(queueargs.Quorum, "main.queue", nil),
	} {
		expect(t, id, offline(good), subject)
		expect(t, id, on("4.0.5", good), subject)
	}
	key := &topology.Policy{Name: "dead", ApplyTo: "queues", Definition: map[string]any{"dead-letter-routing-key": "dlq"}}
	expect(t, id, on("4.0.5", own).with(key), subject)
}

func TestDLXSelfLoopThroughABinding(t *testing.T) {
	work, tier, exchanges, bindings := paymentRetry(nil)
	wrong := bindingOf("retry.exchange", "payment.retry", "main.queue")
	c := on("4.0.5", work).has(tier, exchanges, bindings)
	expect(t, "dlx_self_loop", c, queueRef("main.queue"))
	f := expect(t, "dlx_self_loop", c.has(wrong), queueRef("main.queue"), "x-dead-letter-exchange")[0]
	also(t, f, c, bindingRef(wrong))
}
