package retrytopology_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A change of the delays touches the tiers that differ, and no other object.
func TestAccRetryTopologyChangesOnlyTheTiersThatDiffer(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	from := 0
	step := func(delays string, check resource.TestCheckFunc, wrote ...string) resource.TestStep {
		config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "", topology("delays = "+delays))
		return resource.TestStep{
			PreConfig: func() { from = len(proxy.Log()) }, Config: config, ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("retiring", "[]")),
			Check: all(check, func(*terraform.State) error {
				if got := writes(proxy, s.vhost, &from); fmt.Sprint(got) != fmt.Sprint(wrote) {
					return fmt.Errorf("it was changed by %q, not by %q", got, wrote)
				}
				return nil
			}),
		}
	}
	pt.Run(t,
		resource.TestStep{Config: s.config(), Check: s.whole()},
		step(`["5s", "2m", "10m"]`, all(s.arguments("p.retry.2", tier(2, 120000)), s.Bound(t, s.vhost, "p.retry.2", "p.retry p.retry.1")),
			"DELETE bindings/e/p.retry/q/p.retry.2/p.retry.1", "DELETE queues/p.retry.2", "POST bindings/e/p.retry/q/p.retry.2", "PUT queues/p.retry.2"),
		step(`["5s", "2m"]`, all(s.has("p.parking", "p.retry.1", "p.retry.2", "p.work"), s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.2")),
			"DELETE bindings/e/p.retry/q/p.parking/p.retry.3", "DELETE bindings/e/p.retry/q/p.retry.3/p.retry.2", "DELETE queues/p.retry.3", "POST bindings/e/p.retry/q/p.parking"),
		step(`["5s", "1m", "10m"]`, s.whole(),
			"DELETE bindings/e/p.retry/q/p.parking/p.retry.2", "DELETE bindings/e/p.retry/q/p.retry.2/p.retry.1", "DELETE queues/p.retry.2", "POST bindings/e/p.retry/q/p.parking",
			"POST bindings/e/p.retry/q/p.retry.2", "POST bindings/e/p.retry/q/p.retry.3", "PUT queues/p.retry.2", "PUT queues/p.retry.3"),
	)
}

// A tier that holds messages is not deleted: it gets no new ones and stays until the old ones have come back. The plan says so.
func TestAccRetryTopologyKeepsATierThatHoldsMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, delays, successor string }{
		{"taken out at the end", `["5s"]`, ""},
		{"taken out at the beginning", `["1h"]`, "p.retry.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			before := s.config(`delays = ["5s", "1h"]`)
			after := s.config("delays = " + c.delays)
			queues := strings.Fields("p.parking p.retry.1 p.retry.2 " + c.successor + " p.work")
			if c.successor == "p.retry.1" {
				queues = strings.Fields("p.parking p.retry.1 p.retry.2 p.work")
			}
			// What comes back from it is parked at the next failure, instead of starting over.
			kept := all(s.has(queues...), s.Bound(t, s.vhost, "p.retry.2"), s.arguments("p.retry.2", tier(2, 3600000)), s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.1", "p.retry p.retry.2"))
			waits := func() {
				s.Publish(t, s.vhost, "p.retry.2", "waits")
				s.Counted(t, s.vhost, "p.retry.2", 1)
			}
			pt.Run(t,
				resource.TestStep{Config: before},
				resource.TestStep{
					PreConfig: waits, Config: after, Check: kept,
					ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("retiring", `["p.retry.2"]`)),
				},
				undone(after),
				resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.retry.2", 1) }, Config: after, Destroy: true, ExpectError: regexp.MustCompile(`(?s)"p.retry.2"\s+is\s+not\s+empty.*Nothing\s+of\s+the\s+resource\s+was\s+deleted`)},
				resource.TestStep{
					PreConfig: func() { s.drop("queues", s.vhost, "p.retry.2", "contents"); s.Counted(t, s.vhost, "p.retry.2", 0) },
					Config:    after, ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("retiring", `[]`)),
					Check: all(s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.1"), func(*terraform.State) error {
						if s.Exists(t, "queues", s.vhost, "p.retry.2") {
							return fmt.Errorf("the empty queue is still there")
						}
						return nil
					}),
				},
				undone(after),
			)
		})
	}
}

// A tier that retires is taken back with all that waits in it.
func TestAccRetryTopologyTakesARetiringTierBack(t *testing.T) {
	s := open(t)
	changed := s.config(`delays = ["5s", "2m", "10m"]`)
	pt.Run(t,
		resource.TestStep{Config: s.config()},
		resource.TestStep{
			PreConfig: func() { s.Publish(t, s.vhost, "p.retry.2", "waits"); s.Counted(t, s.vhost, "p.retry.2", 1) }, Config: changed,
			ConfigPlanChecks: pt.Plan(shows("retiring", `["p.retry.2"]`)),
			Check:            all(s.Bound(t, s.vhost, "p.retry.2.2m", "p.retry p.retry.1"), s.arguments("p.retry.2.2m", tier(2, 120000))),
		},
		resource.TestStep{
			Config: s.config(), Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("retiring", `[]`)),
		},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.retry.2", 1) }, Config: s.config(`deletion_policy = "force"`)},
	)
}

// Classic queues are never replaced under their name: what comes in between would be lost.
func TestAccRetryTopologyOfClassicQueuesChangesBesideTheOldOne(t *testing.T) {
	s := open(t)
	config := func(delay string) string { return s.config(`type = "classic"`, `delays = ["`+delay+`"]`) }
	pt.Run(t,
		resource.TestStep{Config: config("1m"), Check: s.has("p.parking", "p.retry.1", "p.work")},
		resource.TestStep{Config: config("2m"), Check: all(s.has("p.parking", "p.retry.1.2m", "p.work"), s.Bound(t, s.vhost, "p.retry.1.2m", "p.first "))},
		undone(config("2m")),
		resource.TestStep{Config: config("1m"), Check: s.has("p.parking", "p.retry.1", "p.work")},
	)
}

// Messages that come between plan and apply are not lost either: the apply stops, and the next plan knows them.
func TestAccRetryTopologyStopsIfATierHasGotMessagesSinceThePlan(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := func(delays string) string {
		return acctest.ConfigWith(through.BrokerInfo, s.vhost, "", topology("delays = "+delays, `deletion_policy = "force"`))
	}
	careful := func(delays string) string {
		return acctest.ConfigWith(through.BrokerInfo, s.vhost, "", topology("delays = "+delays))
	}
	// Only the apply asks the queue itself.
	comes := func() {
		s.Counted(t, s.vhost, "p.retry.2", 0)
		proxy.On(acctest.Request(http.MethodPost, "p.retry.2/get"), 1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
			s.Publish(t, s.vhost, "p.retry.2", "late")
			forward.ServeHTTP(w, r)
		})
	}
	pt.Run(t,
		resource.TestStep{Config: careful(`["5s", "1h"]`)},
		resource.TestStep{
			PreConfig: comes, Config: careful(`["5s"]`),
			ExpectError: regexp.MustCompile(`(?s)Queue "p.retry.2" has got messages.*Nothing\s+was\s+changed.*Plan\s+and\s+apply\s+again\s+in\s+ten\s+seconds`),
		},
		resource.TestStep{
			PreConfig: func() { s.Counted(t, s.vhost, "p.retry.2", 1) }, Config: careful(`["5s"]`),
			ConfigPlanChecks: pt.Plan(shows("retiring", `["p.retry.2"]`)), Check: s.has("p.parking", "p.retry.1", "p.retry.2", "p.work"),
		},
		resource.TestStep{Config: config(`["5s"]`)},
	)
}

// The plan says in words what becomes of queues, since Terraform shows an update.
func TestAccRetryTopologySaysWhatAChangeDoesToQueues(t *testing.T) {
	s := open(t)
	created := pt.Serve(t, s.provider()).Configure().Create("rabbitmq_retry_topology", planned())
	said := func(config pt.Object, summary, detail string) {
		t.Helper()
		server := pt.Serve(t, s.provider()).Configure()
		found := server.Plan("rabbitmq_retry_topology", server.Read(created), config)
		for _, d := range found {
			if d.Severity == "warning" && strings.HasPrefix(d.Summary, summary) && strings.Contains(d.Detail, detail) {
				t.Logf("%s: %s", d.Summary, d.Detail)
				return
			}
		}
		t.Errorf("no warning %q with %q: %+v", summary, detail, found)
	}
	other := planned()
	other["delays"] = []string{"5s", "2m", "10m"}
	other["work_queue"] = pt.Object{"name": "p.work", "max_length": 5}
	said(other, "Made anew", `queue "p.retry.2" because of delays (x-message-ttl), queue "p.work" because of work_queue.max_length (x-max-length)`)

	s.Publish(t, s.vhost, "p.retry.3", "waits")
	s.Counted(t, s.vhost, "p.retry.3", 1)
	shorter := planned()
	shorter["delays"] = []string{"5s", "1m"}
	said(shorter, `Queue "p.retry.3" stays until it is empty`, `holds messages (1 at the last count): deleting it would lose them`)
	said(nil, `Messages stand against deleting queue "p.retry.3"`, "nothing of the resource is deleted then. But what refers to it in other resources goes before")
}

// What changes between plan and apply is no longer what was planned.
func TestAccRetryTopologyStopsIfAnObjectHasChangedSinceThePlan(t *testing.T) {
	s := open(t)
	longer := s.config(`delays = ["5s", "1m", "10m", "1h"]`)
	gone := pt.Meanwhile(func() { s.drop("queues", s.vhost, "p.parking") })
	pt.Run(t,
		resource.TestStep{Config: s.config()},
		resource.TestStep{Config: longer, ConfigPlanChecks: pt.Plan(gone), ExpectError: regexp.MustCompile(`(?s)"p.parking" has changed since the plan.*deleted`)},
		resource.TestStep{Config: s.config(), Check: s.whole()},
	)
}
