package topology

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A pattern as a regular expression over words that each end with a dot.
func asRegexp(pattern string) *regexp.Regexp {
	var text strings.Builder
	text.WriteString("^")
	for _, word := range words(pattern) {
		switch word {
		case "*":
			text.WriteString(`[^.]*\.`)
		case "#":
			text.WriteString(`([^.]*\.)*`)
		default:
			text.WriteString(regexp.QuoteMeta(word) + `\.`)
		}
	}
	return regexp.MustCompile(text.String() + "$")
}

func takes(r *regexp.Regexp, key string) bool {
	if key == "" {
		return r.MatchString("")
	}
	return r.MatchString(key + ".")
}

// Of keys up to some length the search has to find one of each kind that they have, and none that is not let in.
func TestKeysOfAPatternAreFoundByKind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pattern := func() string {
		parts := make([]string, random.IntN(4))
		for i := range parts {
			parts[i] = []string{"a", "b", "*", "#"}[random.IntN(4)]
		}
		return strings.Join(parts, ".")
	}
	var keys []string
	for level := []string{""}; len(level) < 2000; {
		keys = append(keys, level...)
		var next []string
		for _, key := range level {
			for _, word := range []string{"a", "b", "other"} {
				next = append(next, strings.TrimPrefix(key+"."+word, "."))
			}
		}
		level = next
	}
	for range 100 {
		v := onBroker("4.0.5", exchange("t", "topic"), exchange("d", "direct"))
		in := pattern()
		var bound []*regexp.Regexp
		for range 1 + random.IntN(4) {
			b := bind("t", pattern(), "q")
			put(v, b)
			bound = append(bound, asRegexp(b.RoutingKey))
		}
		put(v, bind("d", "a.b", "q"))
		bound = append(bound, regexp.MustCompile(`^a\.b\.$`))
		kind := func(key string) string {
			var text strings.Builder
			for _, r := range bound {
				if takes(r, key) {
					text.WriteByte('1')
				} else {
					text.WriteByte('0')
				}
			}
			return text.String()
		}
		wanted, got := map[string]bool{}, map[string]bool{}
		for _, key := range keys {
			if takes(asRegexp(in), key) {
				wanted[kind(key)] = true
			}
		}
		all := v.keysOf(forKinds, in, []string{"t", "d"}, func(key string) bool {
			if !takes(asRegexp(in), key) || !topicMatches(in, key) {
				t.Errorf("%q does not let in %q", in, key)
			}
			got[kind(key)] = true
			return true
		})
		for k := range wanted {
			if !got[k] {
				t.Errorf("%q into %d bindings: no key of kind %s", in, len(bound), k)
			}
		}
		if !all {
			t.Errorf("%q: gave up", in)
		}
	}
}

func TestTopicsAreMatchedAsByAnAutomaton(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	word := func(of ...string) string {
		parts := make([]string, random.IntN(6))
		for i := range parts {
			parts[i] = of[random.IntN(len(of))]
		}
		return strings.Join(parts, ".")
	}
	for range 5000 {
		pattern, key := word("a", "b", "*", "#", "#"), word("a", "b", "c", "")
		if got, want := topicMatches(pattern, key), takes(asRegexp(pattern), key); got != want && !strings.HasSuffix(key, ".") {
			t.Errorf("%q, %q: got %v", pattern, key, got)
		}
	}
}

// Patterns with many wildcards take no time that grows with the ways to match them.
func TestManyWildcardsAreMatchedAtOnce(t *testing.T) {
	pattern, key := strings.Repeat("#.a.", 60)+"b", strings.Repeat("a.", 120)+"c"
	if topicMatches(pattern, key) {
		t.Error("it does not end with b")
	}
	v := onBroker("4.0.5", exchange("t", "topic"), bind("t", pattern, "q"), bind("t", strings.Repeat("*.", 60)+"#", "q"))
	if route := v.Route("t", key); len(route.Queues) != 1 {
		t.Errorf("got %+v", route)
	}
}

func TestLostPart(t *testing.T) {
	q := classic("q", args{"x-dead-letter-exchange": "dlx"})
	internal := exchange("inner", "topic")
	internal.Internal = true
	alternate := exchange("dlx", "topic")
	alternate.AlternateExchange = "rest"
	for name, test := range map[string]struct {
		objects []any
		key     string
		lost    bool
	}{
		"a part":                   {[]any{exchange("dlx", "topic"), bind("dlx", "orders.eu.*", "dlq")}, "orders.other", true},
		"named by another":         {[]any{exchange("dlx", "topic"), bind("dlx", "orders.other", "dlq"), bind("dlx", "orders.*.*.#", "dlq")}, "orders", true},
		"all":                      {[]any{exchange("dlx", "topic"), bind("dlx", "orders.#", "dlq")}, "", false},
		"all, in two":              {[]any{exchange("dlx", "topic"), bind("dlx", "orders", "dlq"), bind("dlx", "*.*.#", "dlq")}, "", false},
		"all but none":             {[]any{exchange("dlx", "topic"), bind("dlx", "#.*.*", "dlq")}, "orders", true},
		"direct":                   {[]any{exchange("dlx", "direct"), bind("dlx", "orders.eu", "dlq")}, "orders.other", true},
		"fanout":                   {[]any{exchange("dlx", "fanout"), bind("dlx", "", "dlq")}, "", false},
		"headers":                  {[]any{exchange("dlx", "headers"), withHeaders(bind("dlx", "", "dlq"), map[string]any{"a": "b"})}, "", false},
		"headers of which none is": {[]any{exchange("dlx", "headers")}, "orders.other", true},
		"the rest has a way":       {[]any{alternate, exchange("rest", "fanout"), bind("rest", "", "dlq"), bind("dlx", "orders.eu", "dlq")}, "", false},
		"the rest is lost, too":    {[]any{alternate, exchange("rest", "topic"), bind("rest", "orders.us.#", "dlq"), bind("dlx", "orders.eu.#", "dlq")}, "orders.other", true},
		"behind another": {[]any{exchange("dlx", "topic"), chain("dlx", "orders.#", "next"), exchange("next", "topic"), bind("next", "*.eu.#", "dlq"),
			bind("next", "orders", "dlq")}, "orders.other", true},
		"a plugin":  {[]any{exchange("dlx", "x-random"), bind("dlx", "", "dlq")}, "", false},
		"no queues": {[]any{exchange("dlx", "topic")}, "orders.other", true},
		"absent":    {nil, "", false},
		"only a part comes to an internal exchange": {[]any{exchange("dlx", "topic"), bind("dlx", "orders.eu.*", "dlq"), internal, exchange("outer", "topic"),
			chain("outer", "*.eu.one", "inner"), &Binding{Source: "in", Destination: "q", DestinationKind: KindQueue, RoutingKey: "orders.#", Change: Deleted},
			bind("inner", "orders.#", "q")}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			v := onBroker("4.0.5", q, quorum("dlq", nil), exchange("in", "topic"), bind("in", "orders.#", "q"))
			put(v, test.objects...)
			loss, lost := v.LostPart(q)
			if lost != test.lost || loss.Key != test.key {
				t.Errorf("got %+v, %v", loss, lost)
			}
			if lost && loss.Through.RoutingKey != "orders.#" {
				t.Errorf("got %+v", loss.Through)
			}
		})
	}
	for name, entry := range map[string][]any{
		"fanout":           {exchange("in", "fanout"), bind("in", "orders.#", "q")},
		"headers":          {exchange("in", "headers"), bind("in", "orders.#", "q")},
		"default":          nil,
		"a key of its own": {exchange("in", "topic"), bind("in", "orders.#", "q"), classic("q", args{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "orders.eu.1"})},
	} {
		v := onBroker("4.0.5", q, quorum("dlq", nil), exchange("dlx", "topic"), bind("dlx", "orders.eu.*", "dlq"))
		put(v, entry...)
		if loss, lost := v.LostPart(v.Queue("q")); lost {
			t.Errorf("%s: got %+v", name, loss)
		}
	}
}

func TestLostPartFollowsEachChange(t *testing.T) {
	q := classic("q", args{"x-dead-letter-exchange": "dlx"})
	v := onBroker("4.0.5", q, quorum("dlq", nil), exchange("in", "topic"), bind("in", "orders.#", "q"), exchange("dlx", "topic"))
	var got []bool
	for _, change := range []func(){
		func() {}, func() { put(v, bind("dlx", "orders.*.#", "dlq")) }, func() { put(v, bind("dlx", "orders", "dlq")) },
		func() { v.RemoveBinding(*bind("dlx", "orders.*.#", "dlq")) },
	} {
		change()
		_, lost := v.LostPart(q)
		got = append(got, lost)
	}
	if !slices.Equal(got, []bool{true, true, false, true}) {
		t.Errorf("got %v", got)
	}
}

// The queues of a delay network hold what has a 1 for their bit, and nobody makes keys of other words.
func TestDelayNetworksLoseNothing(t *testing.T) {
	q := classic("level.1", args{"x-message-ttl": ms(2000), "x-dead-letter-exchange": "level.0"})
	v := onBroker("4.0.5", q, exchange("level.1", "topic"), bind("level.1", "1.#", "level.1"), exchange("level.0", "topic"), classic("level.0", nil),
		bind("level.0", "*.1.#", "level.0"), chain("level.0", "*.0.#", "delivery"), exchange("delivery", "topic"))
	if _, lost := v.LostPart(q); !lost {
		t.Error("keys that begin with 1 are taken for bits")
	}
	v.PutBinding(chain("level.1", "0.#", "level.0"))
	if loss, lost := v.LostPart(q); lost {
		t.Errorf("got %+v", loss)
	}
}

// Dead letters of dead letters have the keys that came in first.
func TestLostPartOfWhatOtherQueuesSend(t *testing.T) {
	tier := classic("tier", args{"x-message-ttl": ms(1000), "x-dead-letter-exchange": "back"})
	v := onBroker("4.0.5", classic("work", args{"x-dead-letter-exchange": "retry"}), exchange("main", "topic"), bind("main", "orders.#", "work"),
		exchange("retry", "fanout"), bind("retry", "", "tier"), tier, exchange("back", "topic"), bind("back", "orders.eu.*", "work"))
	if loss, lost := v.LostPart(tier); !lost || loss.Key == "orders.eu.other" || loss.Through.Name() != "main -> work (orders.#)" {
		t.Errorf("got %+v, %v", loss, lost)
	}
	v.PutBinding(bind("back", "orders.#", "work"))
	if loss, lost := v.LostPart(tier); lost {
		t.Errorf("got %+v", loss)
	}
	v.PutQueue(classic("work", args{"x-dead-letter-exchange": "retry", "x-dead-letter-routing-key": "orders.eu.again"}))
	v.RemoveBinding(*bind("back", "orders.#", "work"))
	if loss, lost := v.LostPart(tier); lost {
		t.Errorf("got %+v", loss)
	}
}

// To a dead-letter exchange only dead letters come, whatever its bindings would take.
func TestNobodyPublishesToADeadLetterExchange(t *testing.T) {
	work, dlq := classic("work", args{"x-dead-letter-exchange": "dlx"}), classic("dlq", args{"x-dead-letter-exchange": "last"})
	v := onBroker("4.0.5", work, dlq, exchange("main", "topic"), bind("main", "orders.#", "work"), exchange("dlx", "topic"), bind("dlx", "#", "dlq"),
		exchange("last", "topic"), bind("last", "orders.#", "archive"), classic("archive", nil))
	if loss, lost := v.LostPart(dlq); lost {
		t.Errorf("got %+v", loss)
	}
	v.RemoveBinding(*bind("last", "orders.#", "archive"))
	put(v, bind("last", "orders.eu.#", "archive"))
	if loss, lost := v.LostPart(dlq); !lost || loss.Through.Name() != "main -> work (orders.#)" {
		t.Errorf("got %+v, %v", loss, lost)
	}
	// A delay brings messages back to where they came in.
	put(v, bind("last", "#", "archive"), classic("dlq", args{"x-dead-letter-exchange": "main", "x-message-ttl": ms(1000)}), exchange("dlx", "topic"))
	v.RemoveBinding(*bind("dlx", "#", "dlq"))
	put(v, bind("dlx", "orders.eu.#", "dlq"))
	if loss, lost := v.LostPart(work); !lost || loss.Through.Name() != "main -> work (orders.#)" {
		t.Errorf("in a loop: got %+v, %v", loss, lost)
	}
}
