package proof_test

import "testing"

func TestAccProof_dlx_missing_dead_letters_are_dropped(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"})
		s.publish("q", "lost")
		s.drained("q")
		s.exchange("dlx")
		s.queue("letters", kind, nil)
		s.bind("dlx", "k", "letters")
		s.publish("q", "witness")
		s.holds("letters", "witness")
	})
}

func TestAccProof_dlx_unroutable_dead_letters_are_dropped(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, name := range []string{"in", "dlx"} {
			s.exchange(name)
		}
		// Without a key of the queue's own, dead letters keep theirs.
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx"})
		s.queue("letters", kind, nil)
		s.bind("dlx", "bound", "letters")
		for _, key := range []string{"unbound", "bound"} {
			s.bind("in", key, "q")
			if !s.offer("in", key, key, "") {
				t.Fatal("refused")
			}
		}
		s.holds("letters", "bound")
	})
}

// Of what a topic binding lets in only that goes on which a binding of the dead-letter exchange takes.
func TestAccProof_dlx_unroutable_for_a_part_of_a_pattern(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, name := range []string{"in", "dlx"} {
			s.accepted(s.declareExchange(name, "topic", nil))
		}
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx"})
		s.queue("letters", kind, nil)
		s.bind("in", "orders.#", "q")
		s.bind("dlx", "orders.eu.*", "letters")
		for _, key := range []string{"orders.other", "orders", "orders.eu.other"} {
			if !s.offer("in", key, key, "") {
				t.Fatal("refused")
			}
		}
		s.holds("letters", "orders.eu.other")
	})
}

func TestAccProof_dlx_unroutable_by_default_exchange_to_no_queue(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters"})
		s.publish("q", "lost")
		s.drained("q")
		s.queue("letters", kind, nil)
		s.publish("q", "witness")
		s.holds("letters", "witness")
	})
}

func TestAccProof_dlx_key_without_exchange_is_refused(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		key := args{"x-dead-letter-routing-key": "k"}
		s.refused(s.declare("q", kind, key), 400, "routing_key_but_no_dlx_defined")
		s.policy("exchange", "^q$", 0, args{"dead-letter-exchange": ""})
		s.refused(s.declare("q", kind, key), 400, "routing_key_but_no_dlx_defined")
	})
}

func TestAccProof_dlx_key_without_exchange_in_a_policy_does_nothing(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.policy("key", "^bare$", 0, args{"dead-letter-routing-key": "letters"})
		s.policy("both", "^q$", 0, args{"dead-letter-routing-key": "letters", "dead-letter-exchange": ""})
		s.queue("letters", kind, nil)
		s.queue("bare", kind, args{"x-message-ttl": 200})
		s.queue("q", kind, args{"x-message-ttl": 200})
		s.publish("bare", "lost")
		s.drained("bare")
		s.publish("q", "witness")
		s.holds("letters", "witness")
	})
}

func TestAccProof_dead_letters_lost_by_the_queue_that_gets_them(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.exchange("dlx")
		s.queue("q", kind, args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"})
		s.queue("limited", kind, args{"x-max-length": 2})
		s.queue("short", kind, args{"x-message-ttl": 200})
		s.queue("expiring", kind, args{"x-expires": 2000})
		s.queue("all", kind, nil)
		for _, name := range []string{"limited", "short", "expiring", "all"} {
			s.bind("dlx", "k", name)
		}
		s.publish("q", "1", "2", "3")
		s.holds("all", "1", "2", "3")
		s.eventually("queue expiring is gone", func() bool { return !s.exists("expiring") })
		s.drained("short")
		s.holds("limited", "2", "3")
	})
}
