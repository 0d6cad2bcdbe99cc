package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestVhostUnusable(t *testing.T) {
	const id = "vhost_unusable"
	subject := topology.Ref{Kind: topology.KindVhost, Name: "payments"}
	check := func(access topology.Access, fields ...string) []Finding {
		c := offline(queueOf("quorum", "main.queue", nil))
		c.Topology.Access, c.Topology.User = access, "deploy"
		expect(t, id, c, queueRef("main.queue"))
		return expect(t, id, c, subject, fields...)
	}
	check(topology.Usable)
	const grant = `rabbitmqctl set_permissions -p "payments" "deploy" '.*' '.*' '.*'`
	for access, says1 := range map[topology.Access]string{
		topology.Absent: "the broker does not have it.", topology.Hidden: `or user "deploy" has no permissions in it.`,
		topology.Forbidden: "The broker refuses all", topology.Doubtful: "another authorization backend",
	} {
		f := check(access, "vhost")[0]
		says(t, f, says1, `"payments"`, grant)
		if access == topology.Absent || access == topology.Hidden {
			says(t, f, "does not see depends_on", "vhost = <type>.<label>.id")
		}
		if f.Severity != map[bool]Severity{true: Warning, false: Error}[access == topology.Doubtful] {
			t.Errorf("%s: %s", access, f.Severity)
		}
	}
}
