//go:build faults

package faults

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// publisher publishes messages through an exchange, each with an id of its own, and knows which the broker has confirmed. It connects again
// when the broker goes away; what was not confirmed then may or may not have arrived.
type publisher struct {
	t       *testing.T
	b       *acctest.BrokerInfo
	vhost   string
	channel *amqp.Channel

	published int
	confirmed map[string]bool
}

func newPublisher(t *testing.T, b *acctest.BrokerInfo, vhost string) *publisher {
	return &publisher{t: t, b: b, vhost: vhost, confirmed: map[string]bool{}}
}

// batch publishes so many messages and waits for their confirmations.
func (p *publisher) batch(ctx context.Context, n int) {
	if p.channel == nil || p.channel.IsClosed() {
		connection, err := amqp.DialConfig(p.b.AMQPURL, amqp.Config{Vhost: p.vhost})
		if err != nil {
			return
		}
		p.t.Cleanup(func() { _ = connection.Close() })
		if p.channel, err = connection.Channel(); err != nil || p.channel.Confirm(false) != nil {
			return
		}
	}
	waiting := map[string]*amqp.DeferredConfirmation{}
	for range n {
		id := strconv.Itoa(p.published)
		p.published++
		confirmation, err := p.channel.PublishWithDeferredConfirmWithContext(ctx, "x", "k."+id, false, false,
			amqp.Publishing{DeliveryMode: amqp.Persistent, MessageId: id, Body: []byte("message " + id)})
		if err != nil {
			break
		}
		waiting[id] = confirmation
	}
	for id, confirmation := range waiting {
		if accepted, err := confirmation.WaitContext(ctx); err == nil && accepted {
			p.confirmed[id] = true
		}
	}
}

// goOn publishes until the returned function is called, which returns when the last confirmation has come.
func (p *publisher) goOn() (stop func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for {
			select {
			case <-end:
				return
			case <-time.After(50 * time.Millisecond):
			}
			// A confirmation that does not come is that of a broker which is gone.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(p.t.Context()), 5*time.Second)
			p.batch(ctx, 5)
			cancel()
		}
	})
	return func() {
		close(end)
		running.Wait()
	}
}

// collect consumes a queue until nothing has come for some seconds, and counts how often each id was in it.
func collect(t *testing.T, b *acctest.BrokerInfo, vhost, queue string) map[string]int {
	t.Helper()
	channel := b.Channel(t, vhost)
	if err := channel.Qos(1000, 0, false); err != nil {
		t.Fatal(err)
	}
	deliveries, err := channel.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for {
		select {
		case d, open := <-deliveries:
			if !open {
				t.Fatal("the consumer was cancelled")
			}
			if d.RoutingKey != "k."+d.MessageId || string(d.Body) != "message "+d.MessageId {
				t.Errorf("message %s has the key %q and the body %q", d.MessageId, d.RoutingKey, d.Body)
			}
			found[d.MessageId]++
			if err := d.Ack(false); err != nil {
				t.Fatal(err)
			}
		case <-time.After(3 * time.Second):
			return found
		}
	}
}
