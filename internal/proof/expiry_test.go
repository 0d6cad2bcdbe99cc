package proof_test

import (
	"encoding/json"
	"testing"
	"time"
)

// lettersOf makes a queue "letters" and returns the arguments that dead-letter to it.
func (s *site) lettersOf(kind string, more args) args {
	s.t.Helper()
	s.queue("letters", kind, nil)
	all := args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters"}
	for k, v := range more {
		all[k] = v
	}
	return all
}

func TestAccProof_ttl_without_dlx_messages_vanish(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("kept", kind, s.lettersOf(kind, args{"x-message-ttl": 200}))
		s.queue("bare", kind, args{"x-message-ttl": 200})
		s.publish("bare", "lost")
		s.publish("kept", "letter")
		s.died(s.next("letters", "letter"), "kept expired 1")
		s.drained("bare")
		s.holds("letters")
	})
}

func TestAccProof_ttl_zero_only_a_waiting_consumer_gets_messages(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, s.lettersOf(kind, args{"x-message-ttl": 0}))
		s.publish("q", "nobody waits")
		s.died(s.next("letters", "nobody waits"), "q expired 1")
		c := s.consume("q", 0)
		for range 5 {
			s.publish("q", "somebody waits")
			s.accepted(c.take().Ack(false))
		}
		s.holds("letters")
	})
}

func TestAccProof_expires_before_ttl_messages_are_not_dead_lettered(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("short", kind, s.lettersOf(kind, args{"x-expires": 400, "x-message-ttl": 60000}))
		s.queue("long", kind, args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters", "x-expires": 60000, "x-message-ttl": 200})
		publisher := s.connect(nil)
		s.eventually("queue short is gone, although it is published to all the time", func() bool {
			// The broker may close the connection over a message for a queue that is being deleted.
			if ch, err := publisher.Channel(); err == nil {
				_ = ch.PublishWithContext(s.t.Context(), "", "short", false, false, message("lost", ""))
				_ = ch.Close()
			}
			return !s.exists("short")
		})
		s.publish("long", "letter")
		s.holds("letters", "letter")
	})
}

func TestAccProof_ttl_out_of_range_arguments_are_refused(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		const tenYears = 315_360_000_000
		for _, argument := range []string{"x-message-ttl", "x-expires"} {
			s.queue(argument, kind, args{argument: tenYears})
			s.refused(s.declare("q", kind, args{argument: tenYears + 1}), 400, "value_too_large")
			s.refused(s.declare("q", kind, args{argument: -1}), 400, "value_negative")
		}
		s.refused(s.declare("q", kind, args{"x-expires": 0}), 400, "value_zero")
	})
}

func TestAccProof_ttl_out_of_range_in_a_policy_loses_messages(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.policy("ten years and one", "^fine$", 0, args{"message-ttl": 315_360_000_001})
		s.policy("far too large", "^broken$", 0, args{"message-ttl": json.Number("10000000000000000000")})
		s.queue("fine", kind, nil)
		s.queue("broken", kind, nil)
		s.publish("fine", "kept")
		s.holds("fine", "kept")
		if kind == "classic" {
			if s.offer("", "broken", "lost", "") {
				t.Error("the broker confirmed a message that crashes its queue")
			}
			s.stays("queue broken gives no message", func() bool {
				has, err := s.api.HasReadyMessage(s.t.Context(), s.vhost, "broken")
				return err != nil || !has
			})
			return
		}
		s.accepted(s.channel().PublishWithContext(s.t.Context(), "", "broken", false, false, message("lost", "")))
		inARow := 0
		s.eventually("queue broken is unusable, after some restarts", func() bool {
			inARow++
			if _, err := s.api.HasReadyMessage(s.t.Context(), s.vhost, "broken"); err == nil {
				inARow = 0
			}
			return inARow == 25
		})
		// It may crash once more while it is deleted.
		s.eventually("queue broken can be deleted", func() bool { return s.drop("broken") == nil })
	})
}

func TestAccProof_message_ttl_expires_only_at_the_head(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, s.lettersOf(kind, nil))
		begin := time.Now()
		s.publishExpiring("q", "long", "1500")
		s.publishExpiring("q", "short", "100")
		s.next("letters", "long")
		if waited := time.Since(begin); waited < 1500*time.Millisecond {
			t.Errorf("the first message expired after %s", waited)
		}
		s.holds("letters", "short")

		s.queue("alone", kind, args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters"})
		s.publishExpiring("q", "long", "1500")
		s.publishExpiring("alone", "short", "100")
		s.holds("letters", "short", "long")
	})
}

func TestAccProof_message_ttl_is_a_ceiling(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("short", kind, s.lettersOf(kind, args{"x-message-ttl": 200}))
		s.queue("long", kind, args{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "letters", "x-message-ttl": 60000})
		s.publishExpiring("short", "cut", "60000")
		s.holds("letters", "cut")
		s.publishExpiring("long", "earlier", "200")
		s.holds("letters", "earlier")
	})
}
