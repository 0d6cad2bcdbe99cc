package topology

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestRoute(t *testing.T) {
	alternate := exchange("with-alternate", "direct")
	alternate.AlternateExchange = "all"
	unknownAlternate := exchange("with-unknown-alternate", "direct")
	unknownAlternate.Arguments = map[string]any{"alternate-exchange": queueargs.Unknown{}}
	unknownKey := bind("unknown-key", "", "a")
	unknownKey.KeyUnknown = true
	v := onBroker("4.0.5",
		quorum("a", nil), quorum("b", nil), quorum("c", nil),
		exchange("d", "direct"), bind("d", "k", "a"), bind("d", "k", "b"), bind("d", "*", "c"),
		exchange("all", "fanout"), bind("all", "whatever", "a"), bind("all", "", "c"),
		exchange("t", "topic"), bind("t", "payment.*", "a"), bind("t", "payment.#", "b"), bind("t", "payment.execute", "c"),
		exchange("h", "headers"), withHeaders(bind("h", "", "a"), map[string]any{"x-match": "all", "x-ignored": "v", "kind": "order"}), exchange("empty-h", "headers"),
		exchange("every-h", "headers"), bind("every-h", "", "a"), withHeaders(bind("every-h", "", "b"), map[string]any{"x-match": "any"}),
		exchange("x", "x-consistent-hash"), bind("x", "1", "a"),
		exchange("first", "direct"), chain("first", "k", "second"), exchange("second", "fanout"), bind("second", "", "b"), chain("second", "", "first"),
		alternate, bind("with-alternate", "k", "b"), chain("with-alternate", "nowhere", "empty-h"), unknownAlternate,
		exchange("unknown-key", "direct"), unknownKey, bind("unknown-key", "k", "b"),
		exchange("by-policy", "direct"), policy("ae", "^by-policy$", 0, map[string]any{"alternate-exchange": "all"}),
	)
	for _, test := range []struct {
		exchange, key string
		certain       bool
		queues        []string
	}{
		{"", "a", true, []string{"a"}},
		{"", "missing", true, nil},
		{"d", "k", true, []string{"a", "b"}},
		{"d", "other", true, nil},
		{"all", "k", true, []string{"a", "c"}},
		{"t", "payment.execute", true, []string{"a", "b", "c"}},
		{"t", "payment", true, []string{"b"}},
		{"t", "payment.a.b", true, []string{"b"}},
		{"t", "", true, nil},
		{"h", "k", false, nil},
		{"empty-h", "k", true, nil},
		{"every-h", "k", true, []string{"a"}},
		{"x", "k", false, nil},
		{"missing", "k", false, nil},
		{"first", "k", true, []string{"b"}},
		{"with-alternate", "k", true, []string{"b"}},
		{"with-alternate", "other", true, []string{"a", "c"}},
		{"with-alternate", "nowhere", true, nil},
		{"with-unknown-alternate", "k", false, nil},
		{"unknown-key", "k", false, []string{"b"}},
		{"by-policy", "k", true, []string{"a", "c"}},
		{"amq.direct", "k", true, nil},
	} {
		got := v.Route(test.exchange, test.key)
		sameList(t, test.exchange+" "+test.key, got.Queues, test.queues...)
		if got.Certain != test.certain {
			t.Errorf("%s %s: certain %v", test.exchange, test.key, got.Certain)
		}
	}
}

func TestAnAlternateExchangeThatAPatternMayGiveIsNotCertain(t *testing.T) {
	v := onBroker("4.0.5", exchange("d", "direct"), policy("pcre", "^(?!amq)", 1, map[string]any{"alternate-exchange": "amq.fanout"}))
	if v.Route("d", "k").Certain {
		t.Error("the policy may be in force")
	}
	v.PutPolicy(policy("better", "", 2, map[string]any{"federation-upstream": "up"}))
	if !v.Route("d", "k").Certain {
		t.Error("the policy cannot be in force")
	}
}

func withHeaders(b *Binding, arguments map[string]any) *Binding {
	b.Arguments = arguments
	return b
}

func TestHeadersThatAPlanDoesNotKnow(t *testing.T) {
	unknown := queueargs.Unknown{}
	for name, test := range map[string]struct {
		arguments map[string]any
		want      answer
	}{
		"mode":                        {map[string]any{"x-match": unknown}, answer{}},
		"decided by another, all":     {map[string]any{"a": unknown, "b": "other"}, answer{false, true}},
		"decided by another, any":     {map[string]any{"x-match": "any", "a": unknown, "b": "b"}, answer{true, true}},
		"not decided":                 {map[string]any{"a": unknown, "b": "b"}, answer{true, false}},
		"of no interest":              {map[string]any{"x-a": unknown, "b": "b"}, answer{true, true}},
		"by release":                  {map[string]any{"n": json.Number("1.0")}, answer{true, false}},
		"a list is equal to no other": {map[string]any{"b": []any{"b"}}, answer{false, true}},
	} {
		if got := headersMatch(test.arguments, Headers{"b": "b", "n": 1}); got != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTopicMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, key string
		want         bool
	}{
		{"#", "", true}, {"#", "a.b.c", true}, {"*", "", false}, {"*", "a", true}, {"*", "a.b", false},
		{"a.#", "a", true}, {"#.b", "b", true}, {"#.b", "a.a.b", true}, {"a.*.c", "a..c", true}, {"a.#.c", "a.c", true},
		{"*.#", "", false}, {"*.#", "a", true}, {"a#", "a.b", false}, {"", "", true}, {"", "a", false},
	} {
		if got := topicMatches(test.pattern, test.key); got != test.want {
			t.Errorf("%q, %q: got %v", test.pattern, test.key, got)
		}
	}
}

func TestWhatIsStillBeingPlannedIsNotCertain(t *testing.T) {
	v := onBroker("4.0.5", exchange("old", "direct"), quorum("a", nil))
	created := exchange("new", "direct")
	created.Change = Created
	v.PutExchange(created)
	if !v.Route("new", "k").Certain {
		t.Error("a whole plan is certain")
	}
	v.Final = false
	if v.Route("new", "k").Certain {
		t.Error("a new exchange may still get bindings")
	}
	if !v.Route("old", "k").Certain {
		t.Error("the broker has told the bindings of the old exchange")
	}
	v.Complete = false
	put(v, bind("old", "k", "a"))
	if got := v.Route("old", "k"); got.Certain || len(got.Queues) != 1 {
		t.Errorf("without a broker: got %+v", got)
	}
}

func TestTakes(t *testing.T) {
	v := onBroker("4.0.5", exchange("d", "direct"), exchange("t", "topic"), exchange("f", "fanout"), exchange("h", "headers"))
	unknown := bind("d", "", "q")
	unknown.KeyUnknown = true
	for _, c := range []struct {
		binding *Binding
		key     string
		want    bool
	}{
		{bind("d", "a.b", "q"), "a.b", true}, {bind("d", "a.*", "q"), "a.b", false}, {bind("t", "a.*", "q"), "a.b", true},
		{bind("t", "a.*", "q"), "a.b.c", false}, {bind("f", "x", "q"), "y", true}, {bind("h", "", "q"), "y", true}, {unknown, "y", true},
		{bind("absent", "a", "q"), "a", false},
	} {
		if got := v.Takes(c.binding, c.key); got != c.want {
			t.Errorf("%s takes %q: %t", c.binding.Name(), c.key, got)
		}
	}
}

// What a plan deletes can still be asked for, with all that goes with it.
func TestGone(t *testing.T) {
	deleted := quorum("q", nil)
	deleted.Change = Deleted
	v := onBroker("4.0.5", exchange("x", "direct"), exchange("y", "fanout"), quorum("q", nil), bind("x", "a", "q"), bind("x", "b", "q"), chain("y", "", "x"), deleted)
	names := func(gone []*Binding) (all []string) {
		for _, b := range gone {
			all = append(all, b.Name())
		}
		return all
	}
	q := Ref{KindQueue, "q"}
	if got := names(v.Gone(q)); !slices.Equal(got, []string{"x -> q (a)", "x -> q (b)"}) {
		t.Errorf("with the queue go %q", got)
	}
	if got := names(v.GoneFor("y", "b")); !slices.Equal(got, []string{"x -> q (b)"}) {
		t.Errorf("from y by the key b went %q", got)
	}
	if len(v.BindingsTo(q)) != 0 || len(v.BindingsFrom("x")) != 0 {
		t.Error("the bindings of a deleted queue are still there")
	}
	v.PutBinding(bind("x", "a", "q"))
	if got := names(v.Gone(Ref{KindBinding, "x -> q (a)"})); len(got) != 0 {
		t.Errorf("gone although it came back: %q", got)
	}
	x := exchange("x", "direct")
	x.Change = Deleted
	v.PutExchange(x)
	if got := names(v.Gone(Ref{KindExchange, "x"})); !slices.Equal(got, []string{"x -> q (a)", "x -> q (b)", "y -> x ()"}) {
		t.Errorf("with the exchange go %q", got)
	}
}

func TestRoutesEverything(t *testing.T) {
	with := func(name, kind, alternate string) *Exchange {
		e := exchange(name, kind)
		e.AlternateExchange = alternate
		return e
	}
	v := onBroker("4.0.5",
		quorum("q", nil), exchange("all", "fanout"), bind("all", "", "q"), exchange("nothing", "fanout"), exchange("lost", "fanout"), bind("lost", "", "missing"),
		exchange("chained", "fanout"), chain("chained", "", "all"), exchange("circle", "fanout"), chain("circle", "", "circle"),
		exchange("direct", "direct"), bind("direct", "k", "q"), with("direct+", "direct", "all"), bind("direct+", "k", "q"),
		with("drops", "direct", "all"), chain("drops", "k", "nothing"), with("direct-", "direct", "nothing"), bind("direct-", "k", "q"),
		exchange("topic", "topic"), bind("topic", "#", "q"), exchange("some", "topic"), bind("some", "a.#", "q"),
		exchange("headers", "headers"), bind("headers", "", "q"), with("headers+", "headers", "all"),
	)
	for name, want := range map[string]bool{
		"all": true, "nothing": false, "lost": false, "chained": true, "circle": false, "direct": false, "direct+": true, "drops": false, "direct-": false,
		"topic": true, "some": false, "headers": false, "headers+": true, "": false, "missing": false,
	} {
		if got := v.RoutesEverything(name); got != want {
			t.Errorf("exchange %q: %t", name, got)
		}
	}
}
