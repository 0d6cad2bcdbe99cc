package proof_test

import (
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// drop deletes a queue.
func (s *site) drop(queue string) error {
	return s.api.DeleteQueue(s.t.Context(), s.vhost, queue, rabbitmq.DeleteQueueOptions{})
}

func TestAccProof_delayed_exchange_unavailable_without_plugin(t *testing.T) {
	s := open(t)
	const delayed = "x-delayed-message"
	overview, err := s.api.Overview(t.Context())
	s.accepted(err)
	if s.from("4.3") && overview.HasExchangeType(delayed) {
		t.Error("the plugin runs on 4.3")
	}
	_, err = s.api.DeclareExchange(t.Context(), s.vhost, "delayed", rabbitmq.ExchangeSettings{
		Type: delayed, Durable: true, Arguments: args{"x-delayed-type": "direct"}})
	if overview.HasExchangeType(delayed) {
		s.accepted(err)
		s.refused(s.declareExchange("by no type", delayed, nil), 400, "x-delayed-type")
	} else {
		s.refused(err, 400, "unknown exchange type")
	}
}

func TestAccProof_delay_route_overlaps_messages_reach_both(t *testing.T) {
	s := open(t)
	_, err := s.api.DeclareExchange(t.Context(), s.vhost, "delivery", rabbitmq.ExchangeSettings{Type: "topic", Durable: true})
	s.accepted(err)
	for _, address := range []string{"orders", "sales.orders", "resales.orders"} {
		s.queue(address, "classic", nil)
		s.bind("delivery", "#."+address, address)
	}
	for _, address := range []string{"sales.orders", "orders"} {
		if !s.offer("delivery", "0.1.0."+address, address, "") {
			t.Error("refused")
		}
	}
	s.holds("orders", "sales.orders", "orders")
	s.holds("sales.orders", "sales.orders")
	s.holds("resales.orders")
}

func TestAccProof_name_invalid_is_refused_or_changed(t *testing.T) {
	s := open(t)
	long := strings.Repeat("n", 256)
	exchange := func(name string) error {
		_, err := s.api.DeclareExchange(t.Context(), s.vhost, name, rabbitmq.ExchangeSettings{Type: "direct", Durable: true})
		return err
	}
	queue := func(name string) error { return s.declare(name, "classic", nil) }
	for _, declare := range []func(string) error{queue, exchange} {
		s.refused(declare("amq.reserved"), 401, "")
		s.accepted(declare("amqp.free"))
		s.accepted(declare(long[1:]))
		s.accepted(declare("line\r\nbreak"))
	}
	s.bind("linebreak", "k", "linebreak")
	if !s.offer("linebreak", "k", "the line breaks were stripped", "") {
		t.Error("refused")
	}
	s.holds("linebreak", "the line breaks were stripped")

	s.refused(queue(long), 400, "should be less than 255 bytes")
	// An exchange of such a name can be made, but AMQP 0-9-1 cannot spell it: a short string has at most 255 bytes.
	s.accepted(exchange(long))
	if err := s.channel().PublishWithContext(t.Context(), long, "k", false, false, message("not sent", "")); err == nil {
		t.Error("published to an exchange with a name of 256 bytes")
	}
}

func TestAccProof_binding_key_unaddressable_tilde_with_arguments(t *testing.T) {
	s := open(t)
	s.exchange("x")
	s.queue("q", "classic", nil)
	bind := func(key string, arguments args) error {
		_, err := s.api.DeclareBinding(t.Context(), s.vhost, rabbitmq.Binding{
			Source: "x", Destination: "q", DestinationType: "queue", RoutingKey: key, Arguments: arguments})
		return err
	}
	list := func() error {
		_, err := s.broker.Admin(t).ListBindingsIn(s.vhost)
		return err
	}
	s.accepted(bind("a~b", nil))
	s.accepted(bind("ab", args{"n": 1}))
	s.accepted(list())
	s.refused(bind("a~b", args{"n": 1}), 500, "")
	if list() == nil {
		t.Error("the bindings of the virtual host can still be listed")
	}
	s.accepted(s.drop("q"))
	s.accepted(list())
}

// Such keys look to the management API like no key at all, unless a letter of them is escaped.
func TestAccProof_binding_key_unaddressable_is_neither_null_nor_undefined(t *testing.T) {
	s := open(t)
	s.exchange("x")
	s.queue("q", "classic", nil)
	for _, key := range []string{"null", "undefined"} {
		s.bind("x", key, "q")
		if !s.offer("x", key, key, "") {
			t.Fatal("refused")
		}
		s.holds("q", key)
		id := rabbitmq.BindingKey{Source: "x", Destination: "q", DestinationType: "queue", PropertiesKey: key}
		b, err := s.api.Binding(t.Context(), s.vhost, id)
		if s.accepted(err); b.RoutingKey != key {
			t.Errorf("%+v", b)
		}
		s.accepted(s.api.DeleteBinding(t.Context(), s.vhost, id))
		if !s.offer("x", key, "goes nowhere", "") {
			t.Fatal("refused")
		}
		s.holds("q")
	}
}

func TestAccProof_replace_loses_messages_and_bindings(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.exchange("x")
		s.queue("q", kind, args{"x-message-ttl": 60000})
		s.bind("x", "k", "q")
		s.publish("q", "lost")
		// There is no other way to change an argument.
		s.refused(s.declare("q", kind, args{"x-message-ttl": 50000}), 400, "inequivalent arg 'x-message-ttl'")
		s.accepted(s.drop("q"))
		s.queue("q", kind, args{"x-message-ttl": 50000})
		if !s.offer("x", "k", "goes nowhere", "") {
			t.Fatal("refused")
		}
		s.publish("q", "witness")
		s.holds("q", "witness")
	})
}

func TestAccProof_exchange_replaced_loses_messages_until_it_is_bound_again(t *testing.T) {
	s := open(t)
	s.exchange("x")
	s.queue("dead", "classic", nil)
	s.queue("work", "quorum", args{"x-message-ttl": 100, "x-dead-letter-exchange": "x", "x-dead-letter-routing-key": "k"})
	s.bind("x", "k", "dead")
	s.accepted(s.api.DeleteExchange(t.Context(), s.vhost, "x"))
	if s.offer("x", "k", "fails", "") {
		t.Error("published to an exchange that is not there")
	}
	s.publish("work", "dead letter")
	s.eventually("the dead letter has left its queue", func() bool { return s.ready("work") == 0 })
	s.exchange("x")
	if !s.offer("x", "k", "goes nowhere", "") {
		t.Fatal("refused")
	}
	s.bind("x", "k", "dead")
	if !s.offer("x", "k", "witness", "") {
		t.Fatal("refused")
	}
	s.holds("dead", "witness")
}

func TestAccProof_delay_queue_consumed_takes_messages_too_early(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("main", kind, nil)
		s.queue("delay", kind, args{"x-message-ttl": 2000, "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "main"})
		begin := time.Now()
		c := s.consume("delay", 1)
		s.publish("delay", "early")
		s.accepted(c.take().Ack(false))
		if waited := time.Since(begin); waited >= 2*time.Second {
			t.Errorf("the consumer got the message after %s", waited)
		}
		c.leave()
		s.publish("delay", "in time")
		s.holds("main", "in time")
	})
}
