package retrytopology_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Many objects cost no more requests than few: a plan of ten topologies, with 140 objects, reads lists.
func TestAccRetryTopologiesShareTheirReads(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "", `
resource "rabbitmq_retry_topology" "t" {
  count      = 10
  name       = "p${count.index}"
  work_queue = { name = "p${count.index}.work" }
  enter_from = { exchange = "main", routing_keys = ["pay.${count.index}"] }
  delays     = ["5s", "1m", "10m"]
  exhausted  = { queue = "p${count.index}.parking" }
}
`)
	from := 0
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{PreConfig: func() {
			// Of a queue that is some seconds old the broker has no counts, and each of those is looked at by itself.
			for i := range 10 {
				for _, queue := range []string{"work", "retry.1", "retry.2", "retry.3", "parking"} {
					s.Counted(t, s.vhost, fmt.Sprintf("p%d.%s", i, queue), 0)
				}
			}
			from = len(proxy.Log())
		}, Config: config, PlanOnly: true},
		resource.TestStep{PreConfig: func() {
			log := proxy.Log()[from:]
			runs := 0
			for _, request := range log {
				if strings.HasPrefix(request, "GET /api/overview") {
					runs++
				}
			}
			// Of each run: the five lists and single reads before the first of them, which a busy machine makes more of.
			if most := 30 * runs; len(log) > most {
				t.Errorf("%d requests in %d runs: %q", len(log), runs, log)
			}
			t.Logf("%d requests in %d runs", len(log), runs)
		}, Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
}
