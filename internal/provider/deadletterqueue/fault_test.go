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
