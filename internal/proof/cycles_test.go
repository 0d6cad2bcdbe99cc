package proof_test

import (
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"
)

// loop is a queue "work" that dead-letters to a queue "delay", which after 200 ms sends messages on to exchange "main". What is
// bound there to the key "execute" gets them: queue "audit" always, and work, unless the broker drops the copy that is for it.
func (s *site) loop(kind string, work args) {
	s.t.Helper()
	s.exchange("main")
	s.queue("delay", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "main", "x-dead-letter-routing-key": "execute"})
	all := args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "delay"}
	for k, v := range work {
		all[k] = v
	}
	s.queue("work", kind, all)
	s.queue("audit", kind, nil)
	s.bind("main", "execute", "work")
	s.bind("main", "execute", "audit")
}

func TestAccProof_dlx_cycle_drops_what_expires_twice(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.loop(kind, args{"x-message-ttl": 200})
		s.publish("work", "dropped")
		s.died(s.next("audit", "dropped"), "delay expired 1", "work expired 1")
		// Had work got it, it would go round and audit would get it again.
		s.stays("work, delay and audit are empty", func() bool {
			return s.ready("work")+s.ready("delay")+s.ready("audit") == 0
		})
	})
}

func TestAccProof_dlx_cycle_drops_what_overflows_and_expires(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.loop(kind, args{"x-max-length": 1})
		s.publish("work", "dropped", "kept")
		s.died(s.next("audit", "dropped"), "delay expired 1", "work maxlen 1")
		s.holds("work", "kept")
	})
}

// Dead letters keep their keys: those that lead back to the queue are dropped there, and audit gets them as often as they pass.
func TestAccProof_dlx_cycle_drops_a_part_of_a_pattern(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, name := range []string{"in", "dlx"} {
			s.accepted(s.declareExchange(name, "topic", nil))
		}
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx"})
		s.queue("delay", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "in"})
		s.queue("audit", kind, nil)
		s.queue("letters", kind, nil)
		s.bind("in", "orders.#", "q")
		s.bind("in", "orders.#", "audit")
		s.bind("dlx", "#.eu.*", "delay")
		s.bind("dlx", "orders.us.*", "letters")
		for _, key := range []string{"orders.eu.other", "orders.us.other"} {
			if !s.offer("in", key, key, "") {
				t.Fatal("refused")
			}
		}
		s.died(s.next("letters", "orders.us.other"), "q expired 1")
		s.holds("audit", "orders.eu.other", "orders.us.other", "orders.eu.other")
		s.stays("q and delay are empty", func() bool { return s.ready("q")+s.ready("delay") == 0 })
	})
}

func TestAccProof_dlx_cycle_drops_nothing_that_is_rejected(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.loop(kind, nil)
		s.publish("work", "retried")
		c := s.consume("work", 1)
		s.accepted(c.take().Reject(false))
		for _, history := range [][]string{
			{"delay expired 1", "work rejected 1"},
			{"delay expired 2", "work rejected 2"},
			{"delay expired 3", "work rejected 3"},
		} {
			d := c.take()
			s.died(d, history...)
			s.accepted(d.Reject(false))
		}
		s.accepted(c.take().Ack(false))
	})
}

func TestAccProof_dlx_cycle_drops_not_but_keeps_at_least_once(t *testing.T) {
	s := open(t)
	s.exchange("main")
	s.queue("delay", "quorum", atLeastOnce(args{"x-dead-letter-exchange": "main", "x-dead-letter-routing-key": "execute"}))
	s.queue("work", "quorum", args{"x-message-ttl": 200, "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "delay"})
	s.bind("main", "execute", "work")
	s.publish("work", "kept")
	s.drained("work")
	c := s.consume("work", 1)
	s.publish("delay", "witness")
	d := c.take()
	if string(d.Body) != "witness" {
		t.Fatalf("%q came back to work: %v", d.Body, deaths(d))
	}
	s.accepted(d.Ack(false))
	c.leave()
	s.drained("delay")
	s.queue("audit", "quorum", nil)
	s.bind("main", "execute", "audit")
	s.retryDeadLetters("delay")
	s.died(s.next("audit", "kept"), "delay expired 1", "work expired 1")
}

func TestAccProof_dlx_self_loop_drops_what_expires_or_overflows(t *testing.T) {
	for name, own := range map[string]args{
		"without a key":    {"x-dead-letter-exchange": ""},
		"with its own key": {"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "q"},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(s *site, kind string) {
				expiring := args{"x-message-ttl": 200}
				limited := args{"x-max-length": 1}
				for k, v := range own {
					expiring[k], limited[k] = v, v
				}
				s.queue("q", kind, expiring)
				s.publish("q", "dropped")
				s.drained("q")
				s.stays("q is empty", func() bool { return s.ready("q") == 0 })
				s.accepted(s.drop("q"))
				s.queue("q", kind, limited)
				s.publish("q", "dropped", "kept")
				s.stays("q has one message", func() bool { return s.ready("q") == 1 })
				s.holds("q", "kept")
			})
		})
	}
}

func TestAccProof_dlx_self_loop_brings_back_at_once_what_is_rejected(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-dead-letter-exchange": ""})
		s.publish("q", "hot")
		c := s.consume("q", 1)
		var d amqp.Delivery
		for range 25 {
			d = c.take()
			s.accepted(d.Reject(false))
		}
		s.died(c.take(), "q rejected 25")
	})
}
