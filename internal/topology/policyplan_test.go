package topology

import (
	"math"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// planned is a policy as a plan changes it.
func planned(p *Policy, change Change) *Policy {
	p.Managed, p.Change = true, change
	return p
}

func ttlOf(t *testing.T, v *VirtualHost, queue string) (now, before any) {
	t.Helper()
	nowSetting, _ := v.Effective(v.Queue(queue), queueargs.MessageTTL)
	beforeSetting, _ := v.EffectiveBefore(v.Queue(queue), queueargs.MessageTTL)
	return nowSetting.Value, beforeSetting.Value
}

func TestAPlannedPolicyIsInForceAndWhatTheBrokerHasIsKnownStill(t *testing.T) {
	ttl := func(n int64) *Policy { return policy("ttl", "^q", 0, map[string]any{"message-ttl": ms(n)}) }
	for _, test := range []struct {
		name        string
		broker      *Policy
		plan        func(v *VirtualHost)
		now, before any
	}{
		{"created", nil, func(v *VirtualHost) { v.PutPolicy(planned(ttl(1000), Created)) }, time.Second, nil},
		{"updated", ttl(5000), func(v *VirtualHost) { v.PutPolicy(planned(ttl(1000), Updated)) }, time.Second, 5 * time.Second},
		{"unchanged", ttl(5000), func(v *VirtualHost) { v.PutPolicy(planned(ttl(5000), Unchanged)) }, 5 * time.Second, 5 * time.Second},
		{"deleted", ttl(5000), func(v *VirtualHost) { v.PutPolicy(planned(ttl(5000), Deleted)) }, nil, 5 * time.Second},
		{"removed", ttl(5000), func(v *VirtualHost) { v.RemovePolicy(ttl(5000).Ref()) }, nil, 5 * time.Second},
		{"an operator policy of the same name removed", ttl(5000), func(v *VirtualHost) { v.RemovePolicy(operator("ttl", "", nil).Ref()) }, 5 * time.Second, 5 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := onBroker("4.0.5", quorum("q", nil))
			if test.broker != nil {
				v.PutPolicy(test.broker)
			}
			v.Effective(v.Queue("q"), queueargs.MessageTTL) // and is not remembered
			test.plan(v)
			if now, before := ttlOf(t, v, "q"); now != test.now || before != test.before {
				t.Errorf("now %v and before %v, want %v and %v", now, before, test.now, test.before)
			}
		})
	}
}

func TestAPlannedPolicyMovesDeadLetters(t *testing.T) {
	v := onBroker("4.0.5", quorum("q", nil), quorum("other", nil))
	sameList(t, "before", names(v.QueuesDeadLetteringTo("dlx"), queueName))
	dead := func(pattern string) *Policy {
		return planned(policy("dead", pattern, 0, map[string]any{"dead-letter-exchange": "dlx"}), Updated)
	}
	v.PutPolicy(dead("^q$"))
	sameList(t, "created", names(v.QueuesDeadLetteringTo("dlx"), queueName), "q")
	v.PutPolicy(dead("^other$"))
	sameList(t, "another pattern", names(v.QueuesDeadLetteringTo("dlx"), queueName), "other")
	v.RemovePolicy(Ref{KindPolicy, "dead"})
	sameList(t, "deleted", names(v.QueuesDeadLetteringTo("dlx"), queueName))
}

// What a plan does not know yet may turn out either way.
func TestAPolicyThatIsNotKnownYetLeavesItsSettingsOpen(t *testing.T) {
	for name, p := range map[string]*Policy{
		"pattern": {Name: "p", ApplyTo: "all", Vague: true, Priority: math.Inf(1), Definition: map[string]any{"message-ttl": ms(1000)}},
		"value":   policy("p", "^q", 5, map[string]any{"message-ttl": queueargs.Unknown{}}),
		"key":     policy("p", "^q", 5, map[string]any{"message-ttl": ms(1000), "max-age": queueargs.Unknown{}}),
	} {
		v := onBroker("4.0.5", quorum("q", nil), policy("known", "^q", 1, map[string]any{"message-ttl": ms(9000), "max-length": ms(5)}))
		v.PutPolicy(planned(p, Created))
		if s, set := v.Effective(v.Queue("q"), queueargs.MessageTTL); !set || !s.Unknown() {
			t.Errorf("%s: the message TTL is %+v, %t", name, s, set)
		}
		if _, skipped, _ := v.Matching(v.Queue("q"), false); len(skipped) > 0 {
			t.Errorf("%s: skipped %+v", name, skipped)
		}
	}
	v := onBroker("4.0.5", quorum("q", nil))
	v.PutPolicy(planned(policy("p", "^q", 5, map[string]any{"max-age": queueargs.Unknown{}, "queue-mode": "lazy"}), Created))
	if _, skipped, _ := v.Matching(v.Queue("q"), false); len(skipped) != 1 || skipped[0].Key != "queue-mode" {
		t.Errorf("skipped %+v", skipped)
	}
}

func TestTouchedIsWhatAPatternMayMatch(t *testing.T) {
	v := onBroker("4.0.5", quorum("q1", nil), classic("q2", nil), quorum("x", nil), exchange("q", "direct"))
	touched := func(p *Policy, queues ...string) {
		t.Helper()
		sameList(t, p.Pattern+" "+p.ApplyTo, names(v.Touched(p), queueName), queues...)
	}
	touched(policy("p", "^q", 0, nil), "q1", "q2")
	touched(policy("p", "^q", 0, map[string]any{"max-age": "1D"}), "q1", "q2") // skipped, and so touched
	touched(&Policy{Pattern: "^q", ApplyTo: "classic_queues"}, "q2")
	touched(&Policy{Pattern: "^q", ApplyTo: "exchanges"})
	touched(&Policy{Vague: true, ApplyTo: "all"}, "q1", "q2", "x")
	touched(&Policy{Pattern: "^(?!q)", ApplyTo: "all"}, "q1", "q2", "x")
	exchanges := func(p *Policy, want ...string) {
		t.Helper()
		sameList(t, p.Pattern+" "+p.ApplyTo, names(v.TouchedExchanges(p), func(e *Exchange) string { return e.Name }), want...)
	}
	exchanges(policy("p", "^q", 0, nil), "q")
	exchanges(&Policy{Pattern: "^q", ApplyTo: "queues"})
	exchanges(operator("p", "^q", nil))
}

func TestLiteralIsAPatternOfOneName(t *testing.T) {
	for pattern, want := range map[string]string{
		`^main\.queue$`: "main.queue", "^q$": "q", "^ü$": "ü", `^q\z`: "q", `^a\\\z`: `a\`, `^a\000b\z`: "a\x00b",
	} {
		if got, literal := Literal(pattern); !literal || got != want {
			t.Errorf("%q: %q, %t", pattern, got, literal)
		}
	}
	for _, pattern := range []string{"^main.queue$", "^q", "q$", "", "^(a|b)$", `^q\$`, "^(?!a)$", `^a\\z`, `^q\Z`, `^ü\w$`} {
		if got, literal := Literal(pattern); literal {
			t.Errorf("%q: %q", pattern, got)
		}
	}
}
