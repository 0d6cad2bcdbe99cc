package queuekit

import (
	"encoding/json"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// A message that is given and taken back must not be dropped for it.
func TestOnlyQueuesWithoutADeliveryLimitAreAskedForAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		kind           string
		argument, from any
		ask            bool
	}{
		"classic":                {"classic", nil, nil, true},
		"stream":                 {"stream", nil, nil, false},
		"quorum":                 {"quorum", nil, nil, true},
		"limited":                {"quorum", json.Number("20"), nil, false},
		"limited to nothing":     {"quorum", json.Number("0"), nil, false},
		"limited by policy":      {"quorum", json.Number("-1"), json.Number("5"), false},
		"unlimited":              {"quorum", json.Number("-1"), nil, true},
		"unlimited by policy":    {"quorum", nil, json.Number("-1"), true},
		"never reached":          {"quorum", json.Number("2147483647"), nil, true},
		"reached by some number": {"quorum", json.Number("2147483646"), nil, false},
		"no number that we know": {"quorum", json.Number("99999999999999999999"), nil, false},
	} {
		q := rabbitmq.Queue{Type: c.kind, Arguments: map[string]any{}, EffectivePolicyDefinition: map[string]any{}}
		if c.argument != nil {
			q.Arguments["x-delivery-limit"] = c.argument
		}
		if c.from != nil {
			q.EffectivePolicyDefinition["delivery-limit"] = c.from
		}
		if got := mayAsk(q); got != c.ask {
			t.Errorf("%s: %t", name, got)
		}
	}
}
