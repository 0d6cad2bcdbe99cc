package lint

import (
	"encoding/json"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// What brokers answer was tried with 3.10.8, 4.0.5 and 4.3.6.
func TestBindingRefused(t *testing.T) {
	for _, test := range []struct {
		broker, exchange, key string
		arguments             map[string]any
		field, says           string // empty: it is taken
	}{
		{"4.0.5", "headers", "", map[string]any{"x-match": "bogus"}, "arguments", `x-match is "bogus", and may be all, any, all-with-x or any-with-x.`},
		{"4.0.5", "headers", "", map[string]any{"x-match": "ANY"}, "arguments", `x-match is "ANY"`},
		{"4.0.5", "headers", "", map[string]any{"x-match": ""}, "arguments", `x-match is ""`},
		{"4.0.5", "headers", "", map[string]any{"x-match": json.Number("1")}, "arguments", "x-match is 1"},
		{"4.0.5", "headers", "", map[string]any{"x-match": true}, "arguments", "x-match is true"},
		{"4.0.5", "headers", "", map[string]any{"x-match": []any{"any"}}, "arguments", "x-match is"},
		{"4.0.5", "headers", "", map[string]any{"x-match": "any", "n": json.Number("1")}, "", ""},
		{"4.0.5", "headers", "", map[string]any{"x-match": "all"}, "", ""},
		{"4.0.5", "headers", "", map[string]any{"x-match": "any-with-x"}, "", ""},
		{"4.0.5", "headers", "", map[string]any{"x-match": "all-with-x"}, "", ""},
		{"4.0.5", "headers", "", map[string]any{"x-match": queueargs.Unknown{}}, "", ""},
		{"4.0.5", "headers", "", map[string]any{"n": json.Number("1")}, "", ""},
		{"4.0.5", "direct", "", map[string]any{"x-match": "bogus"}, "", ""},
		{"4.0.5", "x-consistent-hash", "", nil, "routing_key", `"" is no integer greater than 0`},
		{"4.0.5", "x-consistent-hash", "0", nil, "routing_key", `"0" is no integer greater than 0`},
		{"4.0.5", "x-consistent-hash", "-1", nil, "routing_key", "greater than 0"},
		{"4.0.5", "x-consistent-hash", "1.5", nil, "routing_key", "no integer"},
		{"4.0.5", "x-consistent-hash", "a", nil, "routing_key", "no integer"},
		{"4.0.5", "x-consistent-hash", " 1", nil, "routing_key", "no integer"},
		{"4.0.5", "x-consistent-hash", "1_0", nil, "routing_key", "no integer"},
		{"4.0.5", "x-consistent-hash", "1", nil, "", ""},
		{"4.0.5", "x-consistent-hash", "+1", nil, "", ""},
		{"4.0.5", "x-consistent-hash", "01", nil, "", ""},
		{"4.0.5", "x-consistent-hash", "99999999999999999999", nil, "", ""},
		{"4.3.6", "x-consistent-hash", "99999999999999999999", nil, "routing_key", "may be 10000 at most"},
		{"4.3.6", "x-consistent-hash", "10001", nil, "routing_key", "may be 10000 at most"},
		{"4.3.6", "x-consistent-hash", "10000", nil, "", ""},
		{"4.0.5", "x-local-random", "k", nil, "routing_key", `it takes no routing key, and this one is "k".`},
		{"4.3.6", "topic", "#.a.#.b.#", nil, "routing_key", `the pattern "#.a.#.b.#" has 3 words #, and may have 2.`},
		{"4.3.6", "topic", "#.a#.#.*", nil, "", ""},
		{"4.0.5", "topic", "#.#.#", nil, "", ""},
		{"4.3.6", "fanout", "#.#.#", nil, "", ""},
		{"4.3.6", "x-modulus-hash", "k", nil, "", ""},
	} {
		t.Run(test.exchange+" "+test.key, func(t *testing.T) {
			b := bindingOf("x", test.key, "main.queue")
			b.Arguments, b.Change = test.arguments, topology.Created
			check := func(b *topology.Binding, e *topology.Exchange) (found []Finding) {
				c := on(test.broker, queueOf(queueargs.Classic, "main.queue", nil)).has(b, e)
				found = rules["binding_refused"].Check(c, bindingRef(b))
				if len(found) == 1 {
					found[0].Rule = "binding_refused"
					also(t, found[0], c, exchangeRef("x"))
				}
				return found
			}
			found := check(b, exchangeOf("x", test.exchange))
			unplanned := exchangeOf("x", test.exchange)
			unplanned.Managed = false
			unchanged := *b
			unchanged.Change = topology.Unchanged
			switch {
			case test.field == "" && len(found) > 0:
				t.Errorf("%+v", found)
			case test.field == "":
			case len(found) != 1 || found[0].Field != test.field || found[0].Tentative || found[0].Object != bindingRef(b):
				t.Errorf("%+v", found)
			default:
				says(t, found[0], test.says, `The exchange "x", which is of the type `+test.exchange+", refuses the binding: ")
				if again := check(b, unplanned); len(again) != 1 || !again[0].Tentative {
					t.Errorf("an exchange that may be planned otherwise: %+v", again)
				}
				if again := check(&unchanged, exchangeOf("x", test.exchange)); len(again) > 0 {
					t.Errorf("a binding that the broker has: %+v", again)
				}
				if again := check(&unchanged, created(exchangeOf("x", test.exchange))); len(again) != 1 {
					t.Errorf("an exchange that is made anew: %+v", again)
				}
			}
		})
	}
}

func TestBindingRefusedByTheBrokersOwnExchangeIsCertain(t *testing.T) {
	b := bindingOf("amq.headers", "", "main.queue")
	b.Arguments, b.Change = map[string]any{"x-match": "bogus"}, topology.Created
	if found := expect(t, "binding_refused", offline(nil).has(b), bindingRef(b), "arguments"); found[0].Tentative {
		t.Errorf("%+v", found)
	}
}

func TestBindingRefusedForWhatItLeadsTo(t *testing.T) {
	const id = "binding_refused"
	random := exchangeOf("x", "x-local-random")
	b := bindingOf("x", "", "main.queue")
	b.Change = topology.Created
	quorum := on("4.0.5", queueOf(queueargs.Quorum, "main.queue", nil)).has(random, b)
	refused := expect(t, id, quorum, bindingRef(b), "destination")[0]
	says(t, refused, `it takes classic queues only, and "main.queue" is a quorum queue.`)
	also(t, refused, quorum, queueRef("main.queue"), exchangeRef("x"))
	expect(t, id, on("4.0.5", queueOf(queueargs.Classic, "main.queue", nil)).has(random, b), bindingRef(b))
	expect(t, id, on("4.0.5", nil).has(random, b), bindingRef(b))
	other := queueOf(queueargs.Quorum, "main.queue", nil)
	other.Managed = false
	if found := expect(t, id, on("4.0.5", other).has(random, b), bindingRef(b), "destination"); !found[0].Tentative {
		t.Errorf("a queue that may be planned otherwise: %+v", found)
	}
	unknown := bindingOf("x", "", "main.queue")
	unknown.Change, unknown.KeyUnknown = topology.Created, true
	expect(t, id, on("4.0.5", nil).has(exchangeOf("x", "x-consistent-hash"), unknown), bindingRef(unknown))
	expect(t, id, on("4.0.5", nil).has(random, unknown), bindingRef(unknown))
	toExchange := bindingOf("x", "", "main.exchange")
	toExchange.Change, toExchange.DestinationKind = topology.Created, topology.KindExchange
	expect(t, id, on("4.0.5", nil).has(random, toExchange, exchangeOf("main.exchange", "direct")), bindingRef(toExchange), "destination")
}
