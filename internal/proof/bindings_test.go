package proof_test

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// bindTo asks for a binding of the exchange x.
func (s *site) bindTo(kind, destination, key string, arguments args) error {
	b := rabbitmq.Binding{Source: "x", DestinationType: kind, Destination: destination, RoutingKey: key, Arguments: arguments}
	_, err := s.api.DeclareBinding(s.t.Context(), s.vhost, b)
	return err
}

func TestAccProof_binding_end_missing_is_refused(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	s.refused(s.bindTo("queue", "q", "k", nil), 404, "no exchange 'x'")
	s.exchange("x")
	s.refused(s.bindTo("queue", "absent", "k", nil), 404, "no queue 'absent'")
	s.refused(s.bindTo("exchange", "absent", "k", nil), 404, "no exchange 'absent'")
	s.accepted(s.bindTo("queue", "q", "k", nil))
}

func TestAccProof_binding_refused_by_a_headers_exchange(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	s.accepted(s.declareExchange("x", "headers", nil))
	for _, match := range []any{"bogus", "ANY", "", 1, true} {
		s.refused(s.bindTo("queue", "q", "", args{"x-match": match}), 400, "Invalid x-match")
	}
	for _, match := range []any{"all", "any", "all-with-x", "any-with-x"} {
		s.accepted(s.bindTo("queue", "q", "", args{"x-match": match}))
	}
}

func TestAccProof_binding_refused_by_a_consistent_hash_exchange(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	s.accepted(s.declareExchange("x", "x-consistent-hash", nil))
	for _, weight := range []string{"", "0", "-1", "1.5", "a", " 1", "1_0"} {
		s.refused(s.bindTo("queue", "q", weight, nil), 400, "The binding key must be")
	}
	for _, weight := range []string{"1", "+1", "01", "10000"} {
		s.accepted(s.bindTo("queue", "q", weight, nil))
	}
	if err := s.bindTo("queue", "q", "10001", nil); s.from("4.2.6") {
		s.refused(err, 400, "must not exceed 10000")
	} else {
		s.accepted(err)
	}
}

func TestAccProof_binding_refused_at_random(t *testing.T) {
	s := open(t)
	if !s.from("4.0") {
		s.refused(s.declareExchange("x", "x-local-random", nil), 400, "unknown exchange type")
		return
	}
	s.queue("classic", "classic", nil)
	s.queue("quorum", "quorum", nil)
	s.accepted(s.declareExchange("x", "x-local-random", nil))
	s.refused(s.bindTo("queue", "classic", "k", nil), 400, "key not permitted")
	s.refused(s.bindTo("queue", "quorum", "", nil), 400, "not valid for this exchange type")
	s.refused(s.bindTo("exchange", "amq.direct", "", nil), 400, "Destination not found")
	s.accepted(s.bindTo("queue", "classic", "", nil))
}

func TestAccProof_binding_refused_by_a_topic_exchange(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	s.accepted(s.declareExchange("x", "topic", nil))
	s.accepted(s.bindTo("queue", "q", "#.a#.#", nil))
	if err := s.bindTo("queue", "q", "#.a.#.b.#", nil); s.from("4.3.5") {
		s.refused(err, 400, "at most 2 are allowed")
	} else {
		s.accepted(err)
	}
}

func TestAccProof_name_invalid_in_a_binding(t *testing.T) {
	s := open(t)
	s.queue("q", "classic", nil)
	s.exchange("x")
	_, err := s.api.DeclareBinding(t.Context(), s.vhost, rabbitmq.Binding{Source: "amq.default", Destination: "q", DestinationType: "queue", RoutingKey: "k"})
	s.refused(err, 401, "")
	s.accepted(s.bindTo("queue", "q\n", "stripped", nil))
	all, err := s.api.Bindings(t.Context(), s.vhost)
	s.accepted(err)
	if len(all) != 1 || all[0].Destination != "q" {
		t.Errorf("%+v", all)
	}
}
