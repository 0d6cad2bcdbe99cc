package proof_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

func TestAccProof_argument_unsupported_is_refused_or_ignored(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		kind, argument string
		value          any
		takenBy        string
	}{
		{"quorum", "x-max-priority", 5, "classic"},
		{"quorum", "x-queue-mode", "default", "classic"},
		{"classic", "x-delivery-limit", 5, "quorum"},
		{"classic", "x-max-age", "1D", "stream"},
		{"stream", "x-message-ttl", 200, "quorum"},
		{"stream", "x-dead-letter-exchange", "", "classic"},
	} {
		s.refused(s.declare("q", c.kind, args{c.argument: c.value}), 400, "'"+c.argument+"'")
		s.queue(c.takenBy+c.argument, c.takenBy, args{c.argument: c.value})
	}

	s.queue("ignores", "quorum", args{"x-max-in-memory-length": 0, "x-overflow": "reject-publish"})
	s.publish("ignores", "1", "2", "3")
	s.holds("ignores", "1", "2", "3")
	s.queue("drops", "quorum", args{"x-max-length": 1, "x-overflow": "reject-publish-dlx"})
	s.publish("drops", "1", "2")
	s.holds("drops", "2")
}

func TestAccProof_argument_needs_version_to_delay_retries(t *testing.T) {
	s := open(t)
	const delay = 1500 * time.Millisecond
	s.queue("q", "quorum", args{"x-delayed-retry-type": "failed", "x-delayed-retry-min": int(delay / time.Millisecond)})
	s.publish("q", "retried")
	c := s.consume("q", 1)
	d := c.take()
	begin := time.Now()
	s.accepted(d.Reject(true))
	c.take()
	if waited, wants := time.Since(begin), s.from("4.3"); wants != (waited >= delay) {
		t.Errorf("RabbitMQ %s delivered the message again after %s", s.version, waited)
	}
}

func TestAccProof_argument_needs_version_or_is_refused(t *testing.T) {
	s := open(t)
	for _, c := range []struct {
		kind, argument string
		value          any
		taken          bool
	}{
		{"classic", "x-queue-leader-locator", "balanced", s.from("4.0")},
		{"quorum", "x-queue-leader-locator", "balanced", true},
		{"classic", "x-queue-master-locator", "client-local", !s.from("4.3")},
		{"classic", "x-queue-version", 1, !s.from("4.3")},
		{"classic", "x-delayed-retry-type", "all", !s.from("4.3")},
		{"classic", "x-consumer-timeout", 1000, !s.from("4.3.2")},
		{"stream", "x-stream-filter-size-bytes", 16, true},
		{"quorum", "x-stream-filter-size-bytes", 16, !s.from("4.3.1")},
	} {
		err := s.declare(c.kind+c.argument, c.kind, args{c.argument: c.value})
		if c.taken {
			s.accepted(err)
		} else {
			s.refused(err, 400, "queue")
		}
	}
}

func TestAccProof_argument_unknown_has_no_effect(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		s.queue("typo", kind, args{"x-mesage-ttl": 200})
		s.queue("q", kind, s.lettersOf(kind, args{"x-message-ttl": 200}))
		s.publish("typo", "kept")
		s.publish("q", "letter")
		s.holds("letters", "letter")
		s.holds("typo", "kept")
		q, err := s.api.Queue(t.Context(), s.vhost, "typo")
		if s.accepted(err); q.Arguments["x-mesage-ttl"] != json.Number("200") {
			t.Errorf("the broker has not stored the argument: %v", q.Arguments)
		}
	})
}

func TestAccProof_argument_type_is_refused(t *testing.T) {
	onEach(t, func(s *site, kind string) {
		for _, wrong := range []struct {
			value any
			words string
		}{
			{"60000", "expected integer, got longstr"},
			{json.Number("60000.0"), "expected integer, got double"},
			{json.Number("6e4"), "expected integer, got double"},
			{true, ""},
			{nil, "null_not_allowed"},
		} {
			s.refused(s.declare("q", kind, args{"x-message-ttl": wrong.value}), 400, wrong.words)
		}
		s.refused(s.declare("q", kind, args{"x-single-active-consumer": "true"}), 400, "")
		s.queue("q", kind, args{"x-message-ttl": 60000, "x-single-active-consumer": true})
	})
}

func TestAccProof_argument_type_is_accepted_and_does_nothing(t *testing.T) {
	s := open(t)
	for name, limit := range map[string]any{"string": "1", "integer": 1} {
		s.queue(name, "quorum", args{"x-delivery-limit": limit})
		s.publish(name, "poison")
	}
	if got := s.crashes("integer", 5); got != 2 {
		t.Errorf("a limit of 1 allows %d deliveries", got)
	}
	if got := s.crashes("string", 5); got != 5 || s.ready("string") != 1 {
		t.Errorf(`a limit of "1" allows %d deliveries`, got)
	}
}

func TestAccProof_queue_flags_are_refused(t *testing.T) {
	s := open(t)
	declare := func(kind string, durable, autoDelete bool) error {
		_, err := s.api.DeclareQueue(t.Context(), s.vhost, kind, rabbitmq.QueueSettings{
			Durable: durable, AutoDelete: autoDelete, Arguments: args{"x-queue-type": kind}})
		return err
	}
	for _, kind := range []string{"quorum", "stream"} {
		s.refused(declare(kind, false, false), 400, "'non-durable'")
		s.refused(declare(kind, true, true), 400, "'auto-delete'")
		s.accepted(declare(kind, true, false))
	}
	s.accepted(declare("classic", true, true))
	s.accepted(s.drop("classic"))
	// Whether a transient queue is denied is a setting of the broker, whose default differs by version and distribution.
	if err := declare("classic", false, false); err != nil {
		s.refused(err, 400, "transient_nonexcl_queues")
	}
}
