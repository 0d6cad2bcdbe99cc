package lint

import (
	"encoding/json"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// ofPolicies runs a rule over a policy of each kind that has one key.
func ofPolicies(t *testing.T, id, brokerVersion, key string, value any, operator bool, want string) {
	t.Helper()
	p := &topology.Policy{Name: "p", ApplyTo: "queues", Operator: operator, Definition: map[string]any{key: value}, Managed: true, Change: topology.Created}
	c := offline(nil).with(p)
	if brokerVersion != "" {
		c = on(brokerVersion, nil).with(p)
	}
	if want == "" {
		expect(t, id, c, p.Ref())
		return
	}
	says(t, expect(t, id, c, p.Ref(), key)[0], want)
}

func TestArgumentNeedsVersionOfPolicies(t *testing.T) {
	const id = "argument_needs_version"
	for _, test := range []struct {
		version, key string
		operator     bool
		says         string
	}{
		{"4.0.5", "delayed-retry-type", false, "RabbitMQ 4.0.5 refuses the policy because of its key delayed-retry-type, which works from RabbitMQ 4.3.1 on."},
		{"4.3.0", "delayed-retry-type", true, "refuses the operator policy because of its key delayed-retry-type, which works from RabbitMQ 4.3.1 on."},
		{"4.3.1", "delayed-retry-type", true, ""},
		{"3.10.8", "consumer-timeout", false, "from RabbitMQ 3.12.0 on"},
		{"4.3.6", "queue-master-locator", false, "which works before 4.3.0."},
		{"4.3.6", "queue-master-locator", true, "Remove queue-master-locator."},
		{"4.0.5", "queue-master-locator", true, ""},
		{"4.0.5", "consumer-timeout", false, ""},
		{"3.10.8", "overflow", false, ""},
		{"3.10.8", "overflow", true, "Remove overflow, or upgrade the broker to RabbitMQ 3.12.7."},
		{"3.13.7", "overflow", true, ""},
		{"", "consumer-timeout", false, ""},
		{"3.10.8", "federation-upstream-set", false, ""},
	} {
		ofPolicies(t, id, test.version, test.key, "x", test.operator, test.says)
	}
	ofPolicies(t, id, "3.10.8", "consumer-timeout", queueargs.Unknown{}, false, "")

	for version, refused := range map[string]bool{"3.10.8": true, "4.0.5": false} {
		p := &topology.Policy{Name: "p", ApplyTo: "quorum_queues", Definition: map[string]any{"max-length": queueargs.Int(5)}}
		if !refused {
			expect(t, id, on(version, nil).with(p), p.Ref())
			continue
		}
		says(t, expect(t, id, on(version, nil).with(p), p.Ref(), "apply-to")[0], `apply_to = "quorum_queues", which works from RabbitMQ 3.12.0 on`)
	}
}

// Brokers answer `<<"5">> is not a valid maximum length` and the like.
func TestArgumentTypeOfPolicies(t *testing.T) {
	const id = "argument_type"
	ofPolicies(t, id, "", "max-length", "5", false, `The broker refuses the policy: max-length is the string "5" and must be an integer.`)
	ofPolicies(t, id, "", "message-ttl", json.Number("5.0"), true, "refuses the operator policy")
	ofPolicies(t, id, "", "delivery-limit", "x", false, "Set delivery_limit")
	ofPolicies(t, id, "", "max-length", queueargs.Int(5), false, "")
	ofPolicies(t, id, "", "max-length", queueargs.Unknown{}, false, "")
	ofPolicies(t, id, "", "federation-upstream-set", true, false, "")
}

// Brokers answer that max-lengt is not a recognised policy setting; keys of plugins are taken.
func TestArgumentUnknownOfPolicies(t *testing.T) {
	const id = "argument_unknown"
	ofPolicies(t, id, "", "max-lengt", queueargs.Int(5), false, "Set max_length (max-length), if that is what max-lengt means")
	ofPolicies(t, id, "", "x-message-ttl", queueargs.Int(5), false, "Set message_ttl (message-ttl)")
	ofPolicies(t, id, "", "dead-leter-exchange", "dlx", true, "") // operator policies have nothing like it
	for _, key := range []string{"max-length", "federation-upstream-set", "ha-mode", "target-group-size", "shards-per-node", "alternate-exchange"} {
		ofPolicies(t, id, "", key, "all", false, "")
	}
}

// The API answers 405 to a PUT of a policy named "." and lists for a GET.
func TestNameInvalidOfPolicies(t *testing.T) {
	for name, invalid := range map[string]bool{"": true, ".": true, "..": true, "...": false, "amq.x": false, "a\nb": false} {
		p := &topology.Policy{Name: name, ApplyTo: "all"}
		var fields []string
		if invalid {
			fields = []string{"name"}
		}
		expect(t, "name_invalid", offline(nil).with(p), p.Ref(), fields...)
	}
}

// Brokers answer that delayed-retry-min is required and that delayed-retry-max must not be smaller than it.
func TestDelayedRetryIneffectiveOfPolicies(t *testing.T) {
	const kind, least, most = "delayed-retry-type", "delayed-retry-min", "delayed-retry-max"
	for _, test := range []struct {
		definition map[string]any
		field      string
	}{
		{map[string]any{kind: "all"}, kind},
		{map[string]any{kind: "failed", most: queueargs.Int(10)}, kind},
		{map[string]any{least: queueargs.Int(1000), most: queueargs.Int(10)}, most},
		{map[string]any{kind: "all", least: queueargs.Int(1000)}, ""},
		{map[string]any{kind: "all", least: queueargs.Unknown{}}, ""},
		{map[string]any{kind: queueargs.Unknown{}}, ""},
		{map[string]any{kind: "disabled"}, ""},
		{map[string]any{most: queueargs.Int(10)}, ""},
		{map[string]any{kind: "all", least: queueargs.Int(10), most: queueargs.Int(10)}, ""},
	} {
		for _, operator := range []bool{false, true} {
			p := &topology.Policy{Name: "p", ApplyTo: "queues", Operator: operator, Definition: test.definition}
			var fields []string
			if test.field != "" {
				fields = []string{test.field}
			}
			expect(t, "delayed_retry_ineffective", offline(nil).with(p), p.Ref(), fields...)
		}
	}
}
