package queuekit_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// Of a tainted queue Terraform shows no state to the plan: it is neither adopted nor in the way, and its bindings go with it.
func TestAccTaintedQueueIsReplacedWithItsBindings(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		config := func(body string) string {
			return acctest.ConfigWith(b, vhost, lintOff(), k.block("q", body)+`
resource "rabbitmq_binding" "q" {
  source      = "amq.direct"
  destination = `+address+`.name
  routing_key = "k"
}
`)
		}
		tainted := func(body string) resource.TestStep {
			return resource.TestStep{
				Taint: []string{address}, Config: config(body), Check: b.Bound(t, vhost, "q", "amq.direct k"),
				ConfigPlanChecks: before(action(address, plancheck.ResourceActionReplace), action("rabbitmq_binding.q", plancheck.ResourceActionReplace)),
			}
		}
		run(t, resource.TestStep{Config: config("")}, tainted(""), tainted("max_length = 5"))
	})
}
