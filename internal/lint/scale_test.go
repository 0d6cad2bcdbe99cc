package lint

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Each shape puts n queues or bindings, one after the other, and has each of them checked as a plan does.
var shapes = map[string]func(n int, check func(*Context, topology.Ref)){
	"queues with a loop of their own": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", nil).has(exchangeOf("main.exchange", "direct"), exchangeOf("retry.exchange", "direct"))
		for i := range n {
			work, delay := fmt.Sprintf("work.%d", i), fmt.Sprintf("delay.%d", i)
			ttl := queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)}
			c.has(deadLettering(queueargs.Quorum, work, "retry.exchange", delay, nil), deadLettering(queueargs.Quorum, delay, "main.exchange", work, ttl))
			checkBindings(c, check, bindingOf("main.exchange", work, work), bindingOf("retry.exchange", delay, delay))
			check(c, queueRef(work))
			check(c, queueRef(delay))
		}
	},
	"queues that share a retry queue": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", queueOf(queueargs.Quorum, "retry", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000), "x-dead-letter-exchange": "main.exchange"})).
			has(exchangeOf("main.exchange", "topic"), exchangeOf("retry.exchange", "fanout"), bindingOf("retry.exchange", "", "retry"))
		for i := range n {
			work := fmt.Sprintf("work.%d", i)
			c.has(queueOf(queueargs.Quorum, work, queueargs.Arguments{"x-dead-letter-exchange": "retry.exchange"}))
			checkBindings(c, check, bindingOf("main.exchange", work, work))
			check(c, queueRef(work))
		}
	},
	"queues that share a lossy dead-letter queue": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", queueOf(queueargs.Quorum, "dlq", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)})).
			has(exchangeOf("main.exchange", "direct"), exchangeOf("dlx", "direct"))
		for i := range n {
			work := fmt.Sprintf("work.%d", i)
			c.has(deadLettering(queueargs.Quorum, work, "dlx", work, nil))
			checkBindings(c, check, bindingOf("main.exchange", work, work), bindingOf("dlx", work, "dlq"))
			check(c, queueRef(work))
		}
	},
	"queues with a policy of their own": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", nil).has(exchangeOf("main.exchange", "direct"), exchangeOf("retry.exchange", "direct"))
		for i := range n {
			work := fmt.Sprintf("work.%d", i)
			q := queueOf(queueargs.Quorum, work, nil)
			q.OwnPolicy = work
			c.has(q)
			own := owned(&topology.Policy{
				Name: work, Own: true, Pattern: fmt.Sprintf(`^work\.%d$`, i), ApplyTo: "queues",
				Definition: map[string]any{"dead-letter-exchange": "retry.exchange", "dead-letter-routing-key": work},
			}, topology.Created)
			c.Topology.PutPolicy(own)
			checkBindings(c, check, bindingOf("main.exchange", work, work), bindingOf("retry.exchange", work, work))
			check(c, queueRef(work))
			check(c, own.Ref())
		}
	},
	"queues that share a fanout exchange": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", nil).has(exchangeOf("all", "fanout"))
		for i := range n {
			work := fmt.Sprintf("work.%d", i)
			c.has(expiring(work, "all"))
			checkBindings(c, check, bindingOf("all", "", work))
			check(c, queueRef(work))
		}
	},
	"bindings of one queue": func(n int, check func(*Context, topology.Ref)) {
		c := on("4.0.5", queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-exchange": "dlx"})).
			has(exchangeOf("main.exchange", "direct"), exchangeOf("dlx", "topic"), queueOf(queueargs.Classic, "dlq", nil), bindingOf("dlx", "#", "dlq"))
		for i := range n {
			checkBindings(c, check, bindingOf("main.exchange", fmt.Sprint(i), "main.queue"))
		}
	},
}

func checkBindings(c *Context, check func(*Context, topology.Ref), bindings ...*topology.Binding) {
	for _, b := range bindings {
		c.has(b)
		check(c, bindingRef(b))
	}
}

// reviewed returns the processor time that it takes to put a virtual host of about so many objects together and to check all of it.
func reviewed(tb testing.TB, whole func(*Context, int), n int) (time.Duration, []Finding) {
	tb.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			tb.Fatal(err)
		}
		return time.Duration(u.Utime.Nano())
	}
	before := used()
	c := on("4.0.5", nil).whole()
	whole(c, n)
	found := CheckAll(c, Review, nil)
	return used() - before, found
}

// Four times the objects may take four times as long, and something for the logarithm and for what else the machine does. What grows with
// the pairs of objects takes sixteen times as long.
func TestAReviewGrowsWithTheObjectsAndNotWithTheirPairs(t *testing.T) {
	const n, most = 400, 10
	for name, whole := range wholes {
		t.Run(name, func(t *testing.T) {
			var factor float64
			for range 5 {
				little, _ := reviewed(t, whole, n)
				much, _ := reviewed(t, whole, 4*n)
				if factor = float64(much) / float64(max(little, 2*time.Millisecond)); factor < most {
					return
				}
			}
			t.Errorf("%d objects take %.1f times as long as %d", 4*n, factor, n)
		})
	}
}

// What is wrong with one thing that all have in common is said once, and not of each pair of those that have it.
func TestCommonCausesAreFoundOnce(t *testing.T) {
	for name, want := range map[string]int{
		"a ring of queues": 1, "a ring of queues and exchanges, with kept keys": 1, "a ring of queues that count deliveries": 1,
		"a fanout exchange that all share": 2, "a fanout exchange that all share, with kept keys": 2, "a topic exchange that gives all to all": 2,
	} {
		_, found := reviewed(t, wholes[name], 200)
		for _, f := range found {
			if len(f.Consequence)+len(f.Advice) > 2000 {
				t.Errorf("%s: nobody reads %d bytes: %.200q...", name, len(f.Consequence)+len(f.Advice), f.Consequence)
			}
		}
		if len(found) != want {
			t.Errorf("%s: %d findings, want %d: %v", name, len(found), want, found[0])
		}
	}
}

// BenchmarkWhole is for a virtual host of ten thousand objects of each kind.
func BenchmarkWhole(b *testing.B) {
	for name, whole := range wholes {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := on("4.0.5", nil).whole()
				whole(c, 10_000)
				CheckAll(c, Review, nil)
			}
		})
	}
}

// BenchmarkPlan shows whether the time per object stays the same when there are more of them.
func BenchmarkPlan(b *testing.B) {
	for name, shape := range shapes {
		for _, n := range []int{500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					shape(n, func(c *Context, subject topology.Ref) { Check(c, Plan, nil, nil, subject) })
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/step")
			})
		}
	}
}
