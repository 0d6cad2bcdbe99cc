package proof_test

import (
	"strings"
	"testing"
)

func TestAccProof_overflow_drops_the_oldest(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-max-length": 2})
		s.publish("q", "1", "2", "3")
		s.holds("q", "2", "3")

		// Bodies are large, since quorum queues of 4.3 count more than the body.
		var bodies []string
		for _, letter := range []string{"1", "2", "3"} {
			bodies = append(bodies, strings.Repeat(letter, 4000))
		}
		s.queue("bytes", kind, args{"x-max-length-bytes": 10000})
		s.publish("bytes", bodies...)
		s.holds("bytes", bodies[1:]...)
	})
}

func TestAccProof_overflow_drops_not_with_exchange(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, s.lettersOf(kind, args{"x-max-length": 2}))
		s.publish("q", "1", "2", "3")
		s.died(s.next("letters", "1"), "q maxlen 1")
		s.holds("q", "2", "3")
	})
}

func TestAccProof_overflow_drops_not_with_reject_publish(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-max-length": 2, "x-overflow": "reject-publish"})
		s.publish("q", "1", "2")
		// A quorum queue may take a few more before its publishers know.
		s.eventually("the publisher is refused", func() bool { return !s.offer("", "q", "one more", "") })
		s.next("q", "1")
		s.next("q", "2")
	})
}

func TestAccProof_overflow_drops_with_reject_publish_dlx_on_quorum(t *testing.T) {
	s := open(t)
	limit := args{"x-max-length": 2, "x-overflow": "reject-publish-dlx"}
	s.queue("quorum", "quorum", limit)
	s.publish("quorum", "1", "2", "3")
	s.holds("quorum", "2", "3")
	s.queue("classic", "classic", limit)
	s.publish("classic", "1", "2")
	if s.offer("", "classic", "3", "") {
		t.Error("the classic queue took the message")
	}
	s.holds("classic", "1", "2")
}
