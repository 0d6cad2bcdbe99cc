package deadletterqueue_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDeadLetterQueueOfValuesThatAreNotKnownYet(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		unknown  []string
	}{
		"exchange":      {"name = \"d\"\nexchange = local.later.exchange\nrouting_keys = [\"k\"]", []string{"bindings"}},
		"exchange type": {"name = \"d\"\nexchange = \"dlx\"\nexchange_type = local.later.kind\nrouting_keys = [\"k\"]", []string{"bindings"}},
		"routing keys":  {"name = \"d\"\nexchange = \"dlx\"\nrouting_keys = local.later.keys", []string{"bindings"}},
		"routing key":   {"name = \"d\"\nexchange = \"dlx\"\nrouting_keys = [local.later.keys[0]]", []string{"bindings"}},
		"queue type":    {"name = \"d\"\nexchange = \"dlx\"\nrouting_keys = [\"k\"]\ntype = local.later.type", []string{"arguments", "delivery_limit"}},
		"all of it": {"vhost = local.later.vhost\nname = local.later.name\nexchange = local.later.exchange\nexchange_type = local.later.kind\n" +
			"routing_keys = local.later.keys\ntype = local.later.type\nretention = local.later.retention\nmax_length = local.later.max\noverflow = local.later.overflow",
			[]string{"id", "vhost", "arguments", "bindings"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
resource "terraform_data" "later" {
  input = {
    vhost = %q, name = "d", exchange = "dlx", kind = "topic", keys = ["k"], type = "classic", retention = "1h", max = 5, overflow = "drop-head"
  }
}
locals {
  later = terraform_data.later.output
}
resource "rabbitmq_dead_letter_queue" "d" {
%s
}
`, s.vhost, c.settings))
			checks := []plancheck.PlanCheck{does(plancheck.ResourceActionCreate)}
			for _, attribute := range c.unknown {
				checks = append(checks, plancheck.ExpectUnknownValue(address, pt.Path(attribute)))
			}
			pt.Run(t, resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(checks...), Check: s.bound("dlx k")}, s.undone(config))
		})
	}
}

// How no delivery limit is said depends on the broker, which is not known here.
func TestAccDeadLetterQueueOfABrokerThatIsNotKnownYet(t *testing.T) {
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
`, s.Endpoint, s.Username, s.Password, s.vhost) + dlq("")
	pt.Run(t,
		resource.TestStep{
			Config: config, Check: s.bound("dlx k"), ConfigStateChecks: pt.State(pt.Has(address, "arguments", s.arguments(""))),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate), plancheck.ExpectUnknownValue(address, pt.Path("arguments")), shows("bindings", bindings("dlx", "k"))),
		},
		s.undone(config),
	)
}
