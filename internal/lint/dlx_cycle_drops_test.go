package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// 3.10.8, 4.0.5 and 4.3.6 drop the message in each of these loops, unless a consumer has rejected it.
func TestDLXCycleDrops(t *testing.T) {
	const id, field = "dlx_cycle_drops", "x-dead-letter-exchange"
	for _, version := range []string{"3.10.8", "4.0.5", "4.3.6"} {
		for cause, bad := range map[string]queueargs.Arguments{
			"after 1m0s":           {"x-message-ttl": queueargs.Int(60000)},
			"beyond 1000 messages": {"x-max-length": queueargs.Int(1000)},
		} {
			off := map[bool]string{true: "message_ttl", false: "max_length"}[bad.Has(queueargs.MessageTTL)]
			work, tier, exchanges, bindings := paymentRetry(bad)
			c := on(version, work).has(tier, exchanges, bindings)
			f := expect(t, id, c, queueRef("main.queue"), field)[0]
			says(t, f, `the way "main.queue" -(`+cause+`)-> "retry.delay.10s.queue" -(after 10s)-> "main.queue" is dropped instead of`, `Change dead_letter of "main.queue" or return_to of "retry.delay.10s.queue", so that`,
				`or take `+off+` off "main.queue", if consumers read it`)
			also(t, f, c, queueRef("retry.delay.10s.queue"), bindingRef(bindings[0]), bindingRef(bindings[1]),
				exchangeRef("main.exchange"), exchangeRef("retry.exchange"))
			if f.Severity != Error {
				t.Errorf("%s: severity %s", cause, f.Severity)
			}
		}
		for _, good := range []queueargs.Arguments{
			{}, // a rejection is on the way
			{"x-max-length": queueargs.Int(1000), "x-overflow": "reject-publish"},
			{"x-message-ttl": queueargs.Unknown{}},
			{"x-message-ttl": queueargs.Int(60000), "x-dead-letter-routing-key": "elsewhere"},
			{"x-message-ttl": queueargs.Int(60000), "x-dead-letter-exchange": queueargs.Unknown{}},
		} {
			work, tier, exchanges, bindings := paymentRetry(good)
			expect(t, id, on(version, work).has(tier, exchanges, bindings), queueRef("main.queue"))
		}
	}
}

func TestDLXCycleDropsWhenTheLastObjectIsPlanned(t *testing.T) {
	work, tier, exchanges, bindings := paymentRetry(queueargs.Arguments{"x-message-ttl": queueargs.Int(60000)})
	c := on("4.0.5", nil).has(exchanges)
	for _, object := range []any{bindings[0], work, tier} {
		c.has(object)
		expect(t, "dlx_cycle_drops", c, queueRef("main.queue"))
		expect(t, "dlx_cycle_drops", c, queueRef("retry.delay.10s.queue"))
	}
	last := bindings[1]
	also(t, expect(t, "dlx_cycle_drops", c.has(last), queueRef("main.queue"), "x-dead-letter-exchange")[0], c, bindingRef(last))
}

func TestDLXCycleDropsMayKeepMessagesForEver(t *testing.T) {
	work, tier, exchanges, bindings := paymentRetry(queueargs.Arguments{"x-message-ttl": queueargs.Int(60000), "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"})
	says(t, expect(t, "dlx_cycle_drops", on("4.0.5", work).has(tier, exchanges, bindings), queueRef("main.queue"), "x-dead-letter-exchange")[0],
		"is dropped (or kept for ever by a queue with strategy at-least-once) instead")
}

func TestDLXCycleDropsInAQueueOfItsOwn(t *testing.T) {
	queue := deadLettering(queueargs.Classic, "main.queue", "", "main.queue", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)})
	says(t, expect(t, "dlx_cycle_drops", on("4.0.5", queue), queueRef("main.queue"), "x-dead-letter-exchange")[0], `"main.queue" -(after 1s)-> "main.queue" is dropped`)
}

// A message takes another way back at each attempt. All of them end with the same setting of one queue.
func TestDLXCycleDropsSaysOnceThatAQueueLosesWhatIsRetried(t *testing.T) {
	c := twoAttempts(queueargs.Arguments{"x-message-ttl": queueargs.Int(60000)})
	f := expect(t, "dlx_cycle_drops", c, queueRef("work"), "x-dead-letter-exchange")[0]
	says(t, f, `the way "work" -(after 1m0s)-> "p.retry.1" -(after 1s)-> "work" is dropped`, `or take message_ttl off "work"`)
	for _, subject := range []topology.Ref{exchangeRef("p.retry"), bindingRef(bindingOf("p.return", "", "work"))} {
		if found := rules["dlx_cycle_drops"].Check(c, subject); len(found) != 1 || found[0].Object != queueRef("work") {
			t.Errorf("%v: %+v", subject, found)
		}
	}
}
