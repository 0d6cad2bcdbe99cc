package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// What stands in a queue's own policy is found and advised upon as what stands in its arguments.
func TestSettingsInAnOwnPolicyAreTheQueues(t *testing.T) {
	type definition = map[string]any
	ttl := func(ms int64) definition { return definition{"message-ttl": queueargs.Int(ms)} }
	own := func(d definition, others ...*topology.Policy) *Context {
		q := queueOf(queueargs.Quorum, "q", nil)
		q.OwnPolicy = "own"
		c := on("4.3.6", q).with(&topology.Policy{Name: "own", Own: true, Pattern: "^q$", ApplyTo: "queues", Definition: d, Managed: true, Change: topology.Created})
		for _, p := range others {
			c.with(p)
		}
		return c
	}
	other := func(priority float64, operator bool, d definition) *topology.Policy {
		return &topology.Policy{Name: "other", ApplyTo: "queues", Priority: priority, Operator: operator, Definition: d}
	}
	above := own(ttl(7200_000))
	above.MaxMessageTTL = 3600e9
	late := own(ttl(3600_000), other(0, true, ttl(1000)))
	third := &topology.Policy{Name: "third", ApplyTo: "queues", Definition: ttl(3000)}
	operator := func(name string) *topology.Policy {
		return &topology.Policy{Name: name, ApplyTo: "queues", Operator: true, Definition: ttl(3000)}
	}
	for name, c := range map[string]struct {
		rule    string
		context *Context
		field   string
		text    string
	}{
		"no exchange":       {"ttl_without_dlx", own(ttl(1000)), "x-message-ttl", "still in the queue after 1s vanishes"},
		"zero":              {"ttl_zero", own(ttl(0)), "x-message-ttl", "Set message_ttl"},
		"too long":          {"ttl_out_of_range", own(ttl(400_000_000_000)), "x-message-ttl", "Set message_ttl to a value from 0s"},
		"negative":          {"ttl_out_of_range", own(ttl(-1)), "x-message-ttl", "The broker refuses the policy: message-ttl is -1ms"},
		"above the ceiling": {"ttl_above_ceiling", above, "x-message-ttl", "Set message_ttl to 1h0m0s or less"},
		"lowered":           {"ttl_lowered_by_policy", late, "x-message-ttl", `operator policy "other" is in force`},
		"key alone":         {"dlx_key_without_exchange", own(definition{"dead-letter-routing-key": "k"}), "x-dead-letter-routing-key", "Set dead_letter.exchange too, or remove dead_letter.routing_key."},
		"delivery limit":    {"delivery_limit_drops", own(definition{"delivery-limit": queueargs.Int(3)}), "x-delivery-limit", "delivery_limit = -1"},
		"retry without min": {"delayed_retry_ineffective", own(definition{"delayed-retry-type": "all"}), "x-delayed-retry-type", "The broker refuses the policy"},
		"a tie":             {"policy_tie", own(ttl(1000), other(0, false, ttl(2000))), "", `Set policy_priority of queue "q" above 0, so that its settings are in force and nothing of "other" is, or give policy "other" a pattern that leaves queue "q" out.`},
		"a tie of three":    {"policy_tie", own(ttl(1000), other(0, false, ttl(2000)), third), "", `nothing of "other", "third" is, or give those policies patterns that leave queue "q" out.`},
		"a tie of others":   {"policy_tie", own(ttl(1000), operator("a"), operator("b")), "", `Give "a", "b" different priorities`},
		"no room":           {"overflow_drops", own(definition{"max-length": queueargs.Int(0), "overflow": "reject-publish"}), "x-max-length", "Set max_length to what may wait in the queue, or remove it."},
	} {
		t.Run(name, func(t *testing.T) {
			says(t, expect(t, c.rule, c.context, queueRef("q"), c.field)[0], c.text)
		})
	}
	policy := topology.Ref{Kind: topology.KindPolicy, Name: "own"}
	says(t, expect(t, "policy_shadowed", own(ttl(1000), other(5, false, ttl(2000))), policy, "priority")[0], `to the queue that it matches ("q")`, `Set policy_priority above 5, or give "other" a pattern that leaves the queue out.`)
	// What is in force in its place is said once, whether the TTL is lowered by that or raised.
	expect(t, "ttl_lowered_by_policy", own(ttl(1000), other(5, false, ttl(2000))), queueRef("q"))
	expect(t, "ttl_lowered_by_policy", own(ttl(2000), other(5, false, ttl(1000))), queueRef("q"))
	says(t, expect(t, "ttl_lowered_by_policy", own(ttl(3000), other(5, false, ttl(2000)), &topology.Policy{Name: "limit", ApplyTo: "queues", Operator: true, Definition: ttl(1000)}),
		queueRef("q"), "x-message-ttl")[0], `operator policy "limit" is in force`)
	// It is not looked at twice.
	for _, rule := range []string{"ttl_out_of_range", "delayed_retry_ineffective", "argument_type", "argument_needs_version"} {
		expect(t, rule, own(definition{"message-ttl": queueargs.Int(400_000_000_000), "delayed-retry-type": "all", "queue-master-locator": "min-masters"}), policy)
	}
}

// A tier whose delay changes in its own policy is empty when the delay is over that its messages came with.
func TestDelayTierWithAnOwnPolicyEmptiesItself(t *testing.T) {
	held := int64(3)
	policy := func(ms int64) *topology.Policy {
		return &topology.Policy{Name: "own", Own: true, Pattern: "^q$", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Int(ms)}}
	}
	q := queueOf(queueargs.Quorum, "q", nil)
	asDelayTier(q)
	q.OwnPolicy, q.Messages, q.Change = "own", &held, topology.Updated
	c := on("4.0.5", q).with(policy(60000)).with(owned(policy(10000), topology.Updated))
	says(t, expect(t, "policy_ttl_not_retroactive", c, queueRef("q"), "x-message-ttl")[0], "(1m0s so far", "Wait for the delay of 1m0s, after which")
	c.Topology.NoteDrift(&topology.Policy{Name: "own", Definition: map[string]any{"message-ttl": queueargs.Int(5000)}})
	says(t, expect(t, "policy_ttl_not_retroactive", c, queueRef("q"), "x-message-ttl")[0], "when it came (1m0s since somebody has changed the queue's policy, 5s before), although that")
	q.Change, q.Because = topology.Replaced, []string{"type"}
	says(t, expect(t, "replace_loses_messages", c, queueRef("q"), "")[0], "Wait for the delay of 1m0s, after which")
}
