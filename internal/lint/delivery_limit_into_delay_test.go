package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// 4.0.5 and 4.3.6 lose the message after 21 crashes of its consumer; with -1, and on 3.10.8, they do not.
func TestDeliveryLimitIntoDelay(t *testing.T) {
	const id, field = "delivery_limit_into_delay", "x-delivery-limit"
	topologyOn := func(version string, args queueargs.Arguments) (*Context, []topology.Ref) {
		work, tier, exchanges, bindings := paymentRetry(args)
		return on(version, work).has(tier, exchanges, bindings), []topology.Ref{
			queueRef("retry.delay.10s.queue"), exchangeRef("main.exchange"), exchangeRef("retry.exchange"),
			bindingRef(bindings[0]), bindingRef(bindings[1]),
		}
	}
	for _, version := range []string{"4.0.5", "4.3.6"} {
		c, others := topologyOn(version, nil)
		f := expect(t, id, c, queueRef("main.queue"), field)[0]
		says(t, f, "whose consumer fails 21 times", `is dropped instead of coming back "main.queue" -> "retry.delay.10s.queue" -> "main.queue", because the delivery limit is 20 by default.`, "Set delivery_limit = -1")
		also(t, f, c, others...)
		c, _ = topologyOn(version, queueargs.Arguments{"x-delivery-limit": queueargs.Int(-1)})
		expect(t, id, c, queueRef("main.queue"))
		c, _ = topologyOn(version, queueargs.Arguments{"x-delivery-limit": queueargs.Int(queueargs.NeverReached)})
		expect(t, id, c, queueRef("main.queue"))
		c, _ = topologyOn(version, queueargs.Arguments{"x-delivery-limit": queueargs.Unknown{}})
		expect(t, id, c, queueRef("main.queue"))
	}
	c, _ := topologyOn("3.10.8", nil)
	expect(t, id, c, queueRef("main.queue"))
	c, _ = topologyOn("3.10.8", queueargs.Arguments{"x-delivery-limit": queueargs.Int(3)})
	says(t, expect(t, id, c, queueRef("main.queue"), field)[0], "fails 4 times", "the delivery limit is 3.")

	c, _ = topologyOn("4.0.5", nil)
	limit := &topology.Policy{Name: "five", Pattern: "^main", ApplyTo: "queues", Definition: map[string]any{"delivery-limit": queueargs.Int(5)}}
	says(t, expect(t, id, c.with(limit), queueRef("main.queue"), field)[0], `the delivery limit is 5 (policy "five").`, `delivery-limit to -1 in policy "five"`)

	// dlx_cycle_drops says more about a loop that messages go round without any failure.
	c, _ = topologyOn("4.0.5", queueargs.Arguments{"x-message-ttl": queueargs.Int(60000)})
	expect(t, id, c, queueRef("main.queue"))
}

func TestDeliveryLimitIntoDelayOfASharedRetryQueue(t *testing.T) {
	retry := queueOf(queueargs.Classic, "retry", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000), "x-dead-letter-exchange": "main.exchange"})
	c := on("4.0.5", retry).has(exchangeOf("main.exchange", "direct"), exchangeOf("retry.exchange", "fanout"), bindingOf("retry.exchange", "", "retry"))
	for _, name := range []string{"mail", "sms"} {
		c.has(queueOf(queueargs.Quorum, name, queueargs.Arguments{"x-dead-letter-exchange": "retry.exchange"}), bindingOf("main.exchange", "send."+name, name))
	}
	says(t, expect(t, "delivery_limit_into_delay", c, queueRef("mail"), "x-delivery-limit")[0], `"mail" -> "retry" -> "mail"`)
	if found := rules["delivery_limit_into_delay"].Check(c, queueRef("retry")); len(found) != 2 || found[0].Object.Name != "mail" || found[1].Object.Name != "sms" {
		t.Errorf("got %+v", found)
	}
}
