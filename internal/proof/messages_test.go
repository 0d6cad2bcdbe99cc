package proof_test

import (
	"fmt"
	"net"
	"reflect"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// channel opens a channel. A refused operation closes its channel, so each kind of use has one of its own.
func (s *site) channel() *amqp.Channel {
	s.t.Helper()
	ch, err := s.conn.Channel()
	s.accepted(err)
	return ch
}

// message is a persistent message. The expiration, if not empty, is in milliseconds.
func message(body, expiration string) amqp.Publishing {
	return amqp.Publishing{DeliveryMode: amqp.Persistent, Body: []byte(body), Expiration: expiration}
}

// offer publishes a message and says whether the broker confirmed it.
func (s *site) offer(exchange, key, body, expiration string) bool {
	s.t.Helper()
	ch := s.channel()
	defer func() { _ = ch.Close() }()
	s.accepted(ch.Confirm(false))
	confirmation, err := ch.PublishWithDeferredConfirmWithContext(s.t.Context(), exchange, key, false, false,
		message(body, expiration))
	s.accepted(err)
	acked, err := confirmation.WaitContext(s.t.Context())
	s.accepted(err)
	return acked
}

// publish publishes messages to a queue, each confirmed before the next.
func (s *site) publish(queue string, bodies ...string) {
	s.t.Helper()
	for _, body := range bodies {
		if !s.offer("", queue, body, "") {
			s.t.Fatalf("the broker refused %q for queue %q", body, queue)
		}
	}
}

// publishExpiring publishes to a queue a message with an expiration of its own, in milliseconds.
func (s *site) publishExpiring(queue, body, expiration string) {
	s.t.Helper()
	if !s.offer("", queue, body, expiration) {
		s.t.Fatalf("the broker refused %q for queue %q", body, queue)
	}
}

// state is the number of messages that are ready in a queue and of its consumers, as the queue itself has them at this moment:
// unlike statistics they do not lag.
func (s *site) state(queue string) (ready, consumers int) {
	s.t.Helper()
	ch := s.channel()
	defer func() { _ = ch.Close() }()
	q, err := ch.QueueDeclarePassive(queue, true, false, false, false, nil)
	s.accepted(err)
	return q.Messages, q.Consumers
}

func (s *site) ready(queue string) int {
	s.t.Helper()
	ready, _ := s.state(queue)
	return ready
}

// drained waits until no message is ready in a queue.
func (s *site) drained(queue string) {
	s.t.Helper()
	s.eventually("queue "+queue+" has no ready message", func() bool { return s.ready(queue) == 0 })
}

// next takes the next message from a queue, waiting for it if need be, and requires that it is this one.
func (s *site) next(queue, body string) amqp.Delivery {
	s.t.Helper()
	ch := s.channel()
	defer func() { _ = ch.Close() }()
	var d amqp.Delivery
	s.eventually(fmt.Sprintf("message %q has come to queue %s", body, queue), func() bool {
		var ok bool
		var err error
		d, ok, err = ch.Get(queue, true)
		s.accepted(err)
		return ok
	})
	if string(d.Body) != body {
		s.t.Fatalf("queue %s gave %q (deaths: %v), want %q", queue, d.Body, deaths(d), body)
	}
	return d
}

// holds takes all messages from a queue and requires that they are these, in this order.
func (s *site) holds(queue string, bodies ...string) {
	s.t.Helper()
	for _, body := range bodies {
		s.next(queue, body)
	}
	if n := s.ready(queue); n != 0 {
		s.t.Fatalf("queue %s has %d messages besides %q", queue, n, bodies)
	}
}

// deaths lists a message's history of dead lettering, newest first: queue, reason and count of each entry of x-death.
func deaths(d amqp.Delivery) []string {
	var all []string
	entries, _ := d.Headers["x-death"].([]any)
	for _, e := range entries {
		if e, ok := e.(amqp.Table); ok {
			all = append(all, fmt.Sprintf("%v %v %v", e["queue"], e["reason"], e["count"]))
		}
	}
	return all
}

// died requires a message to have this history.
func (s *site) died(d amqp.Delivery, history ...string) {
	s.t.Helper()
	if got := deaths(d); !reflect.DeepEqual(got, history) {
		s.t.Fatalf("message %q died %q, want %q", d.Body, got, history)
	}
}

// consumer is a program that consumes a queue over a connection of its own.
type consumer struct {
	s          *site
	queue      string
	conn       *amqp.Connection
	socket     net.Conn
	deliveries <-chan amqp.Delivery
}

// consume starts a consumer that holds up to prefetch deliveries at a time, 0 being any number.
func (s *site) consume(queue string, prefetch int) *consumer {
	s.t.Helper()
	c := &consumer{s: s, queue: queue}
	c.conn = s.connect(func(network, address string) (net.Conn, error) {
		var err error
		c.socket, err = amqp.DefaultDial(10*time.Second)(network, address)
		return c.socket, err
	})
	ch, err := c.conn.Channel()
	s.accepted(err)
	s.accepted(ch.Qos(prefetch, 0, false))
	c.deliveries, err = ch.ConsumeWithContext(s.t.Context(), queue, "", false, false, false, false, nil)
	s.accepted(err)
	return c
}

// take waits for a delivery, which is not acknowledged.
func (c *consumer) take() amqp.Delivery {
	c.s.t.Helper()
	select {
	case d := <-c.deliveries:
		return d
	case <-time.After(patience):
		c.s.t.Fatalf("the consumer of %s got nothing in %s", c.queue, patience)
		panic("not reached")
	}
}

// leave ends the consumer in good order: what it acknowledged or rejected counts.
func (c *consumer) leave() {
	c.s.t.Helper()
	c.s.accepted(c.conn.Close())
	c.gone()
}

// crash cuts the consumer's connection, as the end of its program would, and waits until the queue has noticed: what the
// consumer held has then been returned, dropped or dead-lettered.
func (c *consumer) crash() {
	c.s.t.Helper()
	c.s.accepted(c.socket.Close())
	c.gone()
}

func (c *consumer) gone() {
	c.s.t.Helper()
	c.s.eventually("the consumer of "+c.queue+" is gone", func() bool {
		_, consumers := c.s.state(c.queue)
		return consumers == 0
	})
}

// crashes lets up to limit consumers in turn crash over the only message of a queue, and says how many got it.
func (s *site) crashes(queue string, limit int) int {
	s.t.Helper()
	for n := range limit {
		if s.ready(queue) == 0 {
			return n
		}
		c := s.consume(queue, 1)
		c.take()
		c.crash()
	}
	return limit
}

// purge removes the ready messages of a queue.
func (s *site) purge(queue string) {
	s.t.Helper()
	ch := s.channel()
	defer func() { _ = ch.Close() }()
	_, err := ch.QueuePurge(queue, false)
	s.accepted(err)
}
