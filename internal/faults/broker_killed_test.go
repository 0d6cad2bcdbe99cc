//go:build faults

package faults

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// What the broker had confirmed it has after its restart; the rest the next apply makes, whatever half of it is there.
func TestAccFaultBrokerIsKilledDuringAnApply(t *testing.T) {
	t.Parallel()
	own := acctest.Broker(t).OwnBroker(t)
	for _, fault := range []struct {
		name    string
		made    int
		retries string
	}{
		{"early", 15, "0"}, {"late", 120, "0"}, {"and is back while the apply tries again", 60, "6"},
	} {
		t.Run(fault.name, func(t *testing.T) {
			c := counting(t)
			vhost := own.Vhost(t)
			w := open(t, own.BrokerInfo, vhost, many)
			w.env = append(w.env, "TF_VAR_max_retries="+fault.retries)
			applying := w.start(append(apply, "-parallelism=4")...)
			applying.halfWay(own.BrokerInfo, vhost, fault.made)
			own.Kill(t)
			c.injected++
			if fault.retries == "0" {
				if ok, said := applying.end(); ok {
					t.Errorf("without a broker the apply succeeded: %s", said)
				}
				own.Restart(t)
			} else {
				own.Restart(t)
				if ok, said := applying.end(); !ok {
					t.Errorf("the broker came back and the apply failed: %s", said)
				}
			}
			w.settles(c, own.BrokerInfo, vhost, manyObjects())
			takesMessages(t, own.BrokerInfo, vhost, manyObjects())
			w.leaves(c, own.BrokerInfo, vhost)
		})
	}
}
