package topology

import (
	"fmt"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestPredeclaredExchangesExist(t *testing.T) {
	v := New("/")
	sameList(t, "exchanges", names(v.Exchanges(), func(e *Exchange) string { return e.Name + ":" + e.Type }),
		":direct", "amq.direct:direct", "amq.fanout:fanout", "amq.headers:headers", "amq.match:headers", "amq.rabbitmq.trace:topic", "amq.topic:topic")
}

func TestRemovingAQueueRemovesItsBindings(t *testing.T) {
	v := onBroker("4.0.5", paymentRetry(workQueue(nil))...)
	v.RemoveQueue("main.queue")
	if len(v.BindingsFrom("main.exchange")) != 0 || len(v.BindingsNamed("main.exchange -> main.queue (payment.execute)")) != 0 || v.Queue("main.queue") != nil {
		t.Error("the binding to the removed queue is still there")
	}
	if got := v.Route("main.exchange", "payment.execute"); len(got.Queues) != 0 || !got.Certain {
		t.Errorf("got %+v", got)
	}
}

func TestRemovingAnExchangeRemovesItsBindings(t *testing.T) {
	v := onBroker("4.0.5", paymentRetry(workQueue(nil))...)
	put(v, exchange("in", "fanout"), chain("in", "", "main.exchange"))
	v.RemoveExchange("main.exchange")
	if len(v.BindingsTo(Ref{KindQueue, "main.queue"})) != 0 || len(v.BindingsFrom("in")) != 0 {
		t.Error("bindings of the removed exchange are still there")
	}
}

func TestABindingIsItsEndsKeyAndArguments(t *testing.T) {
	v := onBroker("4.0.5", exchange("h", "headers"), quorum("q", nil))
	for _, format := range []string{"pdf", "log"} {
		b := bind("h", "", "q")
		b.Arguments = map[string]any{"format": format, "x-match": "all"}
		put(v, b, b)
	}
	if got := len(v.BindingsNamed("h -> q ()")); got != 2 {
		t.Errorf("%d bindings, want 2", got)
	}
	gone := bind("h", "", "q")
	gone.Arguments = map[string]any{"x-match": "all", "format": "log"}
	v.RemoveBinding(*gone)
	if got := v.BindingsTo(Ref{KindQueue, "q"}); len(got) != 1 || got[0].Arguments["format"] != "pdf" {
		t.Errorf("got %+v", got)
	}
}

func TestBindingsOfTheDefaultExchangeAreNotKept(t *testing.T) {
	v := onBroker("4.0.5", quorum("q", nil), bind("", "q", "q"))
	if len(v.BindingsTo(Ref{KindQueue, "q"})) != 0 {
		t.Error("kept")
	}
}

func TestADeletedObjectTakesNoMessages(t *testing.T) {
	v := onBroker("4.0.5", paymentRetry(workQueue(nil))...)
	gone := workQueue(nil)
	gone.Change = Deleted
	v.PutQueue(gone)
	if v.Queue("main.queue") != gone {
		t.Error("it cannot be asked for")
	}
	if got := v.Route("", "main.queue"); len(got.Queues) != 0 {
		t.Errorf("got %+v", got)
	}
	if got := v.QueuesDeadLetteringTo("retry.exchange"); len(got) != 0 {
		t.Errorf("got %v", names(got, queueName))
	}
}

func TestQueuesDeadLetteringToFollowsArgumentsAndPolicies(t *testing.T) {
	v := onBroker("4.0.5", quorum("a", args{"x-dead-letter-exchange": "dlx"}), quorum("b", nil), quorum("c", args{"x-dead-letter-exchange": "other"}),
		quorum("d", args{"x-dead-letter-exchange": queueargs.Unknown{}}))
	sameList(t, "by argument", names(v.QueuesDeadLetteringTo("dlx"), queueName), "a")
	v.PutPolicy(policy("dead", "", 0, map[string]any{"dead-letter-exchange": "dlx"}))
	sameList(t, "by policy", names(v.QueuesDeadLetteringTo("dlx"), queueName), "a", "b")
	v.PutQueue(quorum("a", args{"x-dead-letter-exchange": "other"}))
	v.RemoveQueue("b")
	sameList(t, "after changes", names(v.QueuesDeadLetteringTo("dlx"), queueName))
	sameList(t, "other", names(v.QueuesDeadLetteringTo("other"), queueName), "a", "c")
}

// Each step of a plan puts an object and asks about it.
func BenchmarkPutAndAsk(b *testing.B) {
	for _, n := range []int{1000, 2000, 4000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				v := onBroker("4.0.5", exchange("main.exchange", "direct"), exchange("retry.exchange", "fanout"),
					quorum("retry", args{"x-message-ttl": ms(10000), "x-dead-letter-exchange": "main.exchange"}), bind("retry.exchange", "", "retry"))
				for i := range n {
					q := quorum(fmt.Sprintf("work.%d", i), args{"x-dead-letter-exchange": "retry.exchange"})
					put(v, q, bind("main.exchange", fmt.Sprint(i), q.Name))
					v.DeadLetterTargets(q)
					v.AutomaticCycles(q)
					v.DelayLoops(q)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/object")
		})
	}
}
