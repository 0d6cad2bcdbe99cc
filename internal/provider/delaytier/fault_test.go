package delaytier_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// permitted lets a user read only from exchanges and queues whose names match.
func (s *site) permitted(user, read string) {
	s.t.Helper()
	s.API(s.t, http.MethodPut, `{"configure":".*","write":".*","read":`+acctest.HCL(read)+`}`, "permissions", s.vhost, user)
}

func (s *site) as(user string) *site {
	b := *s.BrokerInfo
	b.Username, b.Password = user, user
	return &site{BrokerInfo: &b, t: s.t, vhost: s.vhost}
}

func TestAccDelayTierThatCannotBeBoundIsFinishedByTheNextApply(t *testing.T) {
	s := open(t)
	user := s.as(s.User(t, "management"))
	s.permitted(user.Username, "^t$")
	config := user.config(enter("in", "a", "b"))
	pt.Run(t,
		resource.TestStep{Config: config, ExpectError: regexp.MustCompile(
			`(?s)Unable to create binding "in -> t \(a\)".*Access refused.*write\s+on\s+the\s+destination\s+and\s+read\s+on\s+the\s+source`)},
		resource.TestStep{PreConfig: func() { s.permitted(user.Username, ".*") }, Config: config, Check: s.bound("in a", "in b")},
		s.undone(config),
	)
	if s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue is left over")
	}
}

func TestAccDelayTierThatLacksItsExchangeIsFinishedByTheNextApply(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("absent", "a")), ExpectError: regexp.MustCompile(
			`(?s)Unable to create binding "absent -> t \(a\)".*no\s+exchange\s+'absent'`)},
		// The half-made one is out of the way whatever the next configuration says.
		resource.TestStep{Config: s.config(enter("in", "a") + "\ndelay = \"1m\""), Check: s.bound("in a")},
		resource.TestStep{Config: s.config(enter("absent", "a") + "\ndelay = \"1m\""), ExpectError: regexp.MustCompile(`no\s+exchange\s+'absent'`)},
		resource.TestStep{
			Config: s.config(enter("in", "a", "b") + "\ndelay = \"1m\""), Check: s.bound("in a", "in b"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate)),
		},
	)
}

// A queue that was there before, with messages, is not thrown away because a binding could not be made.
func TestAccDelayTierTakesOverAQueueAlthoughBindingFailsAtFirst(t *testing.T) {
	s := open(t)
	s.API(t, http.MethodPut, acctest.Queue(declared), "queues", s.vhost, "t")
	s.Publish(t, s.vhost, "t", "kept")
	s.Counted(t, s.vhost, "t", 1)
	force := "\ndeletion_policy = \"force\"\nreturn_to = { exchange = \"out\" }\ndelay = \"30m\""
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("absent", "a") + force), ExpectError: regexp.MustCompile(`no\s+exchange\s+'absent'`)},
		resource.TestStep{
			Config: s.config(enter("in", "a") + force), Check: s.bound("in a"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
		},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "t", 1) }, Config: s.config(enter("in", "a") + force)},
	)
}

// Bindings that a failed update has made are known and go when they are not wanted any more.
func TestAccDelayTierForgetsNoBindingOfAFailedUpdate(t *testing.T) {
	s := open(t)
	proxy := acctest.NewFaultProxy(t, s.Endpoint)
	through := *s.BrokerInfo
	through.Endpoint = proxy.URL()
	config := func(keys ...string) string {
		return acctest.ConfigWith(&through, s.vhost, "max_retries = 0", tier(enter("in", keys...)))
	}
	cut := func() {
		calls := 0
		proxy.On(func(r *http.Request) bool {
			if r.Method == http.MethodPost {
				calls++
			}
			return r.Method == http.MethodPost && calls == 3
		}, 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
	}
	pt.Run(t,
		resource.TestStep{Config: config("a")},
		resource.TestStep{PreConfig: cut, Config: config("a", "b", "c"), ExpectError: regexp.MustCompile(`Unable to create binding "in -> t \(c\)"`)},
		resource.TestStep{
			Config: config("a"), Check: s.bound("in a"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("bindings", bindings("in", "a"))),
		},
	)
}
