package queueargs

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

func TestPoliciesAreRenderedUnderTheirOwnKeysAndParsedBack(t *testing.T) {
	values := Values{"message_ttl": 10 * time.Second, "dead_letter.exchange": "dlx", "delivery_limit": int64(-1), "max_age": time.Hour}
	definition := RenderPolicy(values, v("4.3.6"))
	want := Arguments{
		"message-ttl": json.Number("10000"), "dead-letter-exchange": "dlx", "delivery-limit": json.Number("-1"), "max-age": "3600s",
	}
	if !reflect.DeepEqual(definition, want) {
		t.Errorf("rendered %v, want %v", definition, want)
	}
	definition["federation-upstream-set"], definition["max-length"], definition["queue-mode"] = "all", "5", "lazy"
	parsed, extra := ParsePolicy(definition, false)
	if !reflect.DeepEqual(parsed, values) || !reflect.DeepEqual(extra, Arguments{"federation-upstream-set": "all", "max-length": "5", "queue-mode": "lazy"}) {
		t.Errorf("parsed %v and %v", parsed, extra)
	}
	parsed, extra = ParsePolicy(Arguments{"message-ttl": json.Number("5"), "dead-letter-exchange": "dlx"}, true)
	if len(parsed) != 1 || len(extra) != 1 {
		t.Errorf("of an operator policy, parsed %v and %v", parsed, extra)
	}
}

// Before 4.0 policies refuse a negative delivery limit, and no key is no limit.
func TestUnlimitedDeliveryLimitIsNoKeyBefore4(t *testing.T) {
	if got := RenderPolicy(Values{"delivery_limit": int64(-1)}, v("3.13.7")); len(got) != 0 {
		t.Errorf("rendered %v", got)
	}
}

func TestPolicyRowsAreThoseWithAKey(t *testing.T) {
	offered := func(operator bool) map[string]bool {
		names := map[string]bool{}
		for _, row := range PolicyRows(operator) {
			names[row.Attribute] = true
		}
		return names
	}
	user, operator := offered(false), offered(true)
	for _, name := range []string{"message_ttl", "dead_letter.exchange", "delayed_retry.type", "overflow", "max_age"} {
		if !user[name] {
			t.Errorf("policies do not offer %s", name)
		}
	}
	for _, name := range []string{"type", "max_priority", "single_active_consumer", ""} {
		if user[name] || operator[name] {
			t.Errorf("policies offer %q", name)
		}
	}
	for name, want := range map[string]bool{"message_ttl": true, "overflow": true, "dead_letter.exchange": false, "max_age": false} {
		if operator[name] != want {
			t.Errorf("operator policies offer %s: %t", name, !want)
		}
	}
}
