package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestDLXMissing(t *testing.T) {
	const id = "dlx_missing"
	subject := queueRef("main.queue")
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", nil)
	f := expect(t, id, on("4.0.5", queue), subject, "x-dead-letter-exchange")[0]
	says(t, f, `Dead letters are dropped: neither the broker nor anything planned so far has the dead-letter exchange "retry.exchange".`, "dead_letter", "rabbitmq_exchange.<label>.name")
	also(t, f, on("4.0.5", queue), exchangeRef("retry.exchange"))
	says(t, expect(t, id, on("4.0.5", queue).whole(), subject, "x-dead-letter-exchange")[0], "the virtual host does not have the dead-letter exchange")

	gone := exchangeOf("retry.exchange", "direct")
	gone.Change = topology.Deleted
	f = expect(t, id, on("4.0.5", queue).has(gone), subject, "x-dead-letter-exchange")[0]
	says(t, f, `Dead letters are dropped: this plan deletes the dead-letter exchange "retry.exchange".`, "Keep the exchange")
	also(t, f, on("4.0.5", queue).has(gone), exchangeRef("retry.exchange"))

	expect(t, id, offline(queue), subject)
	expect(t, id, on("4.0.5", queue).has(exchangeOf("retry.exchange", "direct")), subject)
	expect(t, id, on("4.0.5", queue).has(created(exchangeOf("retry.exchange", "direct"))), subject)
	expect(t, id, on("4.0.5", deadLettering(queueargs.Quorum, "main.queue", "", "dlq", nil)), subject)
	expect(t, id, on("4.0.5", deadLettering(queueargs.Quorum, "main.queue", "amq.direct", "dlq", nil)), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": queueargs.Unknown{}})), subject)
}

// 3.10.8, 4.0.5 and 4.3.6 keep dead letters that find no exchange if the strategy is at-least-once, and drop them otherwise.
func TestDLXMissingSaysWhatBecomesOfDeadLetters(t *testing.T) {
	kept := queueargs.Arguments{"x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"}
	queue := deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", kept)
	says(t, expect(t, "dlx_missing", on("4.0.5", queue), queueRef("main.queue"), "x-dead-letter-exchange")[0], "Dead letters stay in the queue for ever:")

	dead := &topology.Policy{Name: "dead", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "retry.exchange"}}
	says(t, expect(t, "dlx_missing", on("4.0.5", queueOf(queueargs.Classic, "main.queue", nil)).with(dead), queueRef("main.queue"), "x-dead-letter-exchange")[0],
		`"retry.exchange" (policy "dead").`, `correct dead-letter-exchange in policy "dead"`)
}
