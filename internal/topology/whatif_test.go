package topology

import (
	"fmt"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestEffectsAreWhatAChangeOfPoliciesWouldDo(t *testing.T) {
	ttl := func(n int64) *Policy {
		return operator("cap", "^q", map[string]any{"message-ttl": ms(n), "max-length": ms(7)})
	}
	at := func(s *Setting) string {
		if s == nil {
			return "none"
		}
		return fmt.Sprint(s.Value)
	}
	for _, test := range []struct {
		name         string
		old, planned *Policy
		want         []string
	}{
		{"created", nil, ttl(5000), []string{"q1 x-message-ttl none->5s true", "q1 x-max-length none->7 true", "q2 x-message-ttl 10s->5s false", "q2 x-max-length none->7 false", "q4 x-max-length 9->7 true"}},
		{"deleted", ttl(5000), nil, []string{"q1 x-message-ttl 5s->none false", "q1 x-max-length 7->none false", "q2 x-message-ttl 5s->10s false", "q2 x-max-length 7->none false", "q4 x-max-length 7->9 true"}},
		{"updated", ttl(20000), ttl(3000), []string{"q1 x-message-ttl 20s->3s true", "q2 x-message-ttl 10s->3s false", "q4 x-message-ttl 4s->3s true"}},
		{"unchanged", ttl(5000), ttl(5000), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := onBroker("4.0.5", quorum("q1", nil), classic("q2", args{"x-message-ttl": ms(10000), "x-dead-letter-exchange": "dlx"}),
				&Queue{Name: "q3", Type: queueargs.Stream}, quorum("q4", args{"x-message-ttl": ms(4000), "x-max-length": ms(9)}), quorum("other", nil))
			if test.old != nil {
				v.PutPolicy(test.old)
			}
			before, _ := v.Effective(v.Queue("q1"), queueargs.MessageTTL)
			var got []string
			for _, e := range v.Effects(test.old, test.planned, queueargs.MessageTTL, queueargs.MaxLength) {
				got = append(got, fmt.Sprintf("%s %s %s->%s %t", e.Queue.Name, e.Row.Argument, at(e.Before), at(e.After), e.Loses))
			}
			sameList(t, test.name, got, test.want...)
			if after, _ := v.Effective(v.Queue("q1"), queueargs.MessageTTL); after != before {
				t.Errorf("asking has changed the TTL from %v to %v", before, after)
			}
		})
	}
}

func TestEffectsSayWhatLosesMessages(t *testing.T) {
	limit := operator("cap", "^q", map[string]any{"message-ttl": ms(5000), "max-length-bytes": ms(7), "expires": ms(60000)})
	for _, test := range []struct {
		queue *Queue
		want  string
	}{
		{quorum("q", nil), "x-message-ttl true x-max-length-bytes true x-expires true"},
		{quorum("q", args{"x-overflow": "reject-publish"}), "x-message-ttl true x-max-length-bytes false x-expires true"},
		{classic("q", args{"x-dead-letter-exchange": "dlx"}), "x-message-ttl false x-max-length-bytes false x-expires true"},
		{classic("q", args{"x-overflow": queueargs.Unknown{}}), "x-message-ttl true x-max-length-bytes false x-expires true"},
	} {
		var got []string
		for _, e := range onBroker("4.0.5", test.queue).Effects(nil, limit, queueargs.MessageTTL, queueargs.MaxLengthBytes, queueargs.Expires) {
			got = append(got, fmt.Sprint(e.Row.Argument, " ", e.Loses))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%v: %s, not %s", test.queue.Arguments, got, test.want)
		}
	}
}

func TestEffectsAreSilentAboutWhatIsNotKnown(t *testing.T) {
	v := onBroker("4.0.5", quorum("q", nil))
	for name, p := range map[string]*Policy{
		"value":   operator("p", "^q", map[string]any{"message-ttl": queueargs.Unknown{}}),
		"pattern": {Name: "p", ApplyTo: "all", Vague: true, Operator: true, Definition: map[string]any{"message-ttl": ms(5)}},
		"PCRE":    operator("p", "^(?!x)", map[string]any{"message-ttl": ms(5)}),
	} {
		if effects := v.Effects(nil, p, queueargs.MessageTTL); len(effects) > 0 {
			t.Errorf("%s: %+v", name, effects)
		}
	}
}

func TestWithoutPoliciesTheyAreBackAfterwards(t *testing.T) {
	v := onBroker("4.0.5", quorum("q", nil), policy("a", "", 1, map[string]any{"message-ttl": ms(1000)}), policy("b", "", 0, map[string]any{"max-length": ms(5)}))
	value := func() any { s, _ := v.Effective(v.Queue("q"), queueargs.MessageTTL); return s.Value }
	before := value()
	v.WithoutPolicies(func(p *Policy) bool { return p.Name == "a" }, func() {
		if got := value(); got != nil {
			t.Errorf("without it: %v", got)
		}
	})
	if got := value(); got == nil || got != before {
		t.Errorf("afterwards: %v, not %v", got, before)
	}
}
