package retrytopology_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// away lets the broker be away for the next request that matches.
func away(proxy *acctest.FaultProxy, method, path string) func() {
	return func() {
		proxy.On(acctest.Request(method, path), 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
	}
}

// A creation that fails leaves nothing behind, wherever it fails, and the next apply creates the topology: it replaces nothing.
func TestAccRetryTopologyThatFailsHalfWayIsCreatedByTheNextApply(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ method, path, object string }{
		"exchange":  {http.MethodPut, "exchanges/%s/p.return", `exchange\s+"p.return"`},
		"queue":     {http.MethodPut, "queues/%s/p.retry.2", `queue\s+"p.retry.2"`},
		"read back": {http.MethodGet, "queues/%s/p.retry.3", `queue\s+"p.retry.3"`},
		"binding":   {http.MethodPost, "bindings/%s/e/p.retry/q/p.parking", `binding\s+"p.retry -> p.parking`},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			through, proxy := s.through()
			config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", topology())
			pt.Run(t,
				resource.TestStep{PreConfig: away(proxy, c.method, fmt.Sprintf(c.path, s.vhost)), Config: config, ExpectError: regexp.MustCompile(`Unable to\s+create\s+` + c.object)},
				resource.TestStep{
					PreConfig: func() {
						// What could not even be read back cannot be taken back either; it is taken over.
						if left := s.list("queues"); len(left) > 0 && name != "read back" {
							t.Errorf("the failed creation has left %q", left)
						}
					},
					Config: config, Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
				},
				undone(config),
			)
		})
	}
}

// What was there before a failed creation, with its messages, stays.
func TestAccRetryTopologyTakesBackOnlyWhatItHasMade(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(tier(1, 5000)), "queues", s.vhost, "p.retry.1")
	through, proxy := s.through()
	config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", topology())
	pt.Run(t,
		resource.TestStep{PreConfig: away(proxy, http.MethodPost, "bindings/"+s.vhost), Config: config, ExpectError: regexp.MustCompile(`Unable to\s+create\s+binding`)},
		resource.TestStep{
			PreConfig: func() {
				if got := fmt.Sprint(s.list("queues")); got != "[p.retry.1]" {
					t.Errorf("the failed creation has left %s", got)
				}
			},
			Config: config, Check: s.whole(),
		},
	)
}

// A message that has come meanwhile keeps everything from being taken back: its way leads through more than its queue.
func TestAccRetryTopologyTakesNothingBackFromUnderMessages(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := func(settings ...string) string {
		return acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", topology(append(settings, `type = "classic"`)...))
	}
	comes := func() {
		proxy.On(acctest.Request(http.MethodPost, "bindings/"+s.vhost+"/e/p.retry/q/p.parking"), 1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
			s.Publish(t, s.vhost, "p.work", "new")
			acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down")(w, r, forward)
		})
	}
	pt.Run(t,
		resource.TestStep{PreConfig: comes, Config: config(), ExpectError: regexp.MustCompile(`Unable to\s+create\s+binding`)},
		resource.TestStep{
			PreConfig: func() {
				if got := fmt.Sprint(s.list("queues"), s.list("exchanges")); got != "[p.parking p.retry.1 p.retry.2 p.retry.3 p.work] [main p.first p.retry p.return]" {
					t.Errorf("the failed creation has left %s", got)
				}
			},
			Config: config(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace)), Check: s.has("p.parking", "p.retry.1", "p.retry.2", "p.retry.3", "p.work"),
		},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.work", 1) }, Config: config(`deletion_policy = "force"`)},
	)
}

// An update that fails is in the state as far as it came, and the next apply does the rest in place.
func TestAccRetryTopologyFinishesAnUpdateThatFailed(t *testing.T) {
	t.Parallel()
	longer := `delays = ["5s", "1m", "10m", "1h", "2h"]`
	for name, fault := range map[string]struct{ method, path string }{
		"queue":   {http.MethodPut, "queues/%s/p.retry.5"},
		"binding": {http.MethodPost, "bindings/%s/e/p.retry/q/p.retry.4"},
		"unbind":  {http.MethodDelete, "bindings/%s/e/p.retry/q/p.parking"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			through, proxy := s.through()
			config := func(settings ...string) string {
				return acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", topology(settings...))
			}
			fails := resource.TestStep{PreConfig: away(proxy, fault.method, fmt.Sprintf(fault.path, s.vhost)), Config: config(longer), ExpectError: regexp.MustCompile(`Unable to`)}
			pt.Run(t,
				resource.TestStep{Config: config(), Check: s.whole()},
				fails,
				resource.TestStep{Config: config(), Check: s.whole()}, // whoever gives up gets back what there was
				fails,
				resource.TestStep{
					Config: config(longer), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
					Check: all(
						s.has("p.parking", "p.retry.1", "p.retry.2", "p.retry.3", "p.retry.4", "p.retry.5", "p.work"),
						s.Bound(t, s.vhost, "p.retry.4", "p.retry p.retry.3"), s.Bound(t, s.vhost, "p.parking", "p.retry p.retry.5"),
					),
				},
				undone(config(longer)),
			)
		})
	}
}

// What cannot be taken back either is in the state, and is finished by the next apply with the messages that it has by then, or goes if it is
// given up.
func TestAccRetryTopologyThatIsHalfMadeIsFinishedOrGivenUp(t *testing.T) {
	s := open(t)
	through, proxy := s.through()
	config := func(settings ...string) string {
		return acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", topology(settings...))
	}
	fails := resource.TestStep{
		PreConfig: func() {
			away(proxy, http.MethodPost, "bindings/"+s.vhost)()
			away(proxy, http.MethodDelete, "queues/"+s.vhost+"/p.work")()
		},
		Config: config(), ExpectError: regexp.MustCompile(`Unable to\s+create\s+binding`),
	}
	left := func(messages int) func() {
		return func() {
			if got := fmt.Sprint(s.list("queues")); got != "[p.work]" {
				t.Errorf("the failed creation has left %s", got)
			}
			for range messages {
				s.Publish(t, s.vhost, "p.work", "kept")
			}
			s.Counted(t, s.vhost, "p.work", messages)
		}
	}
	pt.Run(t,
		fails,
		resource.TestStep{PreConfig: left(0), Config: acctest.Config(s.BrokerInfo, s.vhost, ""), Check: s.has()},
		fails,
		resource.TestStep{PreConfig: func() { left(1)(); away(proxy, http.MethodPut, "queues/"+s.vhost+"/p.retry.1")() }, Config: config(), ExpectError: regexp.MustCompile(`Unable to\s+create\s+queue`)},
		resource.TestStep{Config: config(), Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace))},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "p.work", 1) }, Config: config(`deletion_policy = "force"`)},
	)
}
