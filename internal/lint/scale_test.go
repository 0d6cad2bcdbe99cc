package lint

import (
	"fmt"
	"testing"

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
