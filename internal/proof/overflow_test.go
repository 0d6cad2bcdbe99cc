package proof_test

import (
	"strings"
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"
)

func TestAccProof_overflow_drops_the_oldest(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("q", kind, args{"x-max-length": 2})
		s.publish("q", "1", "2", "3")
		s.holds("q", "2", "3")

		// Bodies are large, since quorum queues of 4.3 count properties, too.
		var bodies []string
		for _, letter := range []string{"1", "2", "3"} {
			bodies = append(bodies, strings.Repeat(letter, 4000))
		}
		s.queue("bytes", kind, args{"x-max-length-bytes": 10000})
		s.publish("bytes", bodies...)
		s.holds("bytes", bodies[1:]...)
	})
}

func TestAccProof_overflow_drops_all_but_what_a_consumer_waits_for(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, argument := range []string{"x-max-length", "x-max-length-bytes"} {
			s.queue(argument, kind, args{argument: 0})
			s.publish(argument, "dropped")
			s.drained(argument)
			c := s.consume(argument, 1)
			s.publish(argument, "taken")
			if d := c.take(); string(d.Body) != "taken" {
				t.Errorf("%s: the consumer got %q", argument, d.Body)
			}
		}
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

func TestAccProof_overflow_drops_nothing_into_a_queue_without_room_that_refuses(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, argument := range []string{"x-max-length", "x-max-length-bytes"} {
			s.queue(argument, kind, args{argument: 0, "x-overflow": "reject-publish"})
			if kind == "quorum" {
				s.publish(argument, "taken")
			}
			for range 3 {
				if s.offer("", argument, "refused", "") {
					t.Errorf("%s: the broker took a message", argument)
				}
			}
			if kind == "quorum" {
				s.next(argument, "taken")
				s.publish(argument, "taken, too")
				continue
			}
			s.consume(argument, 1)
			if s.offer("", argument, "refused", "") {
				t.Errorf("%s: the broker took a message for a waiting consumer", argument)
			}
			s.queue(argument+" dlx", kind, s.lettersOf(kind, args{argument: 0, "x-overflow": "reject-publish-dlx"}))
			if s.offer("", argument+" dlx", "refused and dead-lettered", "") {
				t.Errorf("%s: the broker took a message", argument)
			}
			s.next("letters", "refused and dead-lettered")
		}
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

// What the description of max_length_bytes says of the table of arguments.
func TestAccProof_max_length_bytes_counts_headers_on_quorum_queues_of_4_3(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		const body, header, fit = 100, 100, 40
		s.queue("q", kind, args{"x-max-length-bytes": fit * body})
		m := message(strings.Repeat("b", body), "")
		m.Headers = amqp.Table{"h": strings.Repeat("h", header)}
		ch := s.channel()
		s.accepted(ch.Confirm(false))
		var last *amqp.DeferredConfirmation
		for range fit + 10 {
			var err error
			last, err = ch.PublishWithDeferredConfirmWithContext(t.Context(), "", "q", false, false, m)
			s.accepted(err)
		}
		_, err := last.WaitContext(t.Context())
		s.accepted(err)
		counts := kind == "quorum" && s.from("4.3")
		if n := s.ready("q"); counts != (n < fit/2) || !counts && n != fit {
			t.Errorf("RabbitMQ %s: a %s queue with room for %d bodies holds %d messages with headers as long", s.version, kind, fit, n)
		}
	})
}
