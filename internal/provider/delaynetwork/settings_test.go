package delaynetwork_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccDelayNetworkRefusesWhatCannotBe(t *testing.T) {
	s := open(t)
	var steps []resource.TestStep
	for settings, message := range map[string]string{
		"levels = 3":                `Missing prefix or preset`,
		`preset = "nservicebus_v1"`: `nservicebus_v2`,
		"preset = \"nservicebus_v2\"\nprefix = \"a\"":      `NServiceBus has fixed names`,
		"preset = \"nservicebus_v2\"\ntype = \"classic\"":  `NServiceBus declares quorum queues`,
		"preset = \"celery\"\nlevels = 20":                 `has 28 levels`,
		"preset = \"celery\"\nunit = \"1m\"":               `counts\s+seconds`,
		"prefix = \"a\"\nlevels = 30":                      `30 levels of 1s are too many`,
		"prefix = \"a\"\nlevels = 0":                       `at least 1`,
		"prefix = \"a\"\nunit = \"1500us\"":                `whole\s+units\s+of\s+1ms`,
		"prefix = \"amq.a\"\nlevels = 2\nlint_ignore = []": `name_invalid`,
	} {
		config := acctest.Config(s.BrokerInfo, s.vhost, "resource \"rabbitmq_delay_network\" \"n\" {\n"+settings+"\n}\n")
		steps = append(steps, resource.TestStep{Config: config, PlanOnly: true, ExpectError: regexp.MustCompile(message)})
	}
	pt.Run(t, steps...)
}

func TestAccDelayNetworkDoesNotTakeOverOtherObjects(t *testing.T) {
	for name, declare := range map[string]func(s *site){
		`Queue "d.level-01" exists already.*x-message-ttl\s+is\s+7000,\s+wanted\s+is\s+2000`: func(s *site) {
			s.API(s.t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":7000,"x-dead-letter-exchange":"d.level-00","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"}`),
				"queues", s.vhost, "d.level-01")
		},
		`Exchange "d.delivery" exists already.*its\s+type\s+is\s+direct`: func(s *site) { s.Exchange(s.t, s.vhost, "d.delivery", "direct") },
	} {
		t.Run(fmt.Sprintf("%.20s", name), func(t *testing.T) {
			s := open(t)
			declare(s)
			pt.Run(t, resource.TestStep{Config: s.config(), PlanOnly: true, ExpectError: regexp.MustCompile("(?s)" + name)})
		})
	}
}

// Whatever is not known in the plan is there in the apply.
func TestAccDelayNetworkOfValuesThatAreNotKnownYet(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		unknown  []string
	}{
		"prefix": {"prefix = local.later.prefix\n levels = 2", []string{"id", "entry_exchange", "level_exchanges", "objects"}},
		"levels": {"prefix = \"d\"\n levels = local.later.levels", []string{"entry_exchange", "max_delay", "objects"}},
		"unit":   {"prefix = \"d\"\n levels = 2\n unit = local.later.unit", []string{"max_delay", "objects"}},
		"type":   {"prefix = \"d\"\n levels = 2\n type = local.later.type", []string{"type", "objects"}},
		"vhost":  {"prefix = \"d\"\n levels = 2\n vhost = local.later.vhost", []string{"id", "vhost", "objects"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := s.config(c.settings) + fmt.Sprintf(`
resource "terraform_data" "later" {
  input = { prefix = "d", levels = 2, unit = "1s", type = "quorum", vhost = %q }
}
locals {
  later = terraform_data.later.output
}
`, s.vhost)
			checks := []plancheck.PlanCheck{does(plancheck.ResourceActionCreate)}
			for _, attribute := range c.unknown {
				checks = append(checks, plancheck.ExpectUnknownValue(address, pt.Path(attribute)))
			}
			pt.Run(t, resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(checks...)}, undone(config))
		})
	}
}

// A creation that fails leaves nothing behind, and the next apply creates the network.
func TestAccDelayNetworkThatFailsHalfWayIsCreatedByTheNextApply(t *testing.T) {
	for name, c := range map[string]struct{ method, path string }{
		"exchange": {http.MethodPut, "exchanges/%s/d.level-01"}, "queue": {http.MethodPut, "queues/%s/d.level-01"}, "binding": {http.MethodPost, "bindings/%s/e/d.level-01/e/d.level-00"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			through, proxy := s.through()
			config := acctest.ConfigWith(through.BrokerInfo, s.vhost, "max_retries = 0", network())
			away := func() {
				proxy.On(acctest.Request(c.method, fmt.Sprintf(c.path, s.vhost)), 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
			}
			pt.Run(t,
				resource.TestStep{PreConfig: away, Config: config, ExpectError: regexp.MustCompile(`Unable to\s+create`)},
				resource.TestStep{
					PreConfig: func() {
						if left := s.described(); len(left) > 0 {
							t.Errorf("the failed creation has left %q", left)
						}
					},
					Config: config, ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)),
				},
				undone(config),
			)
		})
	}
}
