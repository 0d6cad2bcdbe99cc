package delayroute_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const address = "rabbitmq_delay_route.r"

// site is a virtual host that one test has for itself.
type site struct {
	*acctest.BrokerInfo
	t     *testing.T
	vhost string
}

func open(t *testing.T) *site {
	t.Helper()
	b := acctest.Broker(t)
	return &site{b, t, b.Vhost(t)}
}

// config is a network "d", a queue and an exchange, and the route with these settings.
func (s *site) config(network, queue string, settings ...string) string {
	return acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
resource "rabbitmq_delay_network" "n" {
  prefix = "d"
  levels = 2
  %s
}
resource "rabbitmq_queue" "q" {
  name = "q"
  %s
}
resource "rabbitmq_exchange" "x" {
  name = "x"
}
resource "rabbitmq_delay_route" "r" {
  network = rabbitmq_delay_network.n.id
  %s
}
`, network, queue, strings.Join(settings, "\n")))
}

const toQueue = "destination = rabbitmq_queue.q.name"

const toExchange = "destination = rabbitmq_exchange.x.name\n destination_type = \"exchange\""

// routes requires what leads from the delivery exchange.
func (s *site) routes(want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var all []struct{ Destination, Destination_type, Routing_key string }
		if err := json.Unmarshal(s.API(s.t, http.MethodGet, "", "exchanges", s.vhost, "d.delivery", "bindings", "source"), &all); err != nil {
			return err
		}
		got := []string{}
		for _, b := range all {
			got = append(got, b.Destination_type+" "+b.Destination+" "+b.Routing_key)
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("the routes are %q, not %q", got, want)
		}
		return nil
	}
}

func TestAccDelayRouteLeadsToAQueueOrAnExchange(t *testing.T) {
	s := open(t)
	replaced := func(attribute, config string, want ...string) resource.TestStep {
		return resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(pt.ReplacedBy(address, attribute)), Check: s.routes(want...)}
	}
	undone := func(config string) resource.TestStep {
		return resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())}
	}
	first := s.config("", "", toQueue, `address = "sales.orders"`)
	pt.Run(t,
		resource.TestStep{Config: first, Check: s.routes("queue q #.sales.orders"), ConfigPlanChecks: pt.Plan(
			pt.Shows(address, "routing_key", `"#.sales.orders"`), pt.Shows(address, "vhost", fmt.Sprintf("%q", s.vhost)),
			pt.Shows(address, "id", fmt.Sprintf("%q", kit.ID(s.vhost, "d.delivery", "q", "queue", "sales.orders"))),
		)},
		undone(first),
		resource.TestStep{Config: first, ResourceName: address, ImportState: true, ImportStateVerify: true},
		replaced("address", s.config("", "", toQueue, `address = "orders"`), "queue q #.orders"),
		replaced("destination_type", s.config("", "", toExchange, `address = "orders"`), "exchange x #.orders"),
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true},
		// It goes with what it connects.
		replaced("id", s.config(`unit = "2s"`, "", toExchange, `address = "orders"`), "exchange x #.orders"),
		replaced("destination", s.config(`unit = "2s"`, "", toQueue, `address = "orders"`), "queue q #.orders"),
		replaced("id", s.config(`unit = "2s"`, "max_length = 5", toQueue, `address = "orders"`), "queue q #.orders"),
		undone(s.config(`unit = "2s"`, "max_length = 5", toQueue, `address = "orders"`)),
		resource.TestStep{
			PreConfig: func() { s.Unbind(t, s.vhost, "d.delivery", "q") },
			Config:    s.config(`unit = "2s"`, "max_length = 5", toQueue, `address = "orders"`), Check: s.routes("queue q #.orders"),
			ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionCreate)),
		},
		resource.TestStep{
			PreConfig: func() { s.API(t, http.MethodDelete, "", "exchanges", s.vhost, "d.delivery") },
			Config:    s.config(`unit = "2s"`, "max_length = 5", toQueue, `address = "orders"`), Check: s.routes("queue q #.orders"),
			ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionCreate), pt.Does("rabbitmq_delay_network.n", plancheck.ResourceActionUpdate)),
		},
	)
}

func TestAccDelayRouteRefusesWhatIsNoAddressOrNetwork(t *testing.T) {
	s := open(t)
	refused := func(settings, message string) resource.TestStep {
		return resource.TestStep{Config: s.config("", "", settings, toQueue), PlanOnly: true, ExpectError: regexp.MustCompile(message)}
	}
	wrong := strings.Replace(s.config("", "", `address = "a"`, toQueue), "rabbitmq_delay_network.n.id", `"%2F/main"`, 1)
	imported := func(id, message string) resource.TestStep {
		return resource.TestStep{
			Config: s.config("", "", `address = "a"`, toQueue), ResourceName: address, ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile(message),
		}
	}
	pt.Run(t,
		refused(`address = ""`, `The\s+address\s+is\s+empty`),
		refused(`address = "a.*"`, `has\s+a\s+word\s+that\s+is\s+a\s+wildcard`),
		refused(`address = "#"`, `has\s+a\s+word\s+that\s+is\s+a\s+wildcard`),
		refused(fmt.Sprintf("address = %q", strings.Repeat("a", 254)), `a\s+binding\s+key\s+has\s+room\s+for\s+253`),
		resource.TestStep{Config: wrong, PlanOnly: true, ExpectError: regexp.MustCompile(`is\s+not\s+the\s+delivery\s+exchange\s+of\s+a\s+delay\s+network`)},
		resource.TestStep{Config: s.config("", "", `address = "a"`, toQueue), Check: s.routes("queue q #.a")},
		imported("a/b", `should have 5 parts and has 2`),
		imported(kit.ID(s.vhost, "d.delivery", "q", "topic", "a"), `queue or exchange\s+is\s+expected`),
		imported(kit.ID(s.vhost, "d.delivery", "q", "queue", "b"), `Cannot import non-existent`),
	)
}

func TestAccDelayRoutesForEachOddName(t *testing.T) {
	s := open(t)
	names := ""
	for i, name := range acctest.OddNames() {
		if len(name) < 200 {
			names += fmt.Sprintf("  %d = %s\n", i, acctest.HCL(name))
		}
	}
	config := acctest.Config(s.BrokerInfo, s.vhost, `
locals {
  names = {
`+names+`  }
}
resource "rabbitmq_delay_network" "n" {
  for_each = local.names
  prefix   = each.value
  levels   = 2
}
resource "rabbitmq_queue" "q" {
  for_each = local.names
  name     = each.value
}
resource "rabbitmq_delay_route" "r" {
  for_each    = local.names
  network     = rabbitmq_delay_network.n[each.key].id
  address     = "at.${replace(replace(each.value, "*", "+"), "#", "+")}"
  destination = rabbitmq_queue.q[each.key].name
}
`)
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		resource.TestStep{Config: acctest.Config(s.BrokerInfo, s.vhost, "")},
	)
}

// Whatever is not known in the plan is there in the apply.
func TestAccDelayRouteOfValuesThatAreNotKnownYet(t *testing.T) {
	for name, setting := range map[string]string{
		"address": "address = terraform_data.later.output.address\n" + toQueue, "destination": "address = \"orders\"\n destination = terraform_data.later.output.queue",
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := s.config("", "", setting) + `
resource "terraform_data" "later" {
  input = { address = "orders", queue = "q" }
}
`
			if name == "destination" {
				config = strings.Replace(config, `input = {`, "depends_on = [rabbitmq_queue.q]\n  input = {", 1)
			}
			pt.Run(t,
				resource.TestStep{Config: config, Check: s.routes("queue q #.orders"), ConfigPlanChecks: pt.Plan(plancheck.ExpectUnknownValue(address, pt.Path("id")))},
				resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
			)
		})
	}
}
