package proof_test

import (
	"errors"
	"strings"
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"
)

func TestAccProof_routing_key_too_long_takes_the_connection_from_who_gets_the_message(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("letters", kind, nil)
		s.exchange("dlx")
		for name, length := range map[string]int{"long": 255, "too long": 256} {
			key := strings.Repeat("k", length)
			s.bind("dlx", key, "letters")
			s.queue(name, kind, args{"x-message-ttl": 0, "x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": key})
		}
		s.publish("long", "letter")
		if d := s.next("letters", "letter"); len(d.RoutingKey) != 255 {
			t.Errorf("the routing key has %d bytes", len(d.RoutingKey))
		}
		s.publish("too long", "letter")
		s.eventually("the letter has come", func() bool { return s.ready("letters") == 1 })
		victim, err := s.connect(nil).Channel()
		s.accepted(err)
		_, _, err = victim.Get("letters", true)
		var broken *amqp.Error
		if !errors.As(err, &broken) || broken.Code != amqp.InternalError {
			t.Errorf("the client got %v, want %d", err, amqp.InternalError)
		}
	})
}

func TestAccProof_routing_key_too_long_cannot_be_published_with(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	for length, possible := range map[int]bool{255: true, 256: false} {
		key := strings.Repeat("k", length)
		s.bind("amq.direct", key, "q") // the management API takes both
		ch, err := s.connect(nil).Channel()
		s.accepted(err)
		err = ch.PublishWithContext(t.Context(), "amq.direct", key, false, false, message("m", ""))
		if possible != (err == nil) {
			t.Errorf("publishing with a key of %d bytes: %v", length, err)
		}
	}
	s.holds("q", "m")
}
