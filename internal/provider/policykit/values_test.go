package policykit_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccPolicyOfOddName(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		vhost += ` / %2F+~#"'ü\` // without @, at which the older form of an id is split
		b.CreateVhost(t, vhost)
		config := func(more string) string {
			var body strings.Builder
			for i, name := range acctest.OddNames() {
				fmt.Fprintf(&body, "resource %q \"p%d\" {\n  name = %s\n  pattern = %s\n  max_length = 5\n  priority = %d\n  %s\n}\n",
					k.typeName, i, acctest.HCL(name), acctest.HCL(`\Q`+name), i, more)
			}
			return acctest.ConfigWith(b, vhost, lintOff(), body.String())
		}
		steps := []resource.TestStep{{Config: config("")}, {Config: config(`expires = "1h"`)}}
		for i, name := range acctest.OddNames() {
			id := name + "@" + vhost
			if i%3 > 0 { // the other form of the id
				id = kit.ID(vhost, name)
			}
			steps = append(steps, resource.TestStep{
				PreConfig: func() {
					if !b.Exists(t, k.path, vhost, name) {
						t.Errorf("the broker has no policy %q", name)
					}
				},
				ResourceName: fmt.Sprintf("%s.p%d", k.typeName, i), ImportState: true, ImportStateId: id, ImportStateVerify: true,
			})
		}
		pt.Run(t, steps...)
	})
}

func TestAccMissingPolicyIsNotImported(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		pt.Run(t, resource.TestStep{
			Config: acctest.Config(b, vhost, k.block("pattern = \"\"\n max_length = 5")), ResourceName: k.address(), ImportState: true, ImportStateId: "y@" + vhost,
			ExpectError: regexp.MustCompile(`Cannot import non-existent remote object`),
		})
	})
}

func TestAccExtraDefinitionKeepsTypesAndDigits(t *testing.T) {
	b := acctest.Broker(t)
	k, vhost := kinds[0], b.Vhost(t)
	step := func(extra string, want plancheck.ResourceActionType, definition string) resource.TestStep {
		return resource.TestStep{
			Config:           acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n max_length = 5\n "+extra)),
			ConfigPlanChecks: pt.Plan(pt.Does(k.address(), want), pt.Shows(k.address(), "definition", definition)),
		}
	}
	refused := func(k kind, extra, message string) resource.TestStep {
		return resource.TestStep{
			Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n max_length = 5\n extra_definition = "+extra)), PlanOnly: true,
			ExpectError: regexp.MustCompile(message),
		}
	}
	both := `{"federation-upstream-set":"all","max-length":5,"queue-mode":"lazy"}`
	drifted := step(`extra_definition = { "federation-upstream-set" = "all", "queue-mode" = "lazy" }`, plancheck.ResourceActionUpdate, both)
	drifted.PreConfig = func() {
		k.has(t, b, vhost, "^q", "all", "0", both)
		b.API(t, http.MethodPut, `{"pattern":"^q","definition":{"max-length":5,"queue-mode":"default","dead-letter-exchange":"x","alternate-exchange":"y"}}`, k.path, vhost, "p")
	}
	pt.Run(t,
		step(`extra_definition = { "federation-upstream-set" = "all", "queue-mode" = "lazy", "none" = null }`, plancheck.ResourceActionCreate, both),
		step(`extra_definition = { "federation-upstream-set" = "all", "queue-mode" = "lazy" }`, plancheck.ResourceActionUpdate, both),
		drifted,
		resource.TestStep{ResourceName: k.address(), ImportState: true, ImportStateId: kit.ID(vhost, "p"), ImportStateVerify: true},
		step(`extra_definition = {}`, plancheck.ResourceActionUpdate, `{"max-length":5}`),
		step(``, plancheck.ResourceActionUpdate, `{"max-length":5}`),
		refused(k, `{ "message-ttl" = 5 }`, `write\s+the\s+attribute\s+message_ttl`),
		refused(k, `{ "alternate-exchange" = "x" }`, `write\s+the\s+attribute\s+alternate_exchange`),
		refused(k, `"text"`, `write\s+an\s+object`),
		refused(kinds[1], `{ "dead-letter-exchange" = "x" }`, `operator\s+policies\s+have\s+no\s+dead-letter-exchange`),
		step(``, plancheck.ResourceActionNoop, `{"max-length":5}`),
	)
}

func TestAccPolicyWithoutSettingsIsRefused(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		var steps []resource.TestStep
		for _, body := range []string{"", "extra_definition = {}", "max_length = null"} {
			steps = append(steps, resource.TestStep{
				Config: acctest.Config(b, vhost, k.block("pattern = \"^q\"\n "+body)), PlanOnly: true, ExpectError: regexp.MustCompile(`Policy\s+without\s+settings`),
			})
		}
		pt.Run(t, steps...)
	})
}

// Whatever of a policy is not known in the plan is there in the apply.
func TestAccPolicyOfValuesThatAreNotKnownYet(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		other := b.Vhost(t)
		config := acctest.ConfigWith(b, vhost, lintOff(), fmt.Sprintf(`
resource "terraform_data" "later" {
  input = { vhost = %q, name = "p", pattern = "^later", apply_to = "queues", priority = 7, ttl = "1h", length = 9007199254740993, expires = null, lazy = "lazy" }
}
locals {
  later = terraform_data.later.output
}
resource "rabbitmq_queue" "q" {
  name = "later"
}
resource %q "p" {
  vhost            = local.later.vhost
  name             = local.later.name
  pattern          = local.later.pattern
  apply_to         = local.later.apply_to
  priority         = local.later.priority
  message_ttl      = local.later.ttl
  max_length       = local.later.length
  expires          = local.later.expires
}
resource %q "pattern" {
  name             = "pattern"
  pattern          = local.later.pattern
  message_ttl      = "1h"
}
`, other, k.typeName, k.typeName))
		pt.Run(t,
			resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(
				plancheck.ExpectUnknownValue(k.address(), pt.Path("vhost")), plancheck.ExpectUnknownValue(k.address(), pt.Path("id")),
				plancheck.ExpectUnknownValue(k.address(), pt.Path("definition")), pt.Shows(k.typeName+".pattern", "definition", `{"message-ttl":3600000}`),
			)},
			resource.TestStep{
				PreConfig: func() {
					k.has(t, b, other, "^later", "queues", "7", `{"max-length":9007199254740993,"message-ttl":3600000}`)
				},
				Config: config, PlanOnly: true,
			},
		)
	})
}

// The broker may be made by the same apply.
func TestAccPolicyOnABrokerThatIsNotKnownYet(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		config := fmt.Sprintf(`
resource "terraform_data" "endpoint" {
  input = %s
}
provider "rabbitmq" {
  endpoint = terraform_data.endpoint.output
  username = %s
  password = %s
  vhost    = %s
}
%s`, acctest.HCL(b.Endpoint), acctest.HCL(b.Username), acctest.HCL(b.Password), acctest.HCL(vhost), k.block("pattern = \"^q\"\n message_ttl = \"1h\"\n delivery_limit = -1"))
		pt.Run(t,
			resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectUnknownValue(k.address(), pt.Path("definition")))},
			resource.TestStep{Config: config, PlanOnly: true},
		)
	})
}
