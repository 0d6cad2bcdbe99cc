package proof_test

import "testing"

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

func TestAccProof_policy_ttl_not_retroactive(t *testing.T) {
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
