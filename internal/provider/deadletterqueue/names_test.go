package deadletterqueue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDeadLetterQueuesOfAnyName(t *testing.T) {
	b := acctest.Broker(t)
	s := &site{BrokerInfo: b, t: t, vhost: b.Vhost(t) + ` @/%+~# "q" 'ü'`}
	b.CreateVhost(t, s.vhost)
	config := func(kind string, keys func(name string) []string) string {
		var body strings.Builder
		for i, name := range acctest.OddNames() {
			quoted := make([]string, 0, len(acctest.OddNames()))
			for _, key := range keys(name) {
				quoted = append(quoted, acctest.HCL(key))
			}
			fmt.Fprintf(&body, `
resource "rabbitmq_dead_letter_queue" "d%[1]d" {
  name          = %[2]s
  exchange      = %[2]s
  exchange_type = %[3]q
  routing_keys  = [%[4]s]
}
`, i, acctest.HCL(name), kind, strings.Join(quoted, ", "))
		}
		return acctest.ConfigWith(b, s.vhost, `lint = { binding_key_unaddressable = "off" }`, body.String())
	}
	all := func(keys func(name string) []string) resource.TestCheckFunc {
		checks := make([]resource.TestCheckFunc, 0, len(acctest.OddNames()))
		for _, name := range acctest.OddNames() {
			bound := []string{}
			for _, key := range keys(name) {
				bound = append(bound, name+" "+key)
			}
			checks = append(checks, s.Bound(t, s.vhost, name, bound...))
		}
		return resource.ComposeTestCheckFunc(checks...)
	}
	own := func(name string) []string { return []string{name} }
	every := func(string) []string { return acctest.OddNames() }
	patterns := func(name string) []string {
		// Of the longest name only so much that there is room for the wildcards: 240 bytes are 120 of its characters.
		return []string{"#." + name[:min(len(name), 240)] + ".*", "*", "#"}
	}
	steps := []resource.TestStep{
		{Config: config("direct", every), Check: all(every)},
		{Config: config("topic", patterns), Check: all(patterns)},
		{Config: config("topic", patterns), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		{Config: config("direct", own), Check: all(own)},
	}
	for i := 0; i < len(acctest.OddNames()); i += 4 {
		steps = append(steps, resource.TestStep{
			Config: config("direct", own), ResourceName: fmt.Sprintf("rabbitmq_dead_letter_queue.d%d", i), ImportState: true, ImportStateVerify: true,
		})
	}
	pt.Run(t, steps...)
}
