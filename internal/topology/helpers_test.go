package topology

import (
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// onBroker is a whole virtual host of a broker of that version with the objects in it.
func onBroker(brokerVersion string, objects ...any) *VirtualHost {
	v := New("payments")
	v.Version = version.Must(version.NewVersion(brokerVersion))
	v.Complete, v.Final = true, true
	put(v, objects...)
	return v
}

func put(v *VirtualHost, objects ...any) {
	for _, object := range objects {
		switch object := object.(type) {
		case *Queue:
			v.PutQueue(object)
		case *Exchange:
			v.PutExchange(object)
		case *Binding:
			v.PutBinding(object)
		case *Policy:
			v.PutPolicy(object)
		}
	}
}

type args = queueargs.Arguments

func quorum(name string, a args) *Queue {
	return &Queue{Name: name, Type: queueargs.Quorum, Durable: true, Arguments: a}
}

func classic(name string, a args) *Queue {
	return &Queue{Name: name, Type: queueargs.Classic, Durable: true, Arguments: a}
}

func exchange(name, kind string) *Exchange { return &Exchange{Name: name, Type: kind, Durable: true} }

func bind(source, key, queue string) *Binding {
	return &Binding{Source: source, Destination: queue, DestinationKind: KindQueue, RoutingKey: key}
}

func chain(source, key, to string) *Binding {
	return &Binding{Source: source, Destination: to, DestinationKind: KindExchange, RoutingKey: key}
}

func policy(name, pattern string, priority float64, definition map[string]any) *Policy {
	return &Policy{Name: name, Pattern: pattern, ApplyTo: "all", Priority: priority, Definition: definition}
}

func operator(name, pattern string, definition map[string]any) *Policy {
	p := policy(name, pattern, 0, definition)
	p.Operator = true
	return p
}

func ms(n int64) any { return queueargs.Int(n) }

// paymentRetry is a work queue that rejected messages come back to after 10 seconds.
func paymentRetry(work *Queue) []any {
	return []any{
		exchange("main.exchange", "direct"), exchange("retry.exchange", "direct"),
		work, bind("main.exchange", "payment.execute", work.Name),
		quorum("retry.delay.10s.queue", args{"x-message-ttl": ms(10000), "x-dead-letter-exchange": "main.exchange", "x-dead-letter-routing-key": "payment.execute"}),
		bind("retry.exchange", "payment.retry", "retry.delay.10s.queue"),
	}
}

func workQueue(more args) *Queue {
	a := args{"x-dead-letter-exchange": "retry.exchange", "x-dead-letter-routing-key": "payment.retry"}
	for name, value := range more {
		a[name] = value
	}
	return quorum("main.queue", a)
}

func names[T any](objects []T, name func(T) string) []string {
	all := []string{}
	for _, o := range objects {
		all = append(all, name(o))
	}
	return all
}

func queueName(q *Queue) string   { return q.Name }
func policyName(p *Policy) string { return p.Name }

func sameList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: got %q, want %q", what, got, want)
			return
		}
	}
}
