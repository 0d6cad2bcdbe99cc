package proof_test

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// declareExchange asks for a durable exchange.
func (s *site) declareExchange(name, kind string, arguments args) error {
	_, err := s.api.DeclareExchange(s.t.Context(), s.vhost, name, rabbitmq.ExchangeSettings{Type: kind, Durable: true, Arguments: arguments})
	return err
}

func TestAccProof_exchange_type_unknown_is_refused(t *testing.T) {
	s := open(t)
	overview, err := s.api.Overview(t.Context())
	s.accepted(err)
	for _, kind := range []string{"bogus", "Direct", "FANOUT", "x-random", "x-recent-history", "x-jms-topic", "x-local-random", "x-modulus-hash", "x-consistent-hash", "headers"} {
		if err := s.declareExchange("x "+kind, kind, nil); overview.HasExchangeType(kind) {
			s.accepted(err)
		} else {
			s.refused(err, 400, "exchange type '"+kind+"'")
		}
	}
	if overview.HasExchangeType("x-local-random") != s.from("4.0") {
		t.Errorf("RabbitMQ %s has the types %+v", s.version, overview.ExchangeTypes)
	}
}

func TestAccProof_exchange_argument_invalid_is_refused(t *testing.T) {
	s := open(t)
	const hash = "x-consistent-hash"
	for name, arguments := range map[string]args{
		"both":         {"hash-header": "h", "hash-property": "message_id"},
		"no property":  {"hash-property": "bogus"},
		"number":       {"hash-property": 1},
		"header by id": {"hash-header": 1},
	} {
		s.refused(s.declareExchange(name, hash, arguments), 400, "")
		s.accepted(s.declareExchange(name+" of another type", "direct", arguments))
	}
	// Any type but that of the plugin takes the plugin's argument and ignores it.
	s.accepted(s.declareExchange("delays nothing", "direct", args{"x-delayed-type": "bogus"}))
	for _, property := range []string{"correlation_id", "message_id", "timestamp"} {
		s.accepted(s.declareExchange(property, hash, args{"hash-property": property}))
	}
}
