package topology

import (
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// The lists are what capabilities/0 of the queue types' modules returns on brokers of these versions (unsupported_policies),
// without the keys that no policy of RabbitMQ can hold.
func TestUnsupportedPolicyKeysAreThoseOfTheBrokers(t *testing.T) {
	const (
		mirroring = " ha-mode ha-params ha-sync-mode ha-promote-on-shutdown ha-promote-on-failure"
		quorum    = "queue-mode queue-master-locator max-age stream-max-segment-size-bytes initial-cluster-size" + mirroring
		stream    = "expires message-ttl dead-letter-exchange dead-letter-routing-key dead-letter-strategy max-length max-in-memory-length " +
			"max-in-memory-bytes overflow queue-mode delivery-limit queue-master-locator" + mirroring
	)
	keys := strings.Fields("target-group-size federation-upstream alternate-exchange" + mirroring)
	for _, row := range queueargs.Table {
		if row.PolicyKey != "" {
			keys = append(keys, row.PolicyKey)
		}
	}
	for _, test := range []struct {
		version string
		t       queueargs.Type
		want    string
	}{
		{"3.10.8", queueargs.Classic, "max-age stream-max-segment-size-bytes queue-leader-locator initial-cluster-size delivery-limit dead-letter-strategy"},
		{"4.3.6", queueargs.Classic, "max-age stream-max-segment-size-bytes initial-cluster-size delivery-limit dead-letter-strategy max-in-memory-length max-in-memory-bytes target-group-size"},
		{"3.10.8", queueargs.Quorum, quorum},
		{"4.0.5", queueargs.Quorum, quorum},
		{"4.3.6", queueargs.Quorum, quorum},
		{"4.0.5", queueargs.Stream, stream + " target-group-size"},
		{"4.3.6", queueargs.Stream, stream + " target-group-size"},
	} {
		v := onBroker(test.version)
		var got []string
		for _, key := range keys {
			if v.unsupported(key, test.t) {
				got = append(got, key)
			}
		}
		want := strings.Fields(test.want)
		slices.Sort(got)
		slices.Sort(want)
		sameList(t, test.version+" "+string(test.t), got, want...)
	}
}

// A policy with priority 10 and a delivery limit is skipped on a classic queue, and one with priority 1 is applied.
func TestOneUnsupportedKeySkipsTheWholePolicy(t *testing.T) {
	v := onBroker("4.0.5",
		policy("ten", "^q", 10, map[string]any{"delivery-limit": ms(5), "message-ttl": ms(5000)}),
		policy("one", "^q", 1, map[string]any{"message-ttl": ms(1000)}))
	q := classic("q", nil)
	v.PutQueue(q)
	matching, skipped, unevaluated := v.Matching(q, false)
	sameList(t, "matching", names(matching, policyName), "one")
	if len(skipped) != 1 || skipped[0].Policy.Name != "ten" || skipped[0].Key != "delivery-limit" || len(unevaluated) != 0 {
		t.Errorf("skipped %+v, unevaluated %+v", skipped, unevaluated)
	}
	if p, ok := v.PolicyOf(q); !ok || p.Name != "one" {
		t.Errorf("got %v, %v", p, ok)
	}
	v.PutQueue(quorum("q", nil))
	if p, ok := v.PolicyOf(v.Queue("q")); !ok || p.Name != "ten" {
		t.Errorf("on a quorum queue: got %v, %v", p, ok)
	}
}

func TestApplyTo(t *testing.T) {
	types := map[string]queueargs.Type{"c": queueargs.Classic, "q": queueargs.Quorum, "s": queueargs.Stream}
	for applyTo, want := range map[string]string{
		"all": "cqs", "queues": "cqs", "exchanges": "", "classic_queues": "c", "quorum_queues": "q", "streams": "s",
	} {
		v := onBroker("4.0.5", &Policy{Name: "p", ApplyTo: applyTo, Definition: map[string]any{"max-length-bytes": ms(1)}})
		got := ""
		for _, name := range []string{"c", "q", "s"} {
			if p, ok := v.PolicyOf(&Queue{Name: name, Type: types[name]}); ok && p != nil {
				got += name
			}
		}
		if got != want {
			t.Errorf("%s applies to %q, want %q", applyTo, got, want)
		}
	}
}

func TestThePolicyInForceIsOnlyKnownWithoutTies(t *testing.T) {
	v := onBroker("4.0.5",
		policy("a", "^main", 1, map[string]any{"message-ttl": ms(1000)}),
		policy("b", "queue$", 1, map[string]any{"message-ttl": ms(2000)}))
	q := quorum("main.queue", nil)
	v.PutQueue(q)
	if p, ok := v.PolicyOf(q); ok {
		t.Errorf("got %v", p)
	}
	v.PutPolicy(policy("c", "", 2, map[string]any{"max-length": ms(1)}))
	if p, ok := v.PolicyOf(q); !ok || p.Name != "c" {
		t.Errorf("got %v, %v", p, ok)
	}
	if p, ok := v.OperatorPolicyOf(q); !ok || p != nil {
		t.Errorf("got %v, %v, want none", p, ok)
	}
}

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		pattern, name      string
		matches, evaluated bool
	}{
		{"", "main.queue", true, true},
		{"in.q", "main.queue", true, true}, // unanchored
		{"^Main", "main.queue", false, true},
		{"^main\\.(queue|topic)$", "main.queue", true, true},
		{"^(?!amq\\.).*", "main.queue", false, false}, // look-ahead
		{"(a)\\1", "aa", false, false},                // back-reference
		{"^a++$", "aaa", false, false},                // possessive
		{"^team\\.(?!x)", "main.queue", false, true},  // whatever comes behind it
		{"^team\\.(?!x)", "team.a", false, false},
		{"^(?=a)(?<!b[)])ab(?<=(b))c", "abd", false, true},
		{"(a)\\1", "b", false, true},
		{"^a++$", "b", false, true},
		{"^\\x{61}+(?!b)", "aa", false, false}, // not possessive
		{"^(?>a|ab)c$", "ac", false, false},
		{"^(?>a|ab)c$", "x", false, true},
		{"^[](?!x)]b(?!c)", "(b", false, false}, // a class
		{"^[^a](?!c)", "a", false, true},
		{"^(?!a(?#(x)b", "c", false, false}, // a comment
		{"(?x)^ b", "c", false, false},
		{"queue$", "main.queue\n", false, false}, // PCRE matches, RE2 does not
		{"^é$", "é", true, true},
		{"^..$", "é", true, true}, // two bytes
		{"^[^a]$", "é", false, true},
		{"^\\w+$", "é", false, false},
		{"^\\w+$", "e", true, true},
	} {
		matches, evaluated := match(test.pattern, compile(test.pattern), test.name)
		if matches != test.matches || evaluated != test.evaluated {
			t.Errorf("%q on %q: got %v, %v", test.pattern, test.name, matches, evaluated)
		}
	}
}

func TestAPatternThatCannotBeEvaluatedOnlyMattersIfItMayWin(t *testing.T) {
	v := onBroker("4.0.5", policy("pcre", "^(?!amq)", 1, map[string]any{"message-ttl": ms(1000)}))
	q := quorum("main.queue", nil)
	v.PutQueue(q)
	if _, ok := v.PolicyOf(q); ok {
		t.Error("the policy in force cannot be known")
	}
	if s, set := v.Effective(q, queueargs.MessageTTL); !set || !s.Unknown() {
		t.Errorf("got %+v, %v", s, set)
	}
	if _, set := v.Effective(q, queueargs.MaxLength); set {
		t.Error("no policy sets max-length")
	}
	v.PutPolicy(policy("better", "", 2, map[string]any{"message-ttl": ms(2000)}))
	if p, ok := v.PolicyOf(q); !ok || p.Name != "better" {
		t.Errorf("got %v, %v", p, ok)
	}
}

func TestAQueueThatIsReplacedIsMatchedAnew(t *testing.T) {
	v := onBroker("4.0.5", policy("limit", "", 0, map[string]any{"delivery-limit": ms(3)}))
	for _, q := range []*Queue{classic("q", nil), quorum("q", nil)} {
		v.PutQueue(q)
		if p, _ := v.PolicyOf(q); (p != nil) != (q.Type == queueargs.Quorum) {
			t.Errorf("%s: got %v", q.Type, p)
		}
	}
}
