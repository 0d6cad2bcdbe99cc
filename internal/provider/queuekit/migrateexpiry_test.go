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
