package proof_test

import (
	"strings"
	"testing"
	"time"
)

func TestAccProof_ttl_lowered_by_policy_the_smaller_wins(t *testing.T) {
	for name, put := range map[string]func(s *site, pattern string, definition args){
		"policy":          func(s *site, pattern string, definition args) { s.policy(pattern, pattern, 0, definition) },
		"operator policy": func(s *site, pattern string, definition args) { s.operatorPolicy(pattern, pattern, definition) },
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(s *site, kind string) {
				put(s, "^lowered$", args{"message-ttl": 200})
				put(s, "^not raised$", args{"message-ttl": 60000})
				s.queue("lowered", kind, s.lettersOf(kind, args{"x-message-ttl": 60000}))
				s.queue("not raised", kind, args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters", "x-message-ttl": 200})
				s.publish("lowered", "a")
				s.holds("letters", "a")
				s.publish("not raised", "b")
				s.holds("letters", "b")
			})
		})
	}
}

func TestAccProof_policy_ttl_not_retroactive_for_what_never_expires(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		letters := s.lettersOf(kind, nil)
		s.queue("q", kind, letters)
		s.queue("clock", kind, letters)
		s.publish("q", "old")
		s.policy("ttl", "^(q|clock)$", 0, args{"message-ttl": 200})

		// That the policy is in force on q can be seen once the old message is out of the way.
		c := s.consume("q", 1)
		old := c.take()
		s.eventually("a new message expires", func() bool {
			s.publish("q", "new")
			return s.ready("letters") > 0
		})
		s.drained("q")
		s.accepted(old.Nack(false, true))
		c.take()
		c.crash()
		s.purge("letters")

		s.publish("clock", "tick")
		s.holds("letters", "tick")
		s.holds("q", "old")
	})
}

func TestAccProof_policy_ttl_not_retroactive_for_what_expires(t *testing.T) {
	for name, change := range map[string]func(s *site){
		"raised": func(s *site) { s.policy("ttl", "^q", 0, args{"message-ttl": 60000}) },
		"removed": func(s *site) {
			_, err := s.broker.Admin(s.t).DeletePolicy(s.vhost, "ttl")
			s.accepted(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(s *site, kind string) {
				s.policy("ttl", "^q", 0, args{"message-ttl": 1500})
				s.queue("q", kind, s.lettersOf(kind, nil))
				begin := time.Now()
				s.publish("q", "old")
				change(s)
				s.publish("q", "new")
				s.died(s.next("letters", "old"), "q expired 1")
				if waited := time.Since(begin); waited < 1500*time.Millisecond {
					t.Errorf("the old message expired after %s", waited)
				}
				s.holds("q", "new")
			})
		})
	}
}

func TestAccProof_policy_drops_messages_beyond_a_new_limit(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, nil)
		s.queue("letters from q", kind, s.lettersOf(kind, nil))
		for _, queue := range []string{"q", "letters from q"} {
			s.publish(queue, "a", "b", "c")
		}
		s.policy("limit", "q$", 0, args{"max-length": 1})
		s.eventually("what is beyond the limit is dropped", func() bool { return s.ready("q") == 1 })
		s.holds("q", "c")
		s.eventually("what is beyond the limit is dead-lettered", func() bool { return s.ready("letters") == 2 })
		s.holds("letters from q", "c")
	})
}

func TestAccProof_policy_drops_messages_beyond_bytes_and_with_their_queue(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, queue := range []string{"bytes", "idle", "letters"} {
			s.queue(queue, kind, nil)
		}
		a, b, c := strings.Repeat("a", 1000), strings.Repeat("b", 1000), strings.Repeat("c", 1000)
		s.publish("bytes", a, b, c)
		s.publish("idle", "a", "b", "c")
		s.policy("bytes", "^bytes$", 0, args{"max-length-bytes": 1900})
		s.policy("idle", "^idle$", 0, args{"expires": 1000, "dead-letter-exchange": "", "dead-letter-routing-key": "letters"})
		s.eventually("what is beyond the bytes is dropped", func() bool { return s.ready("bytes") == 1 })
		s.holds("bytes", c)
		s.eventually("the queue is deleted with its messages", func() bool { return !s.exists("idle") })
		s.drained("letters")
	})
}

func TestAccProof_policy_drops_messages_that_wait_for_confirmation(t *testing.T) {
	s := open(t)
	strategy := func(queue, name string) {
		s.policy(queue, "^"+queue+"$", 0, args{"message-ttl": 100, "dead-letter-exchange": "dlx", "dead-letter-routing-key": queue, "dead-letter-strategy": name, "overflow": "reject-publish"})
	}
	for _, queue := range []string{"changed", "kept"} {
		strategy(queue, "at-least-once")
		s.queue(queue, "quorum", nil)
		s.queue(queue+" letters", "quorum", nil)
		s.publish(queue, "waits")
		s.drained(queue)
	}
	strategy("changed", "at-most-once")
	strategy("changed", "at-least-once")
	s.exchange("dlx")
	for _, queue := range []string{"changed", "kept"} {
		s.bind("dlx", queue, queue+" letters")
		// Whatever waits is published again when a policy changes.
		s.operatorPolicy("again "+queue, "^"+queue+"$", args{"max-length-bytes": 1_000_000})
		s.publish(queue, "comes later")
	}
	s.holds("kept letters", "waits", "comes later")
	s.holds("changed letters", "comes later")
}

func TestAccProof_policy_drops_messages_that_expire_without_an_exchange(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("letters", kind, nil)
		way := func(queue string, more args) {
			definition := args{"message-ttl": 3000}
			for key, value := range more {
				definition[key] = value
			}
			s.policy(queue, "^"+queue+"$", 0, definition)
		}
		letters := args{"dead-letter-exchange": "", "dead-letter-routing-key": "letters"}
		for _, queue := range []string{"kept", "ends", "leads nowhere"} {
			way(queue, letters)
			s.queue(queue, kind, nil)
			s.publish(queue, queue)
		}
		way("ends", nil)
		way("leads nowhere", args{"dead-letter-exchange": "", "dead-letter-routing-key": "nowhere"}) // dlx_unroutable
		for _, queue := range []string{"kept", "ends", "leads nowhere"} {
			s.eventually("the message expires", func() bool { return s.ready(queue) == 0 })
		}
		s.holds("letters", "kept")
	})
}

func TestAccProof_policy_shadowed_is_not_in_force(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("by high", kind, nil)
		s.policy("low", "^q$", 1, args{"message-ttl": 200, "dead-letter-exchange": ""})
		s.policy("high", "^q", 2, args{"dead-letter-exchange": "", "dead-letter-routing-key": "by high"})
		s.queue("q", kind, args{"x-max-length": 1})
		s.publish("q", "kept")
		s.stays("the message does not expire", func() bool { return s.ready("q") == 1 })
		s.publish("q", "next")
		s.died(s.next("by high", "kept"), "q maxlen 1")
		s.holds("q", "next")
	})
}

func TestAccProof_policy_skips_queue_as_a_whole(t *testing.T) {
	s := open(t)
	// Classic queues do not support delivery-limit.
	s.policy("skipped", "^q", 10, args{"delivery-limit": 5, "dead-letter-routing-key": "by skipped"})
	s.policy("next best", "^q", 1, args{"dead-letter-exchange": "", "dead-letter-routing-key": "by next best", "message-ttl": 200})
	s.queue("by skipped", "classic", nil)
	s.queue("by next best", "classic", nil)
	s.queue("q", "classic", nil)
	s.publish("q", "letter")
	s.died(s.next("by next best", "letter"), "q expired 1")
	s.holds("by skipped")

	// A quorum queue supports all keys of the better policy, which has no TTL.
	s.queue("q.quorum", "quorum", nil)
	s.publish("q.quorum", "kept")
	s.publish("q", "witness")
	s.holds("by next best", "witness")
	s.holds("q.quorum", "kept")
}

func TestAccProof_policy_tie_one_of_both_is_in_force(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		targets := []string{"by a", "by b"}
		for _, name := range targets {
			s.queue(name, kind, nil)
			s.policy(name, "^q$", 3, args{"dead-letter-exchange": "", "dead-letter-routing-key": name, "message-ttl": 200})
		}
		s.queue("q", kind, nil)
		s.publish("q", "letter")
		s.eventually("the letter has come to either queue", func() bool { return s.ready("by a")+s.ready("by b") > 0 })
		if n := s.ready("by a") + s.ready("by b"); n != 1 {
			t.Errorf("%d letters: both policies were in force", n)
		}
	})
}
