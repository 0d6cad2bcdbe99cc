package delaytier_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// consumed lets somebody consume the tier and waits until the statistics, which lag, say so.
func (s *site) consumed() {
	s.t.Helper()
	if _, err := s.Channel(s.t, s.vhost).Consume("t", "", false, false, false, false, nil); err != nil {
		s.t.Fatal(err)
	}
	acctest.Eventually(s.t, "the statistics count the consumer", func() bool {
		var q struct{ Consumers int }
		if err := json.Unmarshal(s.API(s.t, http.MethodGet, "", "queues", s.vhost, "t"), &q); err != nil {
			s.t.Fatal(err)
		}
		return q.Consumers == 1
	})
}

func TestAccDelayTierSaysWhoConsumesIt(t *testing.T) {
	s := open(t)
	config := func(settings string) string {
		return acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { delay_queue_consumed = "error" }`, tier(settings))
	}
	pt.Run(t,
		resource.TestStep{Config: config("")},
		resource.TestStep{PreConfig: s.consumed, Config: config(""), ExpectError: regexp.MustCompile(`(?s)delay_queue_consumed: queue "t".*1\s+consumer`)},
		resource.TestStep{Config: config("lint_ignore = [\"delay_queue_consumed\"]")},
	)
}
