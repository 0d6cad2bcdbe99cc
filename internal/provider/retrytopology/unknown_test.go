package retrytopology_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// Whatever is not known in the plan is there in the apply.
func TestAccRetryTopologyOfValuesThatAreNotKnownYet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings []string
		unknown  []string
	}{
		"exchange":   {[]string{`enter_from = { exchange = local.later.main, routing_keys = ["pay.#"] }`}, []string{"objects", "retiring"}},
		"key":        {[]string{`enter_from = { exchange = "main", routing_keys = [local.later.key] }`}, []string{"objects"}},
		"delay":      {[]string{`delays = ["5s", local.later.delay, "10m"]`}, []string{"objects", "attempts", "parked_after"}},
		"backoff":    {[]string{`backoff = { initial = "5s", multiplier = local.later.multiplier, max = "10m", attempts = 3 }`}, []string{"objects", "attempts"}},
		"work queue": {[]string{`work_queue = { name = local.later.work }`}, []string{"objects"}},
		"parking":    {[]string{`exhausted = { queue = local.later.parking, retention = local.later.retention }`}, []string{"objects"}},
		"type":       {[]string{`type = local.later.type`}, []string{"objects", "type"}},
		"name":       {[]string{`name = local.later.name`}, []string{"objects", "id", "retry_exchange", "return_exchange"}},
		"vhost":      {[]string{`vhost = local.later.vhost`}, []string{"id", "vhost", "objects"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			there, other := s, &site{s.BrokerInfo, t, s.Vhost(t)}
			if name == "vhost" {
				there = other
				s.Exchange(t, other.vhost, "main", "topic")
			}
			config := s.config(c.settings...) + fmt.Sprintf(`
resource "terraform_data" "later" {
  input = {
    vhost = %q, main = "main", key = "pay.#", delay = "1m", multiplier = 12, work = "p.work", parking = "p.parking", retention = "336h", type = "quorum", name = "p"
  }
}
locals {
  later = terraform_data.later.output
}
`, other.vhost)
			checks := []plancheck.PlanCheck{does(plancheck.ResourceActionCreate)}
			for _, attribute := range c.unknown {
				checks = append(checks, plancheck.ExpectUnknownValue(address, pt.Path(attribute)))
			}
			pt.Run(t, resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(checks...), Check: there.whole()}, undone(config))
		})
	}
}

func TestAccRetryTopologyOfABrokerThatIsNotKnownYet(t *testing.T) {
	s := open(t)
	config := fmt.Sprintf(`
resource "terraform_data" "broker" {
  input = %q
}
provider "rabbitmq" {
  endpoint = terraform_data.broker.output
  username = %q
  password = %q
  vhost    = %q
}
`, s.Endpoint, s.Username, s.Password, s.vhost) + topology()
	pt.Run(t, resource.TestStep{Config: config, Check: s.whole(), ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate))}, undone(config))
}

func TestAccRetryTopologiesForEachOddName(t *testing.T) {
	s := open(t)
	names := ""
	for i, name := range acctest.OddNames() {
		if len(name) < 200 { // the longest ones leave no room for what comes behind them
			names += fmt.Sprintf("  %d = %s\n", i, acctest.HCL(name))
		}
	}
	config := acctest.Config(s.BrokerInfo, s.vhost, `
locals {
  names = {
`+names+`  }
}
resource "rabbitmq_retry_topology" "t" {
  for_each   = local.names
  name       = each.value
  work_queue = { name = "${each.value}.work" }
  enter_from = { exchange = "main", routing_keys = [each.value] }
  delays     = ["5s", "1m"]
  exhausted  = { queue = "${each.value}.parking" }
}
`)
	pt.Run(t,
		resource.TestStep{Config: config, ConfigStateChecks: pt.State(pt.Then(func(*terraform.State) error {
			if got := s.list("queues"); len(got)%4 != 0 || len(got) < 40 {
				return fmt.Errorf("the broker has the queues %q", got)
			}
			return nil
		}))},
		undone(config),
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")}, // the library cannot destroy instances of a for_each
	)
	if left := s.list("queues"); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

// What is not known yet may be just what is there: the plan does not take the ways of messages away before it knows.
func TestAccRetryTopologyGuessesNothingOfWhatIsThere(t *testing.T) {
	s := open(t)
	created := pt.Serve(t, s.provider()).Configure().Create("rabbitmq_retry_topology", planned())
	s.Publish(t, s.vhost, "p.retry.2", "waits")
	s.Counted(t, s.vhost, "p.retry.2", 1)
	for attribute, value := range map[string]any{
		"delays": []any{"5s", pt.Unknown{}, "10m"}, "work_queue": pt.Unknown{}, "enter_from": pt.Object{"exchange": pt.Unknown{}, "routing_keys": []string{"pay.#"}},
		"exhausted": pt.Object{"queue": pt.Unknown{}},
	} {
		config := planned()
		config[attribute] = value
		server := pt.Serve(t, s.provider()).Configure()
		if said := server.Plan("rabbitmq_retry_topology", server.Read(created), config); len(said) > 0 {
			t.Errorf("%s: said %+v", attribute, said)
		}
	}
}
