package delaynetwork_test

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The 113 objects of a network are made side by side: in less time than their requests would take one after another, each of which waits
// for the network here.
func TestAccDelayNetworkIsMadeSideBySide(t *testing.T) {
	const objects, roundTrip = 28 + 28 + 1 + 2*28, 100 * time.Millisecond
	s := open(t)
	through, proxy := s.through()
	proxy.SetLatency(roundTrip)
	began := time.Now()
	pt.Run(t, resource.TestStep{
		Config: acctest.Config(through.BrokerInfo, s.vhost, network(`prefix = "s"`)),
		ConfigStateChecks: pt.State(pt.Then(func(*terraform.State) error {
			took := time.Since(began)
			t.Logf("%d objects took %s", objects, took)
			if took > objects*roundTrip {
				t.Errorf("%d objects took %s", objects, took)
			}
			return nil
		})),
	})
}
