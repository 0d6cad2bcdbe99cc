package journey_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Queues that applications have declared obey a ceiling and get a way for their dead letters, without being replaced; with the ceiling gone
// they are as they were.
func TestAccCeilingAndPolicyBoundQueuesOfOthers(t *testing.T) {
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			for name, more := range map[string]string{"team-a.jobs": `,"x-message-ttl":3600000`, "team-a.reports": "", "team-b.jobs": ""} {
				s.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"`+kind+`"`+more+`}`), "queues", s.vhost, name)
			}
			dead := `
resource "rabbitmq_policy" "team" {
  name        = "team-a"
  pattern     = "^team-a\\."
  dead_letter = { exchange = rabbitmq_dead_letter_queue.team.exchange, routing_key = "late" }
}
resource "rabbitmq_dead_letter_queue" "team" {
  name         = "late"
  exchange     = "late.dlx"
  routing_keys = ["late"]
}
`
			ceilings := `
resource "rabbitmq_ttl_ceiling" "team" {
  pattern     = "^team-a\\."
  message_ttl = "1s"
}
resource "rabbitmq_ttl_ceiling" "reports" {
  pattern     = "^team-a\\.reports$"
  message_ttl = "1h"
  priority    = 1
}
`
			bounded := func() {
				begin := time.Now()
				for _, queue := range []string{"team-a.jobs", "team-a.reports", "team-b.jobs"} {
					s.send("", queue, queue)
				}
				late := s.consume("late").take()
				// Which policy is in force is the subject here. On a busy machine dead letters have come seconds late.
				if took := time.Since(begin); took < time.Second || took > 10*time.Second {
					t.Errorf("with a ceiling of 1s a message expired after %s", took)
				}
				s.died(late, "team-a.jobs expired 1")
				s.must(late.Ack(false))
				if s.ready("team-a.reports") != 1 || s.ready("team-b.jobs") != 1 {
					t.Error("messages that may wait have not")
				}
			}
			free := func() {
				s.send("", "team-a.jobs", "kept")
				time.Sleep(1500 * time.Millisecond)
				if s.ready("team-a.jobs") != 1 {
					t.Error("without a ceiling a message has expired")
				}
			}
			then := func(journey func()) func(*terraform.State) error {
				return func(*terraform.State) error { journey(); return nil }
			}
			pt.Run(t,
				resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, dead+ceilings), ConfigStateChecks: pt.State(pt.Then(then(bounded)))},
				resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, dead), ConfigStateChecks: pt.State(pt.Then(then(free)))},
				resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
			)
		})
	}
}
