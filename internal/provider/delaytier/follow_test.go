package delaytier_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayTierIsBoundAgainWhenItsExchangeIsReplaced(t *testing.T) {
	s := open(t)
	config := func(kind string) string {
		return acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
resource "rabbitmq_exchange" "in" {
  name = "entrance"
  type = %q
}
`, kind)+tier(`enter_from = { exchange = rabbitmq_exchange.in.name, routing_keys = ["a", "b"] }`))
	}
	replaced := resource.TestStep{
		Config: config("topic"), Check: s.bound("entrance a", "entrance b"),
		ConfigPlanChecks: pt.Plan(
			pt.Does("rabbitmq_exchange.in", plancheck.ResourceActionReplace), does(plancheck.ResourceActionUpdate),
			plancheck.ExpectUnknownValue(address, pt.Path("bindings")),
		),
	}
	lost := resource.TestStep{
		PreConfig: func() { s.drop("exchanges", s.vhost, "entrance") },
		Config:    config("topic"), Check: s.bound("entrance a", "entrance b"),
		ConfigPlanChecks: pt.Plan(
			pt.Does("rabbitmq_exchange.in", plancheck.ResourceActionCreate), does(plancheck.ResourceActionUpdate), shows("bindings", bindings("entrance", "a", "b")),
		),
	}
	tainted := replaced
	tainted.Taint = []string{"rabbitmq_exchange.in"}
	pt.Run(t, resource.TestStep{Config: config("direct")}, replaced, s.undone(config("topic")), lost, tainted)
}

func TestAccBindingsFollowAReplacedDelayTier(t *testing.T) {
	s := open(t)
	s.Exchange(t, s.vhost, "elsewhere", "direct")
	config := func(body string) string {
		return acctest.Config(s.BrokerInfo, s.vhost, tier(body)+`
resource "rabbitmq_binding" "more" {
  source      = "elsewhere"
  destination = rabbitmq_delay_tier.t.name
  routing_key = "more"
}
`)
	}
	pt.Run(t,
		resource.TestStep{Config: config(enter("in", "a") + ""), Check: s.bound("in a", "elsewhere more")},
		resource.TestStep{
			Config: config(enter("in", "a") + "\ndelay = \"1m\""), Check: s.bound("in a", "elsewhere more"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace), pt.Does("rabbitmq_binding.more", plancheck.ResourceActionReplace)),
		},
		resource.TestStep{
			Taint: []string{address}, Config: config(enter("in", "b") + "\ndelay = \"2m\""), Check: s.bound("in b", "elsewhere more"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionReplace), pt.Does("rabbitmq_binding.more", plancheck.ResourceActionReplace)),
		},
		resource.TestStep{
			PreConfig: func() { s.Publish(t, s.vhost, "t", "kept"); s.Counted(t, s.vhost, "t", 1) },
			Taint:     []string{address}, Config: config(enter("in", "b") + "\ndelay = \"2m\""),
			ExpectError: regexp.MustCompile(`(?s)replace_loses_messages: queue "t".*holds\s+1\s+message`),
		},
		resource.TestStep{PreConfig: func() { s.drop("queues", s.vhost, "t") }, Config: config("")},
	)
}
