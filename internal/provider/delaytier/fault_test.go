package delaytier_test

import (
	"net/http"
	"regexp"
	"strings"
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
			`(?s)Unable to create binding "in -> t \(a\)".*Access\s+refused.*write\s+on\s+queue\s+"t"\s+and\s+read\s+on\s+exchange\s+"in"`)},
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

// fail lets the next binding after so many fail.
func fail(proxy *acctest.FaultProxy, after int) {
	calls := 0
	proxy.On(func(r *http.Request) bool {
		if r.Method == http.MethodPost {
			calls++
		}
		return r.Method == http.MethodPost && calls == after+1
	}, 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
}

// Terraform taints what a failed create returns and shows a replacement. What was made is not thrown away for that, with the messages
// that it holds by then.
func TestAccHalfMadeDelayTierIsFinishedAndNotReplaced(t *testing.T) {
	s := open(t)
	proxy := acctest.NewFaultProxy(t, s.Endpoint)
	through := *s.BrokerInfo
	through.Endpoint = proxy.URL()
	config := func(body string) string {
		return acctest.ConfigWith(&through, s.vhost, "max_retries = 0", tier(body))
	}
	whole := config(enter("in", "a", "b"))
	second := regexp.MustCompile(`Unable to create binding "in -> t \(b\)"`)
	pt.Run(t,
		resource.TestStep{PreConfig: func() { fail(proxy, 1) }, Config: whole, ExpectError: second},
		resource.TestStep{
			PreConfig: func() {
				s.Publish(t, s.vhost, "t", "kept")
				s.Counted(t, s.vhost, "t", 1)
				fail(proxy, 1)
			},
			Config: whole, ExpectError: second, // it stays known however often this happens
		},
		resource.TestStep{
			PreConfig: func() {
				proxy.On(acctest.Request(http.MethodPut, "/queues/"), 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
			},
			Config: whole, ExpectError: regexp.MustCompile(`Unable to create queue "t"`), // and wherever it happens
		},
		resource.TestStep{
			Config:      config(enter("in", "a", "b") + "\ndelay = \"1m\""),
			ExpectError: regexp.MustCompile(`(?s)replace_loses_messages.*terraform\s+untaint`),
		},
		resource.TestStep{
			Config:      config(enter("in", "c")), // its binding by "a" has to go
			ExpectError: regexp.MustCompile(`(?s)replace_loses_messages.*terraform\s+untaint`),
		},
		resource.TestStep{
			Config: whole, Check: s.bound("in a", "in b"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace), shows("bindings", bindings("in", "a", "b"))),
		},
		resource.TestStep{PreConfig: func() { s.Counted(t, s.vhost, "t", 1) }, Config: whole, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "t", "contents") }, Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	if s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue is left over")
	}
}

func TestAccHalfMadeDelayTierSaysWhatTheNextApplyDoes(t *testing.T) {
	s := open(t)
	provider := pt.Object{"endpoint": s.Endpoint, "username": s.Username, "password": s.Password, "vhost": s.vhost}
	config := pt.Object{
		"name": "t", "delay": "30m", "return_to": pt.Object{"exchange": "out"},
		"enter_from": pt.Object{"exchange": "absent", "routing_keys": []string{"a"}},
	}
	said := func(found []pt.Diagnostic, summary, detail string) {
		t.Helper()
		for _, d := range found {
			if d.Severity == "warning" && d.Summary == summary && strings.Contains(d.Detail, detail) {
				return
			}
		}
		t.Errorf("no warning %q: %+v", summary, found)
	}
	half, found := pt.Serve(t, provider).Configure().TryCreate(typeName, config)
	said(found, `queue "t" is half made`, "the next apply makes what is missing and deletes nothing")
	next := pt.Serve(t, provider).Configure()
	next.Read(half)
	said(next.Plan(typeName, nil, config), `Half-made queue "t" will be finished`, "nothing is deleted")

	s.Redeclare(t, s.vhost, "t", acctest.Queue(declared))
	_, found = pt.Serve(t, provider).Configure().TryCreate(typeName, config)
	said(found, `queue "t" was not taken over`, "The next apply takes it over")
}

// One that holds nothing makes way for what the configuration has become, and one that nobody wants any more goes.
func TestAccHalfMadeDelayTierThatIsGivenUpGoes(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.config(enter("absent", "a")), ExpectError: regexp.MustCompile(`no\s+exchange\s+'absent'`)},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	if s.Exists(t, "queues", s.vhost, "t") {
		t.Error("the queue is left over")
	}
}

// A tier that somebody has tainted is to be made anew.
func TestAccTaintedDelayTierIsReplaced(t *testing.T) {
	s := open(t)
	proxy := acctest.NewFaultProxy(t, s.Endpoint)
	through := *s.BrokerInfo
	through.Endpoint = proxy.URL()
	config := acctest.Config(&through, s.vhost, tier(enter("in", "a")))
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{Taint: []string{address}, Config: config, ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace)), Check: s.bound("in a")},
	)
	deleted := 0
	for _, request := range proxy.Log() {
		if strings.HasPrefix(request, "DELETE /api/queues/") {
			deleted++
		}
	}
	if deleted != 2 {
		t.Errorf("the queue was deleted %d times where it is replaced once and destroyed at the end", deleted)
	}
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
	pt.Run(t,
		resource.TestStep{Config: config("a")},
		resource.TestStep{PreConfig: func() { fail(proxy, 2) }, Config: config("a", "b", "c"), ExpectError: regexp.MustCompile(`Unable to create binding "in -> t \(c\)"`)},
		resource.TestStep{
			Config: config("a"), Check: s.bound("in a"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("bindings", bindings("in", "a"))),
		},
	)
}
