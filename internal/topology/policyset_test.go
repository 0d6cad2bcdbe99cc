package topology

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever policies are not looked at for a name do not match it.
func TestPoliciesAreFoundByWhatNamesContain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	some := func(of ...string) string {
		var text strings.Builder
		for range 1 + random.IntN(4) {
			text.WriteString(of[random.IntN(len(of))])
		}
		return text.String()
	}
	for range 2000 {
		set := newPolicySet()
		for i := range 5 {
			pattern := some("a", "b", "ab", `\.`, ".", "^", "$", "a*", "(b|c)", "b?", "(?i:A)", "[ab]", "|", `\z`, "(?:ab)+", "é", `\w`, "(?=a)")
			set.put(newCompiled(&Policy{Name: fmt.Sprint(i), Pattern: pattern, ApplyTo: "all"}))
		}
		set.remove(policyKey{"0", false})
		name := some("a", "b", "c", ".", "A", "é", "\n")
		near := map[string]bool{}
		set.of(name, func(p *compiledPolicy) {
			if near[p.Name] {
				t.Errorf("%q comes twice for %q", p.Pattern, name)
			}
			near[p.Name] = true
		})
		for _, p := range set.all {
			if matches, evaluated := p.match(name); evaluated && matches && !near[p.Name] {
				t.Errorf("%q matches %q", p.Pattern, name)
			}
		}
		if near["0"] {
			t.Error("a policy is found that is not there any more")
		}
	}
}

func TestMatchedByFollowsEachChange(t *testing.T) {
	p := policy("p", "^a", 0, map[string]any{"message-ttl": ms(1)})
	v := onBroker("4.0.5", quorum("a1", nil), quorum("b1", nil), quorum("a2", nil), p)
	sameList(t, "matched", names(v.MatchedBy(p), queueName), "a1", "a2")
	v.RemoveQueue("a1")
	sameList(t, "without one", names(v.MatchedBy(p), queueName), "a2")
	again := *p
	v.PutPolicy(&again)
	sameList(t, "put again", names(v.MatchedBy(&again), queueName), "a2")
	wider := policy("p", "", 0, nil)
	v.PutPolicy(wider)
	sameList(t, "wider", names(v.MatchedBy(wider), queueName), "a2", "b1")
}
