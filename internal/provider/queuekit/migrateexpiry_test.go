package queuekit

import (
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestWhatMakesTheNewQueueOfAMigrationExpire(t *testing.T) {
	minute := map[string]any{"expires": queueargs.Int(60000)}
	for _, test := range []struct {
		name      string
		arguments queueargs.Arguments
		policy    *topology.Policy
		want      string // "" for nothing
	}{
		{"nothing", nil, nil, ""},
		{"the argument", queueargs.Arguments{"x-expires": queueargs.Int(60000)}, nil, "expires is 1m0s"},
		{"an argument that is not known", queueargs.Arguments{"x-expires": queueargs.Unknown{}}, nil, "not known yet"},
		{"the own policy", nil, &topology.Policy{Name: PolicyName("q"), Pattern: "^q$", ApplyTo: "queues", Own: true, Managed: true, Definition: minute}, "expires is 1m0s"},
		{"a policy", nil, &topology.Policy{Name: "idle", ApplyTo: "quorum_queues", Definition: minute}, `the policy "idle" sets expires to 1m0s`},
		{"a policy for another type", nil, &topology.Policy{Name: "idle", ApplyTo: "classic_queues", Definition: minute}, ""},
		{"an operator policy", nil, &topology.Policy{Name: "idle", ApplyTo: "queues", Operator: true, Definition: minute}, `the operator policy "idle" sets expires to 1m0s`},
	} {
		v := topology.New("v")
		v.Version, v.Complete = version.Must(version.NewVersion("4.0.5")), true
		// The queue that there is has another type.
		v.PutQueue(&topology.Queue{Name: "q", Type: queueargs.Classic, Durable: true})
		if test.policy != nil {
			v.PutPolicy(test.policy)
		}
		got := expiring(v, &topology.Queue{Name: "q", Type: queueargs.Quorum, Durable: true, Arguments: test.arguments, Managed: true, OwnPolicy: PolicyName("q")})
		if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

func TestTheNewQueueOfAMigrationMayBeTooShort(t *testing.T) {
	v := topology.New("v")
	v.Version, v.Complete = version.Must(version.NewVersion("4.0.5")), true
	three := int64(3)
	for _, test := range []struct {
		arguments queueargs.Arguments
		messages  *int64
		want      string // "" for nothing
	}{
		{nil, &three, ""},
		{queueargs.Arguments{"x-max-length": queueargs.Int(3)}, &three, "no more than 3 messages: if there is more by then, the oldest"},
		{queueargs.Arguments{"x-max-length": queueargs.Int(3)}, new(int64), "no more than 3 messages: if there is more by then, the oldest"},
		{queueargs.Arguments{"x-max-length": queueargs.Int(2)}, &three, "no more than 2 messages: 1 of them will be dropped"},
		{queueargs.Arguments{"x-max-length": queueargs.Int(2)}, nil, "no more than 2 messages: if there is more by then, the oldest messages will be dropped"},
		{queueargs.Arguments{"x-max-length": queueargs.Int(2), "x-overflow": "reject-publish"}, &three, "refuses others"},
		{queueargs.Arguments{"x-max-length-bytes": queueargs.Int(2)}, &three, "no more than 2 bytes: if there is more by then, the oldest messages will be dropped"},
		{queueargs.Arguments{"x-max-length": queueargs.Int(9), "x-max-length-bytes": queueargs.Int(2)}, &three, "no more than 9 messages or 2 bytes: if there is more by then"},
		{queueargs.Arguments{"x-max-length-bytes": queueargs.Int(2), "x-overflow": "reject-publish"}, nil, "no more than 2 bytes and refuses others"},
	} {
		got := tooShort(v, &topology.Queue{Name: "q", Type: queueargs.Quorum, Durable: true, Arguments: test.arguments, Managed: true}, test.messages)
		if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%v: %q", test.arguments, got)
		}
	}
}
