package lint

import (
	"fmt"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// twoAttempts is a retry topology "p" for a queue "work" that dead-letters with the given arguments besides.
func twoAttempts(args queueargs.Arguments) *Context {
	all := queueargs.Arguments{"x-dead-letter-exchange": "p.retry"}
	for name, value := range args {
		all[name] = value
	}
	retry := exchangeOf("p.retry", "direct")
	retry.AlternateExchange = "p.first"
	c := on("4.0.5", queueOf(queueargs.Quorum, "work", all)).has(retry, exchangeOf("p.first", "fanout"), exchangeOf("p.return", "fanout"), queueOf(queueargs.Quorum, "p.parking", nil))
	for n := 1; n <= 2; n++ {
		key := fmt.Sprintf("p.retry.%d", n)
		tier := deadLettering(queueargs.Quorum, key, "p.return", key, queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)})
		asDelayTier(tier)
		c.has(tier)
	}
	return c.has(bindingOf("p.first", "", "p.retry.1"), bindingOf("p.retry", "p.retry.1", "p.retry.2"), bindingOf("p.retry", "p.retry.2", "p.parking"), bindingOf("p.return", "", "work"))
}

func TestRetryKeyOverwritten(t *testing.T) {
	const id, field = "retry_key_overwritten", "x-dead-letter-routing-key"
	keyed := func(key any) *Context { return twoAttempts(queueargs.Arguments{field: key}) }
	queue := queueRef("work")

	c := keyed("failed")
	f := expect(t, id, c, queue, field)[0]
	says(t, f, `Exchange "p.retry" tells by the routing key which attempt has failed, and every message that is rejected here comes to it as "failed": it waits in queue "p.retry.1" and comes back for ever`,
		"Remove dead_letter.routing_key, so that dead letters keep the key that they had here.")
	also(t, f, c, bindingRef(bindingOf("p.return", "", "work")), exchangeRef("p.retry"))
	says(t, expect(t, id, keyed("p.retry.1"), queue, field)[0], `waits in queue "p.retry.2" and comes back for ever`)
	says(t, expect(t, id, keyed("p.retry.2"), queue, field)[0], `is taken for one after its last attempt, so that it is not retried`)

	expect(t, id, twoAttempts(nil), queue)
	expect(t, id, keyed(queueargs.Unknown{}), queue)
	policy := &topology.Policy{Name: "keys", Pattern: "^work$", ApplyTo: "queues", Definition: map[string]any{"dead-letter-routing-key": "failed"}}
	says(t, expect(t, id, twoAttempts(nil).with(policy), queue, field)[0], `comes to it as "failed" (policy "keys"):`, `Take dead-letter-routing-key out of policy "keys"`)

	// In a loop that does not count, the consumer does.
	work, tier, exchanges, bindings := paymentRetry(nil)
	expect(t, id, on("4.0.5", work).has(tier, exchanges, bindings), queueRef("main.queue"))
}
