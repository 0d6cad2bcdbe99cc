package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// site is a virtual host that one test has for itself.
type site struct {
	*acctest.BrokerInfo
	t     *testing.T
	vhost string
	// connection is what messages are published and counted over: opening one takes a while on a busy machine, and would look like a delay.
	connection *amqp.Connection
	answers    *answers
}

func open(t *testing.T) *site {
	t.Helper()
	return openOn(t, acctest.Broker(t))
}

func openOn(t *testing.T, b *acctest.BrokerInfo) *site {
	t.Helper()
	s := &site{BrokerInfo: b, t: t, vhost: b.Vhost(t)}
	s.connection = s.Connect(t, s.vhost)
	s.answers = watch(t, s.Channel(t, s.vhost))
	return s
}

// channel opens a channel over the connection of the site, or over a new one if the broker has been restarted.
func (s *site) channel() *amqp.Channel {
	s.t.Helper()
	if s.connection.IsClosed() {
		s.connection = s.Connect(s.t, s.vhost)
	}
	channel, err := s.connection.Channel()
	s.must(err)
	return channel
}

// travel applies a configuration, lets messages travel through what it made, and takes it down again.
func (s *site) travel(config string, journey func()) {
	s.t.Helper()
	pt.Run(s.t,
		resource.TestStep{Config: config, ConfigStateChecks: pt.State(pt.Then(func(*terraform.State) error { journey(); return nil }))},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
}

// send publishes a message and waits until the broker has confirmed it. It reports false if the broker refused it.
func (s *site) send(exchange, key, body string) bool {
	s.t.Helper()
	channel := s.channel()
	defer func() { _ = channel.Close() }()
	s.must(channel.Confirm(false))
	confirmation, err := channel.PublishWithDeferredConfirmWithContext(s.t.Context(), exchange, key, false, false,
		amqp.Publishing{DeliveryMode: amqp.Persistent, Body: []byte(body)})
	s.must(err)
	accepted, err := confirmation.WaitContext(s.t.Context())
	s.must(err)
	return accepted
}

// publisher publishes many messages over one channel. Each has to be confirmed.
func (s *site) publisher() func(exchange, key, body string) {
	s.t.Helper()
	channel := s.Channel(s.t, s.vhost)
	s.must(channel.Confirm(false))
	return func(exchange, key, body string) {
		s.t.Helper()
		confirmation, err := channel.PublishWithDeferredConfirmWithContext(s.t.Context(), exchange, key, false, false,
			amqp.Publishing{DeliveryMode: amqp.Persistent, Body: []byte(body)})
		s.must(err)
		if accepted, err := confirmation.WaitContext(s.t.Context()); err != nil || !accepted {
			s.t.Fatalf("message %q was not accepted: %v", body, err)
		}
	}
}

func (s *site) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// consumer consumes a queue over a connection of its own, one message at a time.
type consumer struct {
	s          *site
	connection *amqp.Connection
	deliveries <-chan amqp.Delivery
	queue      string
}

func (s *site) consume(queue string) *consumer {
	s.t.Helper()
	return s.consumeMany(queue, 1)
}

// consumeMany is consume with so many messages at a time.
func (s *site) consumeMany(queue string, prefetch int) *consumer {
	s.t.Helper()
	connection := s.Connect(s.t, s.vhost)
	channel, err := connection.Channel()
	s.must(err)
	s.must(channel.Qos(prefetch, 0, false))
	deliveries, err := channel.Consume(queue, "", false, false, false, false, nil)
	s.must(err)
	return &consumer{s, connection, deliveries, queue}
}

// take waits for the next message, longer than any delay of the tests.
func (c *consumer) take() amqp.Delivery {
	c.s.t.Helper()
	select {
	case d := <-c.deliveries:
		return d
	case <-time.After(acctest.Patience):
		c.s.t.Fatalf("no message in queue %q within %s", c.queue, acctest.Patience)
		return amqp.Delivery{}
	}
}

// crash ends the consumer as a crash does: what it has not acknowledged goes back.
func (c *consumer) crash() {
	c.s.t.Helper()
	c.s.must(c.connection.CloseDeadline(time.Now().Add(acctest.Patience)))
}

// ready is the number of messages that could be delivered now, as the queue itself has it: statistics lag.
func (s *site) ready(queue string) int {
	s.t.Helper()
	channel := s.channel()
	defer func() { _ = channel.Close() }()
	q, err := channel.QueueDeclarePassive(queue, true, false, false, false, nil)
	s.must(err)
	return q.Messages
}

// onTime requires that a delay was never cut short, and that it lasted at most 15 % longer, or 300 ms. What the broker took to answer
// anything at all is not held against the delay.
func (s *site) onTime(took, delay time.Duration) {
	s.t.Helper()
	if late := max(delay*15/100, 300*time.Millisecond) + s.answers.slowest(); took < delay || took > delay+late {
		s.t.Errorf("a delay of %s took %s; %s would have been in time", delay, took, delay+late)
	}
}

// died requires a history of dead lettering, newest first: queue, reason and count of each entry of x-death.
func (s *site) died(d amqp.Delivery, want ...string) {
	s.t.Helper()
	var got []string
	entries, _ := d.Headers["x-death"].([]any)
	for _, e := range entries {
		e, _ := e.(amqp.Table)
		got = append(got, fmt.Sprintf("%v %v %v", e["queue"], e["reason"], e["count"]))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("message %q has died as %q, not as %q", d.Body, got, want)
	}
}
