package lint

import (
	"reflect"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// has adds queues, exchanges and bindings to a virtual host.
func (c *Context) has(objects ...any) *Context {
	for _, object := range objects {
		switch object := object.(type) {
		case []*topology.Exchange:
			for _, e := range object {
				c.Topology.PutExchange(e)
			}
		case []*topology.Binding:
			for _, b := range object {
				c.Topology.PutBinding(b)
			}
		case *topology.Queue:
			c.Topology.PutQueue(object)
		case *topology.Exchange:
			c.Topology.PutExchange(object)
		case *topology.Binding:
			c.Topology.PutBinding(object)
		}
	}
	return c
}

// whole says that nothing more will be planned.
func (c *Context) whole() *Context {
	c.Topology.Final = true
	return c
}

func exchangeOf(name, kind string) *topology.Exchange {
	return &topology.Exchange{Name: name, Type: kind, Durable: true, Managed: true}
}

func created(e *topology.Exchange) *topology.Exchange {
	e.Change = topology.Created
	return e
}

func bindingOf(source, key, queue string) *topology.Binding {
	return &topology.Binding{Source: source, RoutingKey: key, Destination: queue, DestinationKind: topology.KindQueue, Managed: true}
}

func exchangeRef(name string) topology.Ref {
	return topology.Ref{Kind: topology.KindExchange, Name: name}
}

func bindingRef(b *topology.Binding) topology.Ref {
	return topology.Ref{Kind: topology.KindBinding, Name: b.Name()}
}

// deadLettering is a queue with a dead-letter exchange and key, and more arguments.
func deadLettering(t queueargs.Type, name, exchange, key string, more queueargs.Arguments) *topology.Queue {
	args := queueargs.Arguments{"x-dead-letter-exchange": exchange, "x-dead-letter-routing-key": key}
	for argument, value := range more {
		args[argument] = value
	}
	return queueOf(t, name, args)
}

// paymentRetry is the loop of the quickstart, with the work queue's own arguments.
func paymentRetry(work queueargs.Arguments) (queue, tier *topology.Queue, exchanges []*topology.Exchange, bindings []*topology.Binding) {
	queue = deadLettering(queueargs.Quorum, "main.queue", "retry.exchange", "payment.retry", work)
	tier = deadLettering(queueargs.Quorum, "retry.delay.10s.queue", "main.exchange", "payment.execute", queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)})
	asDelayTier(tier)
	exchanges = []*topology.Exchange{exchangeOf("main.exchange", "direct"), exchangeOf("retry.exchange", "direct")}
	bindings = []*topology.Binding{
		bindingOf("main.exchange", "payment.execute", "main.queue"),
		bindingOf("retry.exchange", "payment.retry", "retry.delay.10s.queue"),
	}
	return queue, tier, exchanges, bindings
}

// also requires that one rule says the same about other subjects.
func also(t *testing.T, want Finding, c *Context, subjects ...topology.Ref) {
	t.Helper()
	for _, subject := range subjects {
		found := rules[want.Rule].Check(c, subject)
		if len(found) != 1 {
			t.Errorf("%v: %d findings, want 1: %+v", subject, len(found), found)
			continue
		}
		found[0].Rule, found[0].Severity = want.Rule, want.Severity
		if !reflect.DeepEqual(found[0], want) {
			t.Errorf("%v: got %+v, want %+v", subject, found[0], want)
		}
	}
}

// The quickstart is planned without a finding, in whatever order its objects come, on a broker that has nothing yet.
func TestThePaymentRetryLoopHasNoFindings(t *testing.T) {
	for _, version := range []string{"3.10.8", "4.0.5", "4.3.6"} {
		args := queueargs.Arguments{"x-delivery-limit": queueargs.Int(-1)}
		if version == "3.10.8" {
			args = nil
		}
		work, tier, exchanges, bindings := paymentRetry(args)
		work.Change, tier.Change = topology.Created, topology.Created
		c := on(version, nil).has(created(exchanges[0]), created(exchanges[1]))
		refs := []topology.Ref{queueRef(work.Name), queueRef(tier.Name), bindingRef(bindings[0]), bindingRef(bindings[1])}
		for i, object := range []any{work, tier, bindings[0], bindings[1]} {
			if found := Check(c.has(object), Plan, nil, nil, refs[i]); len(found) != 0 {
				t.Errorf("%s: %v: %+v", version, refs[i], found)
			}
		}
		subjects := append(refs, exchangeRef("main.exchange"), exchangeRef("retry.exchange"))
		for _, home := range []Home{Plan, Review, Live} {
			if found := Check(c.whole(), home, nil, nil, subjects...); len(found) != 0 {
				t.Errorf("%s: %+v", version, found)
			}
		}
	}
}
