package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestQueueFlags(t *testing.T) {
	const id = "queue_flags"
	check := func(typ queueargs.Type, durable, autoDelete bool, fields ...string) {
		t.Helper()
		q := &topology.Queue{Name: "q", Type: typ, Durable: durable, AutoDelete: autoDelete, Managed: true}
		expect(t, id, offline(q), queueRef("q"), fields...)
		expect(t, id, on("4.3.6", q), queueRef("q"), fields...)
	}
	for _, typ := range []queueargs.Type{queueargs.Quorum, queueargs.Stream} {
		check(typ, false, false, "durable")
		check(typ, true, true, "auto_delete")
		check(typ, false, true, "durable", "auto_delete")
		check(typ, true, false)
	}
	check(queueargs.Classic, false, false)
	check(queueargs.Classic, true, true)
	check("", false, true)
}

// RabbitMQ 4.3 denies transient_nonexcl_queues unless it is permitted; a broker says what it does.
func TestTransientQueuesAreOnlyRefusedByBrokersThatDenyThem(t *testing.T) {
	const id = "queue_flags"
	transient := &topology.Queue{Name: "q", Type: queueargs.Classic, Managed: true}
	c := on("4.3.6", transient)
	c.Topology.DeniedFeatures = []string{"transient_nonexcl_queues"}
	says(t, expect(t, id, c, queueRef("q"), "durable")[0], "deprecated_features.permit.transient_nonexcl_queues = true")
	c = on("4.3.6", transient)
	c.Topology.DeniedFeatures = []string{"queue_master_locator"}
	expect(t, id, c, queueRef("q"))
}
