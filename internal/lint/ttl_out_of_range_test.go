package lint

import (
	"encoding/json"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Brokers take 315360000000 and refuse 315360000001 (value_too_large), -1 (value_negative) and expires of 0 (value_zero).
func TestTTLOutOfRange(t *testing.T) {
	for _, test := range []struct {
		argument, value string
		refused         bool
	}{
		{"x-message-ttl", "0", false},
		{"x-message-ttl", "4294967296", false},
		{"x-message-ttl", "315360000000", false},
		{"x-message-ttl", "315360000001", true},
		{"x-message-ttl", "18446744073709551616", true},
		{"x-message-ttl", "-1", true},
		{"x-expires", "1", false},
		{"x-expires", "0", true},
		{"x-expires", "315360000001", true},
	} {
		t.Run(test.argument+"="+test.value, func(t *testing.T) {
			var fields []string
			if test.refused {
				fields = append(fields, test.argument)
			}
			args := queueargs.Arguments{test.argument: json.Number(test.value)}
			expect(t, "ttl_out_of_range", offline(queueOf(queueargs.Classic, "q", args)), queueRef("q"), fields...)
		})
	}
	found := expect(t, "ttl_out_of_range", offline(queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-expires": queueargs.Int(0)})), queueRef("q"), "x-expires")
	says(t, found[0], "x-expires is 0s and must be from 1ms to 87600h0m0s", "Set expires to")
	expect(t, "ttl_out_of_range", offline(queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-message-ttl": queueargs.Unknown{}})), queueRef("q"))
}

// Brokers take any message-ttl in a policy; 10^19 made a quorum queue's process die and a classic queue lose its message.
func TestTTLOutOfRangeOfPolicies(t *testing.T) {
	for _, operator := range []bool{false, true} {
		for _, test := range []struct{ key, value, says string }{
			{"message-ttl", "10000000000000000000", "10000000000000000000 ms in"},
			{"message-ttl", "315360000000", ""},
			{"message-ttl", "0", ""},
			{"message-ttl", "-1", "policy: message-ttl is -1ms"},
			{"expires", "0", "policy: expires is 0s"},
		} {
			p := &topology.Policy{Name: "life", ApplyTo: "all", Operator: operator, Definition: map[string]any{test.key: json.Number(test.value)}}
			if test.says == "" {
				expect(t, "ttl_out_of_range", offline(nil).with(p), p.Ref())
				continue
			}
			says(t, expect(t, "ttl_out_of_range", offline(nil).with(p), p.Ref(), test.key)[0], test.says)
		}
	}
}

// A plan does not look at policies for their own sake, but at the queues that they apply to.
func TestTTLOutOfRangeOfPoliciesInForce(t *testing.T) {
	const id, far, fine = "ttl_out_of_range", "10000000000000000000", "60000"
	policy := func(operator bool, key, value string) *topology.Policy {
		return &topology.Policy{Name: "life", Operator: operator, ApplyTo: "queues", Definition: map[string]any{key: json.Number(value)}}
	}
	for name, test := range map[string]struct {
		version  string
		kind     queueargs.Type
		args     queueargs.Arguments
		policies []*topology.Policy
		field    string // empty: no finding
		says     string
	}{
		"in a policy":           {"4.3.6", queueargs.Quorum, nil, []*topology.Policy{policy(false, "message-ttl", far)}, "x-message-ttl", `message-ttl of 10000000000000000000 ms in policy "life"`},
		"in an operator policy": {"4.3.6", queueargs.Classic, nil, []*topology.Policy{policy(true, "expires", far)}, "x-expires", `Set expires in operator policy "life" to a value from 1ms`},
		"in both":               {"4.3.6", queueargs.Classic, nil, []*topology.Policy{policy(false, "expires", far), policy(true, "expires", far)}, "x-expires", "unchecked"},
		"beside a smaller one":  {"4.3.6", queueargs.Classic, nil, []*topology.Policy{policy(false, "expires", far), policy(true, "expires", fine)}, "", ""},
		"beside an argument":    {"4.3.6", queueargs.Quorum, queueargs.Arguments{"x-message-ttl": queueargs.Int(1)}, []*topology.Policy{policy(false, "message-ttl", far)}, "", ""},
		"over an argument":      {"3.10.8", queueargs.Quorum, queueargs.Arguments{"x-expires": queueargs.Int(1)}, []*topology.Policy{policy(false, "expires", far)}, "x-expires", "unchecked"},
		"ten years":             {"4.3.6", queueargs.Quorum, nil, []*topology.Policy{policy(false, "message-ttl", "315360000000")}, "", ""},
		"on a stream":           {"4.3.6", queueargs.Stream, nil, []*topology.Policy{policy(false, "message-ttl", far)}, "", ""},
		"of a string":           {"4.3.6", queueargs.Quorum, nil, []*topology.Policy{{Name: "life", ApplyTo: "queues", Definition: map[string]any{"message-ttl": "x"}}}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := on(test.version, queueOf(test.kind, "q", test.args))
			for _, p := range test.policies {
				c.with(p)
			}
			if test.field == "" {
				expect(t, id, c, queueRef("q"))
				return
			}
			says(t, expect(t, id, c, queueRef("q"), test.field)[0], test.says)
		})
	}
}
