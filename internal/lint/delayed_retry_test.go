package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

const retryType, retryMin, retryMax = "x-delayed-retry-type", "x-delayed-retry-min", "x-delayed-retry-max"

func retryPolicy(operator bool, definition map[string]any) *topology.Policy {
	return &topology.Policy{Name: "retry", Operator: operator, ApplyTo: "queues", Definition: definition}
}

// 4.3.6 delivers again at once without a type, without a min and with a type that there is not, and waits 300 ms with min 2000 and max 300.
func TestDelayedRetryIneffective(t *testing.T) {
	const id = "delayed_retry_ineffective"
	for name, test := range map[string]struct {
		args   queueargs.Arguments
		policy *topology.Policy
		field  string // empty: no finding
		says   string
	}{
		"type alone":           {queueargs.Arguments{retryType: "all"}, nil, retryType, `delayed retry of type "all" is off without a min.`},
		"type and max":         {queueargs.Arguments{retryType: "all", retryMax: queueargs.Int(5)}, nil, retryType, "Set delayed_retry.min"},
		"type by policy alone": {nil, retryPolicy(false, map[string]any{"delayed-retry-type": "failed"}), retryType, `of type "failed" (policy "retry") is off`},
		"min alone":            {queueargs.Arguments{retryMin: queueargs.Int(5)}, nil, retryType, "Set delayed_retry.type"},
		"max alone":            {queueargs.Arguments{retryMax: queueargs.Int(5)}, nil, retryType, "off without a type."},
		"no such type":         {queueargs.Arguments{retryType: "al", retryMin: queueargs.Int(5)}, nil, retryType, `Use one of the types disabled, all, failed, returned.`},
		"max below min":        {queueargs.Arguments{retryType: "all", retryMin: queueargs.Int(2000), retryMax: queueargs.Int(300)}, nil, retryMax, "No returned message waits for the min of 2s or longer, because the max is 300ms."},
		"switched off":         {queueargs.Arguments{retryType: "all", retryMin: queueargs.Int(5)}, retryPolicy(true, map[string]any{"delayed-retry-type": "disabled"}), retryType, `Take delayed-retry-type out of operator policy "retry"`},
		"type and min":         {queueargs.Arguments{retryType: "all", retryMin: queueargs.Int(5)}, nil, "", ""},
		"max is min":           {queueargs.Arguments{retryType: "all", retryMin: queueargs.Int(5), retryMax: queueargs.Int(5)}, nil, "", ""},
		"min by policy":        {queueargs.Arguments{retryType: "all"}, retryPolicy(false, map[string]any{"delayed-retry-min": queueargs.Int(5)}), "", ""},
		"type by policy":       {queueargs.Arguments{retryMin: queueargs.Int(5)}, retryPolicy(false, map[string]any{"delayed-retry-type": "all"}), "", ""},
		"off on purpose":       {queueargs.Arguments{retryType: "disabled", retryMin: queueargs.Int(5)}, nil, "", ""},
		"off by policy only":   {nil, retryPolicy(false, map[string]any{"delayed-retry-type": "disabled"}), "", ""},
		"min by policy only":   {nil, retryPolicy(false, map[string]any{"delayed-retry-min": queueargs.Int(5)}), "", ""},
		"type not known":       {queueargs.Arguments{retryType: queueargs.Unknown{}, retryMin: queueargs.Int(5)}, nil, "", ""},
		"min not known":        {queueargs.Arguments{retryType: "all", retryMin: queueargs.Unknown{}, retryMax: queueargs.Int(5)}, nil, "", ""},
		"neither":              {nil, nil, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := on("4.3.6", queueOf(queueargs.Quorum, "q", test.args))
			if test.policy != nil {
				c.with(test.policy)
			}
			if test.field == "" {
				expect(t, id, c, queueRef("q"))
				return
			}
			says(t, expect(t, id, c, queueRef("q"), test.field)[0], test.says)
		})
	}
}

// Without a broker a policy may set what the arguments leave out; on one before 4.3, and on other types, other rules say that it is ignored.
func TestDelayedRetryIneffectiveIsSilentWhereAnotherRuleSpeaks(t *testing.T) {
	const id = "delayed_retry_ineffective"
	alone := queueargs.Arguments{retryType: "all"}
	expect(t, id, offline(queueOf(queueargs.Quorum, "q", alone)), queueRef("q"))
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", alone)), queueRef("q"))
	expect(t, id, on("4.3.6", queueOf(queueargs.Classic, "q", alone)), queueRef("q"))

	upsideDown := queueOf(queueargs.Quorum, "q", queueargs.Arguments{retryType: "all", retryMin: queueargs.Int(2000), retryMax: queueargs.Int(300)})
	f := expect(t, id, offline(upsideDown), queueRef("q"), retryMax)[0]
	also(t, f, on("4.0.5", upsideDown), queueRef("q"))
	also(t, f, on("4.3.6", upsideDown), queueRef("q"))
}

// 4.3.6 delivers a message again after every nack, whatever the delivery limit; with a TTL it is dead-lettered as expired.
func TestDelayedRetryEndless(t *testing.T) {
	const id = "delayed_retry_endless"
	retry := func(kind any, more queueargs.Arguments) *topology.Queue {
		args := queueargs.Arguments{retryType: kind, retryMin: queueargs.Int(10000)}
		for argument, value := range more {
			args[argument] = value
		}
		return queueOf(queueargs.Quorum, "q", args)
	}
	for _, kind := range []string{"all", "returned"} {
		says(t, expect(t, id, on("4.3.6", retry(kind, nil)), queueRef("q"), retryType)[0], "comes back every 10s without end", "basic.reject", "set delayed_retry.type to failed", "set message_ttl")
		expect(t, id, on("4.0.5", retry(kind, nil)), queueRef("q"))
		expect(t, id, offline(retry(kind, nil)), queueRef("q"))
		for _, args := range []queueargs.Arguments{{"x-message-ttl": queueargs.Int(60000)}, {"x-message-ttl": queueargs.Unknown{}}, {retryMin: queueargs.Unknown{}}, {retryMax: queueargs.Unknown{}}} {
			expect(t, id, on("4.3.6", retry(kind, args)), queueRef("q"))
		}
	}
	says(t, expect(t, id, on("4.3.6", retry("all", queueargs.Arguments{retryMax: queueargs.Int(500), "x-delivery-limit": queueargs.Int(3)})), queueRef("q"), retryType)[0], "every 500ms")
	for _, kind := range []any{"failed", "disabled", queueargs.Unknown{}} {
		expect(t, id, on("4.3.6", retry(kind, nil)), queueRef("q"))
	}
	expect(t, id, on("4.3.6", queueOf(queueargs.Quorum, "q", queueargs.Arguments{retryType: "all"})), queueRef("q")) // it is off

	byPolicy := retryPolicy(true, map[string]any{"delayed-retry-type": "all"})
	says(t, expect(t, id, on("4.3.6", retry("failed", nil)).with(byPolicy), queueRef("q"), retryType)[0],
		`with type "all" (operator policy "retry")`, `set delayed-retry-type to failed in operator policy "retry"`)
	ttl := &topology.Policy{Name: "ttl", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Int(60000)}}
	expect(t, id, on("4.3.6", retry("all", nil)).with(ttl), queueRef("q"))
}
