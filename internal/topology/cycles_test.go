package topology

import (
	"fmt"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func loopsOf(loops []Loop) string {
	var all []string
	for _, loop := range loops {
		all = append(all, strings.Join(loop.Queues, ">"))
	}
	return strings.Join(all, " ")
}

// Each case was measured with messages on 3.10.8, 4.0.5 and 4.3.6.
func TestLoopsOfAWorkQueueAndADelay(t *testing.T) {
	const loop = "main.queue>retry.delay.10s.queue"
	for _, test := range []struct {
		name, version    string
		work             *Queue
		automatic, delay string
	}{
		{"rejected goes round", "4.0.5", workQueue(args{"x-delivery-limit": ms(-1)}), "", ""},
		{"rejected goes round, no limit by default", "3.10.8", workQueue(nil), "", ""},
		{"expired is dropped", "4.0.5", workQueue(args{"x-message-ttl": ms(60000)}), loop, ""},
		{"overflowing is dropped", "3.10.8", workQueue(args{"x-max-length": ms(10)}), loop, ""},
		{"refused is not dead-lettered", "3.10.8", workQueue(args{"x-max-length": ms(10), "x-overflow": "reject-publish"}), "", ""},
		{"delivery limit is dropped", "4.0.5", workQueue(nil), "", loop},
		{"delivery limit is dropped", "4.3.6", workQueue(args{"x-delivery-limit": ms(3)}), "", loop},
		{"delivery limit is dropped", "3.10.8", workQueue(args{"x-delivery-limit": ms(3)}), "", loop},
		{"unknown limit", "4.0.5", workQueue(args{"x-delivery-limit": queueargs.Unknown{}}), "", ""},
		{"unknown exchange", "4.0.5", workQueue(args{"x-dead-letter-exchange": queueargs.Unknown{}, "x-message-ttl": ms(60000)}), "", ""},
	} {
		t.Run(test.name+" "+test.version, func(t *testing.T) {
			v := onBroker(test.version, paymentRetry(test.work)...)
			if got := loopsOf(v.AutomaticCycles(test.work)); got != test.automatic {
				t.Errorf("automatic: got %q, want %q", got, test.automatic)
			}
			if got := loopsOf(v.DelayLoops(test.work)); got != test.delay {
				t.Errorf("by delivery limit: got %q, want %q", got, test.delay)
			}
			if delay := v.Queue("retry.delay.10s.queue"); (loopsOf(v.DelayLoops(delay)) == "") != (test.delay == "") {
				t.Errorf("through the delay: got %q", loopsOf(v.DelayLoops(delay)))
			}
		})
	}
}

func TestAQueueThatDeadLettersToItselfIsALoop(t *testing.T) {
	q := classic("q", args{"x-message-ttl": ms(1000), "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "q"})
	if got := loopsOf(onBroker("4.0.5", q).AutomaticCycles(q)); got != "q" {
		t.Errorf("got %q", got)
	}
	limited := quorum("q", args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "q"})
	if got := loopsOf(onBroker("4.0.5", limited).DelayLoops(limited)); got != "" {
		t.Errorf("got %q", got)
	}
}

// Messages keep the keys that they came with, so that a shared retry queue brings each back to its own work queue.
func TestLoopsThroughASharedRetryQueueFollowTheKeys(t *testing.T) {
	retry := quorum("retry", args{"x-message-ttl": ms(10000), "x-dead-letter-exchange": "main.exchange"})
	v := onBroker("4.0.5", exchange("main.exchange", "direct"), exchange("retry.exchange", "fanout"), retry, bind("retry.exchange", "", "retry"))
	for _, name := range []string{"mail", "sms"} {
		put(v, quorum(name, args{"x-dead-letter-exchange": "retry.exchange"}), bind("main.exchange", "send."+name, name))
	}
	for through, want := range map[string]string{"mail": "mail>retry", "sms": "sms>retry", "retry": "retry>mail retry>sms"} {
		if got := loopsOf(v.DelayLoops(v.Queue(through))); got != want {
			t.Errorf("%s: got %q, want %q", through, got, want)
		}
	}
	if got := loopsOf(v.DelayLoops(v.Queue("mail"), "send.sms")); got != "" {
		t.Errorf("with another key: got %q", got)
	}
}

func TestALoopThatDoesNotComeBackToTheQueueIsNotItsOwn(t *testing.T) {
	v := onBroker("4.0.5",
		classic("in", args{"x-message-ttl": ms(1), "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "a"}),
		classic("a", args{"x-message-ttl": ms(1), "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "b"}),
		classic("b", args{"x-message-ttl": ms(1), "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "a"}))
	for through, want := range map[string]string{"in": "", "a": "a>b", "b": "b>a"} {
		if got := loopsOf(v.AutomaticCycles(v.Queue(through))); got != want {
			t.Errorf("%s: got %q, want %q", through, got, want)
		}
	}
}

// Dense loops must not take time that grows with the number of ways through them.
func TestManyWaysThroughAreFollowedOnce(t *testing.T) {
	v := onBroker("4.0.5", exchange("all", "fanout"))
	for i := range 60 {
		q := classic(fmt.Sprint(i), args{"x-message-ttl": ms(1), "x-dead-letter-exchange": "all"})
		put(v, q, bind("all", "", q.Name))
	}
	if got := v.AutomaticCycles(v.Queue("0")); len(got) == 0 || len(got[0].Queues) != 1 {
		t.Errorf("got %v", got)
	}
}

// What a queue rejects under a key that nothing else in the topology has goes through an alternate exchange.
func TestLoopsThroughAnAlternateExchangeAreFoundForAnyKey(t *testing.T) {
	retry := exchange("retry", "direct")
	retry.AlternateExchange = "first"
	for _, entry := range []*Binding{bind("main", "payment.#", "work"), bind("all", "", "work")} {
		v := onBroker("4.0.5",
			exchange("main", "topic"), exchange("all", "fanout"), entry, retry, exchange("first", "fanout"), exchange("return", "fanout"),
			bind("first", "", "tier"), bind("retry", "retry.1", "parking"), bind("return", "", "work"), quorum("parking", nil),
			quorum("work", args{"x-dead-letter-exchange": "retry"}),
			quorum("tier", args{"x-message-ttl": ms(5000), "x-dead-letter-exchange": "return", "x-dead-letter-routing-key": "retry.1"}),
		)
		if loops := v.DelayLoops(v.Queue("work")); len(loops) != 1 {
			t.Errorf("%s: got the loops %v", entry.Name(), loops)
		} else {
			sameList(t, entry.Name(), loops[0].Queues, "work", "tier")
		}
	}
}
