//go:build faults

package faults

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// A broker that is out of memory or disk blocks those who publish. Declarations go on, and so do applies.
func TestAccFaultAlarmsAreUp(t *testing.T) {
	t.Parallel()
	own := acctest.Broker(t).OwnBroker(t)
	wanted := everythingObjects(t, own.BrokerInfo)
	for _, alarm := range []struct {
		name      string
		up, clear []string
	}{
		{"memory", []string{"set_vm_memory_high_watermark", "0.000001"}, []string{"set_vm_memory_high_watermark", "absolute", "1GB"}},
		// A broker in a folder of its own does not see how much of the disk is free: it is told (rabbit_alarm.erl).
		{"disk", []string{"eval", "rabbit_alarm:set_alarm({{resource_limit, disk, node()}, []})."}, []string{"eval", "rabbit_alarm:clear_alarm({resource_limit, disk, node()})."}},
	} {
		t.Run(alarm.name, func(t *testing.T) {
			c := counting(t)
			vhost := own.Vhost(t)
			w := open(t, own.BrokerInfo, vhost, everything)
			own.Ctl(t, alarm.up...)
			acctest.Eventually(t, "the alarm is up", func() bool {
				status, _ := own.Try(t, "GET", "", "health", "checks", "alarms")
				return status == 503
			})
			c.injected++
			w.settles(c, own.BrokerInfo, vhost, wanted)
			w.env = append(w.env, "TF_VAR_ttl=3")
			w.settles(c, own.BrokerInfo, vhost, wanted)
			own.Ctl(t, alarm.clear...)
			acctest.Eventually(t, "the alarm is gone", func() bool {
				status, _ := own.Try(t, "GET", "", "health", "checks", "alarms")
				return status == 200
			})
			takesMessages(t, own.BrokerInfo, vhost, []string{"queue q", "queue r.work"})
			w.leaves(c, own.BrokerInfo, vhost)
		})
	}
}
