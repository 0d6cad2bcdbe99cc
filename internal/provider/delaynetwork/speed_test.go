package delaynetwork_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// The 113 objects of a network are made side by side: in less time than their requests would take one after another, each of which waits
// for the network here. Bindings are read back from a list.
func TestAccDelayNetworkIsMadeSideBySide(t *testing.T) {
	const bindings, roundTrip = 2 * 28, 100 * time.Millisecond
	const objects, most = 28 + 28 + 1 + bindings, 5
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
			read := slices.DeleteFunc(proxy.Log(), func(request string) bool { return !strings.HasPrefix(request, "GET /api/bindings/") })
			if len(read) > most {
				t.Errorf("%d bindings were read by %d requests", bindings, len(read))
			}
			return nil
		})),
	})
}
