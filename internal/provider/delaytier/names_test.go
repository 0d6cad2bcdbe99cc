package delaytier_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayTiersOfAnyName(t *testing.T) {
	b := acctest.Broker(t)
	s := &site{BrokerInfo: b, t: t, vhost: b.Vhost(t) + ` @/%+~# "q" 'ü'`}
	b.CreateVhost(t, s.vhost)
	config := func(keys func(name string) []string) string {
		var body strings.Builder
		for i, name := range acctest.OddNames() {
			fmt.Fprintf(&body, `
resource "rabbitmq_exchange" "in%[1]d" {
  name = %[2]s
}
resource "rabbitmq_delay_tier" "t%[1]d" {
  name       = %[2]s
  delay      = "30m"
  enter_from = { exchange = rabbitmq_exchange.in%[1]d.name, routing_keys = %[3]s }
  return_to  = { exchange = rabbitmq_exchange.in%[1]d.name, routing_key = "back" }
}
`, i, acctest.HCL(name), list(keys(name)))
		}
		return acctest.ConfigWith(b, s.vhost, `lint = { dlx_unroutable = "off", binding_key_unaddressable = "off" }`, body.String())
	}
	all := func(keys func(name string) []string) resource.TestCheckFunc {
		checks := make([]resource.TestCheckFunc, 0, len(acctest.OddNames()))
		for _, name := range acctest.OddNames() {
			bound := []string{}
			for _, key := range keys(name) {
				bound = append(bound, name+" "+key)
			}
			checks = append(checks, s.boundTo(name, bound...))
		}
		return resource.ComposeTestCheckFunc(checks...)
	}
	own := func(name string) []string { return []string{name} }
	every := func(string) []string { return acctest.OddNames() }
	reversed := func(string) []string {
		names := acctest.OddNames()
		slices.Reverse(names)
		return names[1:]
	}
	steps := []resource.TestStep{
		{Config: config(every), Check: all(every)},
		{Config: config(reversed), Check: all(reversed)},
		{Config: config(reversed), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		{Config: config(own), Check: all(own)},
	}
	for i := 0; i < len(acctest.OddNames()); i += 4 {
		steps = append(steps, resource.TestStep{
			Config: config(own), ResourceName: fmt.Sprintf("rabbitmq_delay_tier.t%d", i), ImportState: true, ImportStateVerify: true,
		})
	}
	pt.Run(t, steps...)
}
