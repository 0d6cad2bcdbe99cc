package queuekit

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

func TestSettingsAreKeptWhereTheBrokerHasThem(t *testing.T) {
	const hour = time.Hour
	all := queueargs.Values{"message_ttl": hour, "single_active_consumer": true, "queue_leader_locator": "balanced"}
	retry := queueargs.Values{"message_ttl": hour, "delayed_retry.type": "failed", "delayed_retry.min": time.Second}
	wait := queueargs.Values{"message_ttl": hour, "consumer_timeout": hour}
	arguments := func(names ...string) *Prior {
		p := &Prior{Arguments: queueargs.Arguments{}}
		for _, name := range names {
			p.Arguments[name] = json.Number("1")
		}
		return p
	}
	keys := func(names ...string) *Prior {
		p := &Prior{Policy: &rabbitmq.Policy{Definition: map[string]any{}}}
		for _, name := range names {
			p.Policy.Definition[name] = json.Number("1")
		}
		return p
	}
	for name, c := range map[string]struct {
		of     queueargs.Type
		on     string
		values queueargs.Values
		kept   *Prior
		want   string
	}{
		"policies act on leaders in a declaration only": {queueargs.Quorum, "4.3.6", all, nil, "x-queue-leader-locator x-single-active-consumer | message-ttl"},
		"a key that all policies have":                  {queueargs.Quorum, "3.10.8", all, nil, "x-queue-leader-locator x-single-active-consumer | message-ttl"},
		"keys that are new":                             {queueargs.Quorum, "4.3.1", retry, nil, " | delayed-retry-min delayed-retry-type message-ttl"},
		"keys that come later":                          {queueargs.Quorum, "4.3.0", retry, nil, "x-delayed-retry-min x-delayed-retry-type | message-ttl"},
		"arguments from before the keys":                {queueargs.Quorum, "4.3.1", retry, arguments("x-delayed-retry-min", "x-delayed-retry-type"), "x-delayed-retry-min x-delayed-retry-type | message-ttl"},
		"arguments of others that have always had keys": {queueargs.Quorum, "4.3.1", all, arguments("x-message-ttl"), "x-queue-leader-locator x-single-active-consumer | message-ttl"},
		"a key that the type takes":                     {queueargs.Classic, "4.2.0", wait, nil, " | consumer-timeout message-ttl"},
		"a key that the type takes no longer":           {queueargs.Classic, "4.3.2", wait, nil, "x-consumer-timeout | message-ttl"},
		"a key from when the type took it":              {queueargs.Classic, "4.3.2", wait, keys("consumer-timeout"), " | consumer-timeout message-ttl"},
		"what the type never takes":                     {queueargs.Classic, "4.3.6", queueargs.Values{"delivery_limit": int64(5)}, nil, "x-delivery-limit | "},
		"a value that the type never takes":             {queueargs.Quorum, "4.3.6", queueargs.Values{"overflow": "reject-publish-dlx"}, nil, "x-overflow | "},
		"no limit where that is said by nothing":        {queueargs.Quorum, "3.13.7", queueargs.Values{"delivery_limit": int64(-1)}, nil, " | "},
		"an unknown broker":                             {queueargs.Quorum, "", retry, nil, "x-delayed-retry-min x-delayed-retry-type | delayed-retry-min delayed-retry-type message-ttl"},
		"a queue that stays on an unknown broker":       {queueargs.Quorum, "", retry, keys("delayed-retry-min", "delayed-retry-type"), " | delayed-retry-min delayed-retry-type message-ttl"},
	} {
		spec := Spec{SettingsIn: types.StringValue(InPolicy), Values: queueargs.Values{"type": string(c.of)}, kept: c.kept}
		maps.Copy(spec.Values, c.values)
		var v *version.Version
		if c.on != "" {
			v = version.Must(version.NewVersion(c.on))
		}
		_, policy := spec.split(v)
		args := spec.Arguments(v)
		delete(args, "x-queue-type")
		names := func(of queueargs.Arguments) string { return strings.Join(slices.Sorted(maps.Keys(of)), " ") }
		if got := names(args) + " | " + names(queueargs.RenderPolicy(policy, v)); got != c.want {
			t.Errorf("%s: %s, not %s", name, got, c.want)
		}
	}
}

// While the broker is not known, a policy that is there is what is wanted, however the broker wants "no limit" to be said.
func TestOwnPolicyStaysWhileTheBrokerIsNotKnown(t *testing.T) {
	for name, limit := range map[string]any{"said": json.Number("-1"), "left out": nil} {
		definition := map[string]any{"message-ttl": json.Number("1000")}
		if limit != nil {
			definition["delivery-limit"] = limit
		}
		values := queueargs.Values{"type": "quorum", "message_ttl": time.Second, "delivery_limit": int64(-1)}
		spec := Spec{
			Vhost: types.StringValue("/"), Name: types.StringValue("q"), SettingsIn: types.StringValue(InPolicy), Values: values,
		}
		stated, _ := spec.policy(version.Must(version.NewVersion("4.3.0")), nil)
		stated.Definition = definition
		spec.kept = &Prior{Policy: stated, Values: values}
		want, known := spec.policy(nil, stated)
		if !known || want == nil || len(want.Definition) != len(definition) || want.ApplyTo != "quorum_queues" {
			t.Errorf("%s: %+v, known %t", name, want, known)
		}
	}
}

// A limit that no message reaches is none, wherever it stands. As an argument it is no part of what a policy is to have.
func TestLimitThatIsNeverReachedIsNone(t *testing.T) {
	never := queueargs.Int(queueargs.NeverReached)
	unlimited := queueargs.Values{"type": "quorum", "delivery_limit": int64(-1)}
	for name, q := range map[string]OnBroker{
		"argument": {Queue: rabbitmq.Queue{Type: "quorum", Arguments: map[string]any{"x-delivery-limit": never}}},
		"policy":   {Queue: rabbitmq.Queue{Type: "quorum"}, Policy: &rabbitmq.Policy{Definition: map[string]any{"delivery-limit": never}}},
	} {
		if values, _ := ParseArguments(q, Prior{Values: unlimited}); values["delivery_limit"] != int64(-1) {
			t.Errorf("%s: %v", name, values)
		}
	}
	v := version.Must(version.NewVersion("4.3.0"))
	have := Prior{Type: queueargs.Quorum, Durable: true, SettingsIn: InArguments, Values: unlimited, Arguments: queueargs.Arguments{"x-queue-type": "quorum", "x-delivery-limit": never}}
	for place, want := range map[string][]string{InArguments: nil, InPolicy: {"settings_in"}} {
		spec := Spec{Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false), SettingsIn: types.StringValue(place), Values: unlimited, kept: &have}
		if got := Differences(spec, spec.Arguments(v), have); !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", place, got, want)
		}
	}
}
