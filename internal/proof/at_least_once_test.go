package proof_test

import (
	"fmt"
	"testing"
)

// atLeastOnce are the arguments of a quorum queue with a TTL of 200 ms on which dead-letter strategy at-least-once is effective,
// provided that more has an exchange.
func atLeastOnce(more args) args {
	all := args{"x-message-ttl": 200, "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"}
	for k, v := range more {
		all[k] = v
	}
	return all
}

// retryDeadLetters lets a quorum queue try again to publish the dead letters that it keeps. The broker does so every three
// minutes, and whenever the queue's policy changes (rabbit_fifo_dlx_worker.erl, lookup_topology).
func (s *site) retryDeadLetters(queue string) {
	s.t.Helper()
	s.policy("retry dead letters", "^"+queue+"$", 0, args{"max-length-bytes": 1_000_000})
}

// many is more than the 32 dead letters that the broker handles at a time (dead_letter_worker_consumer_prefetch).
const many = 40

func (s *site) publishMany(queue string) []string {
	s.t.Helper()
	var bodies []string
	for n := range many {
		bodies = append(bodies, fmt.Sprint(n))
	}
	s.publish(queue, bodies...)
	return bodies
}

func TestAccProof_dlx_missing_at_least_once_keeps_dead_letters(t *testing.T) {
	s := open(t)
	s.queue("q", "quorum", atLeastOnce(args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"}))
	s.publish("q", "kept")
	s.drained("q")
	s.exchange("dlx")
	s.queue("letters", "quorum", nil)
	s.bind("dlx", "k", "letters")
	s.retryDeadLetters("q")
	s.died(s.next("letters", "kept"), "q expired 1")
}

func TestAccProof_dlx_unroutable_at_least_once_keeps_dead_letters(t *testing.T) {
	s := open(t)
	s.exchange("dlx")
	s.queue("q", "quorum", atLeastOnce(args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"}))
	s.publish("q", "kept")
	s.drained("q")
	s.queue("letters", "quorum", nil)
	s.bind("dlx", "k", "letters")
	s.retryDeadLetters("q")
	s.died(s.next("letters", "kept"), "q expired 1")
}

func TestAccProof_at_least_once_unbounded_dead_letters_pile_up(t *testing.T) {
	s := open(t)
	s.exchange("dlx")
	s.queue("q", "quorum", atLeastOnce(args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"}))
	bodies := s.publishMany("q")
	s.drained("q")
	s.queue("letters", "quorum", nil)
	s.bind("dlx", "k", "letters")
	s.retryDeadLetters("q")
	arrived := map[string]bool{}
	s.eventually("all dead letters have come", func() bool {
		ch := s.channel()
		defer func() { _ = ch.Close() }()
		d, ok, err := ch.Get("letters", true)
		s.accepted(err)
		if ok {
			arrived[string(d.Body)] = true
		}
		return len(arrived) == len(bodies)
	})
}

func TestAccProof_at_least_once_unbounded_not_with_a_length_limit(t *testing.T) {
	s := open(t)
	s.exchange("dlx")
	s.queue("q", "quorum", atLeastOnce(args{"x-dead-letter-exchange": "dlx", "x-max-length": 3}))
	s.queue("at most once", "quorum", args{"x-message-ttl": 200, "x-dead-letter-exchange": "dlx", "x-max-length": 3, "x-overflow": "reject-publish"})
	s.publish("q", "kept")
	s.drained("q")
	s.eventually("the publisher is refused because of dead letters", func() bool {
		refused := !s.offer("", "q", "one more", "")
		if !refused {
			s.drained("q")
		}
		return refused
	})
	for range many {
		s.publish("at most once", "dropped")
		s.drained("at most once")
	}
}

func TestAccProof_at_least_once_ineffective_without_reject_publish(t *testing.T) {
	for name, declare := range map[string]func(s *site, arguments args){
		"by default": func(s *site, arguments args) {
			delete(arguments, "x-overflow")
			s.queue("q", "quorum", arguments)
		},
		"by a policy, which wins on a quorum queue": func(s *site, arguments args) {
			s.policy("overflow", "^q$", 0, args{"overflow": "drop-head"})
			s.queue("q", "quorum", arguments)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			declare(s, atLeastOnce(args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "k"}))
			s.publish("q", "lost")
			s.drained("q")
			s.exchange("dlx")
			s.queue("letters", "quorum", nil)
			s.bind("dlx", "k", "letters")
			s.operatorPolicy("touch", "^q$", args{"max-length-bytes": 1_000_000})
			s.publish("q", "witness")
			s.holds("letters", "witness")
		})
	}
}

func TestAccProof_at_least_once_ineffective_without_exchange(t *testing.T) {
	s := open(t)
	s.queue("q", "quorum", atLeastOnce(nil))
	s.queue("letters", "quorum", nil)
	s.publish("q", "lost")
	s.drained("q")
	s.policy("exchange", "^q$", 0, args{"dead-letter-exchange": "", "dead-letter-routing-key": "letters"})
	s.eventually("the policy is in force and a witness has come", func() bool {
		s.publish("q", "witness")
		s.drained("q")
		return s.ready("letters") > 0
	})
	s.next("letters", "witness")
}

func TestAccProof_at_least_once_ineffective_on_a_classic_queue(t *testing.T) {
	s := open(t)
	strategy := args{"x-dead-letter-exchange": "", "x-dead-letter-strategy": "at-least-once"}
	s.refused(s.declare("q", "classic", strategy), 400, "x-dead-letter-strategy")
	s.queue("q", "quorum", strategy)
}
