package lint

import (
	"encoding/json"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestArgumentType(t *testing.T) {
	for _, test := range []struct {
		argument string
		value    any
		says     string // empty: no finding
	}{
		{"x-message-ttl", "60000", `The broker refuses the declaration: x-message-ttl is the string "60000" and must be an integer number of milliseconds.`},
		{"x-message-ttl", "60000", "Set message_ttl, which is sent as an integer number of milliseconds."},
		{"x-message-ttl", json.Number("60000.0"), "is the number 60000.0 and"},
		{"x-message-ttl", json.Number("6e4"), "is the number 6e4 and"},
		{"x-message-ttl", nil, "x-message-ttl is null."},
		{"x-foo", nil, "refuses the declaration: x-foo is null"},
		{"x-max-length", true, "is true and must be an integer"},
		{"x-single-active-consumer", "true", `is the string "true" and must be true or false`},
		{"x-dead-letter-exchange", json.Number("5"), "is the number 5 and must be a string"},
		{"x-max-age", "7d", "must be a string of digits and one of Y, M, D, h, m and s"},
		{"x-delivery-limit", "abc", `The broker takes the declaration and does not do what x-delivery-limit says: x-delivery-limit is the string "abc"`},
		{"x-delivery-limit", nil, "refuses the declaration"},
		{"x-queue-mode", []any{}, "Give x-queue-mode as a string."},

		{"x-message-ttl", json.Number("60000"), ""},
		{"x-max-length", json.Number("18446744073709551616"), ""},
		{"x-message-ttl", queueargs.Unknown{}, ""},
		{"x-foo", json.Number("1.5"), ""},
		{"x-max-age", "7D", ""},
		{"x-delivery-limit", json.Number("-1"), ""},
	} {
		t.Run(test.argument, func(t *testing.T) {
			c := offline(queueOf(queueargs.Quorum, "q", queueargs.Arguments{test.argument: test.value}))
			if test.says == "" {
				expect(t, "argument_type", c, queueRef("q"))
				return
			}
			says(t, expect(t, "argument_type", c, queueRef("q"), test.argument)[0], test.says)
		})
	}
}

func TestArgumentTypeOfExchangesAndBindings(t *testing.T) {
	for field, args := range map[string]map[string]any{"tier": {"tier": nil}, "": {"tier": "gold", "x-message-ttl": "60000"}} {
		c := offline(nil)
		c.Topology.PutExchange(&topology.Exchange{Name: "main.exchange", Type: "headers", Durable: true, Arguments: args})
		b := &topology.Binding{Source: "main.exchange", Destination: "main.queue", DestinationKind: topology.KindQueue, Arguments: args}
		c.Topology.PutBinding(b)
		var fields []string
		if field != "" {
			fields = append(fields, field)
		}
		expect(t, "argument_type", c, topology.Ref{Kind: topology.KindExchange, Name: "main.exchange"}, fields...)
		expect(t, "argument_type", c, topology.Ref{Kind: topology.KindBinding, Name: b.Name()}, fields...)
	}
}
