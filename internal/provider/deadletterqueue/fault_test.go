package deadletterqueue_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func (s *site) permitted(user, configure, read string) {
	s.t.Helper()
	s.API(s.t, http.MethodPut, `{"configure":`+acctest.HCL(configure)+`,"write":".*","read":`+acctest.HCL(read)+`}`, "permissions", s.vhost, user)
}

func (s *site) as(user string) *site {
	b := *s.BrokerInfo
	b.Username, b.Password = user, user
	return &site{BrokerInfo: &b, t: s.t, vhost: s.vhost}
}

func TestAccDeadLetterQueueThatCannotBeBoundIsFinishedByTheNextApply(t *testing.T) {
	s := open(t)
	user := s.as(s.User(t, "management"))
	s.permitted(user.Username, ".*", "^d$")
	config := user.config(`routing_keys = ["k", "l"]`)
	pt.Run(t,
		resource.TestStep{Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to create binding "dlx -> d \(k\)".*Access refused`)},
		resource.TestStep{
			PreConfig: func() { s.permitted(user.Username, ".*", ".*") }, Config: config, Check: s.bound("dlx k", "dlx l"),
		},
		s.undone(config),
		resource.TestStep{
			PreConfig: func() { s.permitted(user.Username, ".*", "^d$") }, Config: user.config(`exchange = "other"`),
			ExpectError: regexp.MustCompile(`Unable to create binding "other -> d \(k\)"`),
		},
		resource.TestStep{
			PreConfig: func() {
				if s.Exists(t, "exchanges", s.vhost, "other") {
					t.Error("the new exchange is left over")
				}
				s.permitted(user.Username, ".*", ".*")
			},
			Config: config, Check: s.bound("dlx k", "dlx l"), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()),
		},
		resource.TestStep{Config: user.config(`exchange = "other"`), Check: s.bound("other k")},
	)
}

func TestAccDeadLetterQueueThatCannotBeMadeLeavesNoExchange(t *testing.T) {
	s := open(t)
	user := s.as(s.User(t, "management"))
	s.permitted(user.Username, "^dlx$", ".*")
	pt.Run(t, resource.TestStep{Config: user.config(""), ExpectError: regexp.MustCompile(`(?s)Unable to create queue "d".*Access refused`)})
	if s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("the exchange is left over")
	}
}

// behind is config for the broker behind a proxy, without retries.
func (s *site) behind(proxy *acctest.FaultProxy, body string) string {
	b := *s.BrokerInfo
	b.Endpoint = proxy.URL()
	return acctest.ConfigWith(&b, s.vhost, "max_retries = 0", dlq(body))
}

var down = acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down")

// Terraform taints what a failed create returns and shows a replacement. What was made is not thrown away for that, with the dead
// letters that it has by then.
func TestAccHalfMadeDeadLetterQueueIsFinishedAndNotReplaced(t *testing.T) {
	s := open(t)
	proxy := acctest.NewFaultProxy(t, s.Endpoint)
	config := s.behind(proxy, `routing_keys = ["k", "l"]`)
	fail := func() {
		calls := 0
		proxy.On(func(r *http.Request) bool {
			if r.Method == http.MethodPost {
				calls++
			}
			return r.Method == http.MethodPost && calls == 2
		}, 1, down)
	}
	second := regexp.MustCompile(`Unable to create binding "dlx -> d \(l\)"`)
	pt.Run(t,
		resource.TestStep{PreConfig: fail, Config: config, ExpectError: second},
		resource.TestStep{PreConfig: func() { s.wait(1); fail() }, Config: config, ExpectError: second},
		resource.TestStep{
			PreConfig: func() { proxy.On(acctest.Request(http.MethodPut, "/exchanges/"), 1, down) }, Config: config,
			ExpectError: regexp.MustCompile(`Unable to create exchange "dlx"`),
		},
		resource.TestStep{
			Config:      s.behind(proxy, "routing_keys = [\"k\", \"l\"]\nexchange_type = \"topic\""),
			ExpectError: regexp.MustCompile(`(?s)replace_loses_messages.*terraform\s+untaint`),
		},
		resource.TestStep{
			Config: config, Check: s.bound("dlx k", "dlx l"), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace)),
		},
		resource.TestStep{PreConfig: s.holds(1), Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "d", "contents") }, Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	if s.Exists(t, "queues", s.vhost, "d") || s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("something is left over")
	}
}

// A broker that goes away between the exchange and the queue leaves the exchange behind.
func TestAccExchangeOfAHalfMadeDeadLetterQueueIsNotForgotten(t *testing.T) {
	s := open(t)
	proxy := acctest.NewFaultProxy(t, s.Endpoint)
	config := s.behind(proxy, "")
	fails := resource.TestStep{
		PreConfig: func() {
			proxy.On(acctest.Request(http.MethodPut, "/queues/"), 1, down)
			proxy.On(acctest.Request(http.MethodDelete, "/exchanges/"), 1, down)
		},
		Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to create queue "d".*Unable to delete exchange "dlx"`),
	}
	pt.Run(t,
		fails,
		resource.TestStep{Config: config, Check: s.bound("dlx k")},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
		fails,
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
	if s.Exists(t, "exchanges", s.vhost, "dlx") {
		t.Error("the exchange is left over")
	}
}

// What was there before is not thrown away because a binding could not be made.
func TestAccDeadLetterQueueTakesOverAlthoughBindingFailsAtFirst(t *testing.T) {
	s := open(t)
	user := s.as(s.User(t, "management"))
	s.permitted(user.Username, ".*", "^d$")
	s.API(t, http.MethodPut, acctest.Queue(s.arguments("")), "queues", s.vhost, "d")
	s.wait(1)
	config := user.config(`deletion_policy = "force"`)
	pt.Run(t,
		resource.TestStep{Config: config, ExpectError: regexp.MustCompile(`Unable to create binding "dlx -> d \(k\)"`)},
		resource.TestStep{
			PreConfig: func() { s.permitted(user.Username, ".*", ".*") }, Config: config, Check: s.bound("dlx k"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
		},
		resource.TestStep{PreConfig: s.holds(1), Config: config},
	)
}
