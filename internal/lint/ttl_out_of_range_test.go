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
	subject := topology.Ref{Kind: topology.KindPolicy, Name: "life"}
	for value, fields := range map[string][]string{"10000000000000000000": {"message-ttl"}, "315360000000": nil} {
		c := offline(nil).with(&topology.Policy{Name: "life", Pattern: "", ApplyTo: "all", Definition: map[string]any{"message-ttl": json.Number(value)}})
		for _, f := range expect(t, "ttl_out_of_range", c, subject, fields...) {
			says(t, f, "10000000000000000000 ms in a policy unchecked")
		}
	}
}
