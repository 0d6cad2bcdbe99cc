package lint

import (
	"reflect"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// 4.0.5 and 4.3.6 deliver a message 21 times before they drop it, 3.10.8 without end.
func TestDeliveryLimitDrops(t *testing.T) {
	const id = "delivery_limit_drops"
	subject := queueRef("main.queue")
	queue := func(args queueargs.Arguments) *topology.Queue { return queueOf(queueargs.Quorum, "main.queue", args) }
	for _, version := range []string{"4.0.5", "4.3.6"} {
		says(t, expect(t, id, on(version, queue(nil)), subject, "x-delivery-limit")[0], "After 21 failed deliveries a message is dropped, because the delivery limit is 20 and", "delivery_limit = -1")
		expect(t, id, on(version, queue(queueargs.Arguments{"x-delivery-limit": queueargs.Int(-1)})), subject)
		expect(t, id, on(version, queue(queueargs.Arguments{"x-dead-letter-exchange": "retry.exchange"})), subject)
		expect(t, id, on(version, queueOf(queueargs.Classic, "main.queue", nil)), subject)
	}
	expect(t, id, on("3.10.8", queue(nil)), subject)
	expect(t, id, offline(queue(nil)), subject)

	limited := queueargs.Arguments{"x-delivery-limit": queueargs.Int(0)}
	atValidate := expect(t, id, offline(queue(limited)), subject, "x-delivery-limit")
	says(t, atValidate[0], "After 1 failed delivery a message is dropped, because the delivery limit is 0 and")
	if atPlan := expect(t, id, on("4.0.5", queue(limited)), subject, "x-delivery-limit"); !reflect.DeepEqual(atPlan[0], atValidate[0]) {
		t.Errorf("said differently in the plan: %+v and %+v", atPlan[0], atValidate[0])
	}
	expect(t, id, on("4.0.5", queue(queueargs.Arguments{"x-delivery-limit": queueargs.Unknown{}})), subject)
	expect(t, id, on("4.0.5", queue(queueargs.Arguments{"x-dead-letter-exchange": queueargs.Unknown{}})), subject)
	discards := queue(nil)
	discards.Discards = true
	expect(t, id, on("4.0.5", discards), subject)
}

func TestDeliveryLimitDropsCountsPolicies(t *testing.T) {
	const id = "delivery_limit_drops"
	subject := queueRef("main.queue")
	queue := queueOf(queueargs.Quorum, "main.queue", nil)
	dlx := &topology.Policy{Name: "dead", Pattern: "", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "retry.exchange"}}
	expect(t, id, on("4.0.5", queue).with(dlx), subject)
	limit := &topology.Policy{Name: "three", Pattern: "", ApplyTo: "queues", Definition: map[string]any{"delivery-limit": queueargs.Int(3)}}
	says(t, expect(t, id, on("4.0.5", queue).with(limit), subject, "x-delivery-limit")[0], "After 4 failed deliveries", `limit is 3 (policy "three")`)
}
