package lint

import (
	"math"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// owned is a policy of this configuration.
func owned(p *topology.Policy, change topology.Change) *topology.Policy {
	p.Managed, p.Change = true, change
	return p
}

func TestPolicyShadowed(t *testing.T) {
	const id = "policy_shadowed"
	queues := func(change topology.Change, names ...string) *Context {
		c := on("4.0.5", nil)
		for _, name := range names {
			q := queueOf(queueargs.Quorum, name, nil)
			q.Change = change
			c.Topology.PutQueue(q)
		}
		return c
	}
	existing := func(names ...string) *Context { return queues(topology.Unchanged, names...) }
	policy := func(name, pattern string, priority float64) *topology.Policy {
		return policyOf(name, pattern, priority, false)
	}
	low := func() *topology.Policy { return owned(policy("low", "^team", 1), topology.Created) }
	ref := low().Ref()

	found := expect(t, id, existing("team.a", "team.b", "team.c", "team.d").with(policy("high", "", 5)).with(low()), ref, "priority")
	says(t, found[0], `does nothing to the queues that it matches ("team.a", "team.b", "team.c" and 1 more), because "high" with a higher priority`, "above 5", `add its settings to "high"`)
	found = expect(t, id, existing("team.a", "team.b").with(policy("x", "a$", 5)).with(policy("y", "b$", 7)).with(low()), ref, "priority")
	says(t, expect(t, id, existing("team.a").with(policy("high", "", 5)).with(low()), ref, "priority")[0],
		`does nothing to the queue that it matches ("team.a"), because`, "leaves this queue out.")
	says(t, found[0], `"x", "y" with a higher priority`, "above 7")
	operators := existing("team.a").with(policyOf("high", "", 5, true)).with(owned(policyOf("low", "^team", 1, true), topology.Created))
	says(t, expect(t, id, operators, topology.Ref{Kind: topology.KindOperatorPolicy, Name: "low"}, "priority")[0], "a queue has only one operator policy")

	for name, c := range map[string]*Context{
		"in force on one of them":        existing("team.a", "team.b").with(policy("high", "a$", 5)).with(low()),
		"no queue":                       existing("other").with(policy("high", "", 5)).with(low()),
		"highest":                        existing("team.a").with(policy("lower", "", 0)).with(low()),
		"of equal priority":              existing("team.a").with(policy("equal", "", 1)).with(low()), // policy_tie
		"an operator policy":             existing("team.a").with(policyOf("high", "", 5, true)).with(low()),
		"of others":                      existing("team.a").with(policy("high", "", 5)).with(policy("low", "^team", 1)),
		"deleted":                        existing("team.a").with(policy("high", "", 5)).with(owned(policy("low", "^team", 1), topology.Deleted)),
		"more may be made":               queues(topology.Created, "team.a").with(policy("high", "", 5)).with(low()),
		"the queues go":                  queues(topology.Deleted, "team.a").with(policy("high", "", 5)).with(low()),
		"the other cannot be evaluated":  existing("team.a").with(policy("high", "^(?!x)", 5)).with(low()),
		"the other's key keeps it away":  existing("team.a").with(&topology.Policy{Name: "high", ApplyTo: "all", Priority: 5, Definition: map[string]any{"max-age": "1D"}}).with(low()),
		"its priority is not known yet":  existing("team.a").with(policy("high", "", 5)).with(owned(&topology.Policy{Name: "low", ApplyTo: "all", Vague: true, Priority: math.Inf(1)}, topology.Created)),
		"the pattern may match no queue": existing("team.a").with(policy("high", "", 5)).with(owned(policy("low", "^(?!x)", 1), topology.Created)),
	} {
		t.Run(name, func(t *testing.T) { expect(t, id, c, ref) })
	}

	// Whoever completes it says it.
	literal := owned(policy("low", `^team\.a$`, 1), topology.Unchanged)
	c := queues(topology.Created, "team.a").with(policy("high", "", 5)).with(literal)
	if found := rules[id].Check(c, queueRef("team.a")); len(found) != 1 || found[0].Object != ref {
		t.Errorf("the new queue: %+v", found)
	}
	c = existing("team.a").with(literal).with(owned(policy("high", "", 5), topology.Updated))
	high := topology.Ref{Kind: topology.KindPolicy, Name: "high"}
	if found := rules[id].Check(c, high); len(found) != 1 || found[0].Object != ref {
		t.Errorf("the higher policy: %+v", found)
	}
	if found := rules[id].Check(existing("team.a").with(literal).with(owned(policy("high", "", 5), topology.Unchanged)), high); len(found) != 0 {
		t.Errorf("the higher policy, unchanged: %+v", found)
	}
}
