package delaytier_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayTierOfValuesThatAreNotKnownYet(t *testing.T) {
	s := open(t)
	other := s.Vhost(t)
	s.Exchange(t, other, "in", "direct")
	s.Exchange(t, other, "out", "direct")
	body := func(settings string) string {
		return acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
resource "terraform_data" "later" {
  input = { vhost = %q, in = "in", out = "out", key = "a", delay = "30m", name = "t", type = "quorum", strategy = "at-least-once", max = 5 }
}
locals {
  later = terraform_data.later.output
}
resource "rabbitmq_delay_tier" "t" {
%s
}
`, other, settings))
	}
	for name, c := range map[string]struct {
		settings string
		unknown  []string
		vhost    string
	}{
		"exchanges": {`
  name       = "t"
  delay      = "30m"
  enter_from = { exchange = local.later.in, routing_keys = ["a"] }
  return_to  = { exchange = local.later.out }`, []string{"bindings", "arguments"}, s.vhost},
		"routing key": {`
  name       = "t"
  delay      = "30m"
  enter_from = { exchange = "in", routing_keys = ["b", local.later.key] }
  return_to  = { exchange = "out", routing_key = local.later.key }`, []string{"bindings", "arguments"}, s.vhost},
		"all of it": {`
  vhost      = local.later.vhost
  name       = local.later.name
  delay      = local.later.delay
  type       = local.later.type
  strategy   = local.later.strategy
  max_length = local.later.max
  enter_from = { exchange = local.later.in, routing_keys = [local.later.key] }
  return_to  = { exchange = local.later.out, routing_key = local.later.key }`, []string{"id", "vhost", "name", "bindings", "arguments"}, other},
		"vhost": {`
  vhost      = local.later.vhost
  name       = "t"
  delay      = "30m"
  enter_from = { exchange = "in", routing_keys = ["a"] }
  return_to  = { exchange = "out" }`, []string{"id", "vhost"}, other},
	} {
		t.Run(name, func(t *testing.T) {
			checks := []plancheck.PlanCheck{does(plancheck.ResourceActionCreate)}
			for _, attribute := range c.unknown {
				checks = append(checks, plancheck.ExpectUnknownValue(address, pt.Path(attribute)))
			}
			resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: pt.Factories(), Steps: []resource.TestStep{
				{Config: body(c.settings), ConfigPlanChecks: pt.Plan(checks...), Check: func(*terraform.State) error {
					if !s.Exists(t, "queues", c.vhost, "t") {
						return fmt.Errorf("the queue is not in virtual host %q", c.vhost)
					}
					return nil
				}},
				s.undone(body(c.settings)),
			}})
		})
	}
}

func TestAccDelayTiersForEach(t *testing.T) {
	s := open(t)
	body := `
variable "vhost" { type = string }
resource "rabbitmq_exchange" "in" {
  vhost = var.vhost
  name  = "retries"
}
resource "rabbitmq_delay_tier" "t" {
  for_each   = %s
  vhost      = var.vhost
  name       = "delay.${each.key}"
  delay      = each.value
  enter_from = { exchange = rabbitmq_exchange.in.name, routing_keys = [each.key] }
  return_to  = { exchange = "out" }
}
`
	other := s.Vhost(t)
	s.Exchange(t, other, "out", "direct")
	step := func(tiers string, bound ...resource.TestCheckFunc) resource.TestStep {
		return resource.TestStep{
			Config:          acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { dlx_unroutable = "off" }`, fmt.Sprintf(body, tiers)),
			ConfigVariables: config.Variables{"vhost": config.StringVariable(other)}, ConfigStateChecks: pt.State(pt.Then(bound...)),
		}
	}
	at := func(name string, want ...string) resource.TestCheckFunc {
		return s.Bound(t, other, "delay."+name, want...)
	}
	pt.Run(t,
		step(`{ short = "5s", long = "10m" }`, at("short", "retries short"), at("long", "retries long")),
		step(`{ short = "6s", longer = "1h" }`, at("short", "retries short"), at("longer", "retries longer")),
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")}, // the library cannot destroy instances of a for_each
	)
}

func TestAccDelayTierOfABrokerThatIsNotKnownYet(t *testing.T) {
	s := open(t)
	body := fmt.Sprintf(`
resource "terraform_data" "broker" {
  input = %q
}
provider "rabbitmq" {
  endpoint = terraform_data.broker.output
  username = %q
  password = %q
  vhost    = %q
}
`, s.Endpoint, s.Username, s.Password, s.vhost) + tier(enter("in", "a"))
	pt.Run(t,
		resource.TestStep{
			Config: body, Check: s.bound("in a"),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate), shows("arguments", declared), shows("bindings", bindings("in", "a"))),
		},
		s.undone(body),
	)
}
