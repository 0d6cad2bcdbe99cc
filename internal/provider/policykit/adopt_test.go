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

func TestAccPolicyThatExistsIsAdoptedOnlyIfEqual(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		existing := `{"pattern":"^q","priority":2,"apply-to":"queues","definition":{"max-length":5}}`
		b.API(t, http.MethodPut, existing, k.path, vhost, "p")
		differs := func(body, message string) resource.TestStep {
			return resource.TestStep{
				Config: acctest.ConfigWith(b, vhost, lintOff(), k.block(body)), PlanOnly: true,
				ExpectError: regexp.MustCompile(`(?s)"p" exists already.*` + strings.ReplaceAll(message, " ", `\s+`) + `.*terraform\s+import\s+` + k.typeName + `\.<name>\s+'` + kit.ID(vhost, "p") + `'`),
			}
		}
		equal := acctest.ConfigWith(b, vhost, lintOff(), k.block("pattern = \"^q\"\n priority = 2\n apply_to = \"queues\"\n max_length = 5"))
		pt.Run(t,
			differs("pattern = \"^r\"\n priority = 2\n apply_to = \"queues\"\n max_length = 5", `its pattern is "\^q", wanted is "\^r"`),
			differs("pattern = \"^q\"\n priority = 3\n apply_to = \"queues\"\n max_length = 5", `its priority is 2, wanted is 3`),
			differs("pattern = \"^q\"\n priority = 2\n max_length = 5", `its apply-to is "queues", wanted is "all"`),
			differs("pattern = \"^q\"\n priority = 2\n apply_to = \"queues\"\n max_length = 6\n expires = \"1h\"",
				`its expires is not set, wanted is 3600000, its max-length is 5, wanted is 6`),
			resource.TestStep{Config: equal, ConfigPlanChecks: k.action(plancheck.ResourceActionCreate)},
			resource.TestStep{Config: equal, PlanOnly: true},
		)
	})
}

// Between the plan and the apply somebody may put a policy of the same name: it is not overwritten.
func TestAccPolicyIsNotOverwrittenByItsCreation(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		// The name is known only when it is applied.
		config := acctest.ConfigWith(b, vhost, lintOff(), fmt.Sprintf(`
resource "terraform_data" "name" {
  input = "p"
}
resource %q "p" {
  name       = terraform_data.name.output
  pattern    = "^q"
  max_length = 5
}
`, k.typeName))
		theirs := `{"pattern":"^q","definition":{"max-length":6}}`
		b.API(t, http.MethodPut, theirs, k.path, vhost, "p")
		pt.Run(t, resource.TestStep{Config: config, ExpectError: regexp.MustCompile(`"p" exists already`)})
		k.has(t, b, vhost, "^q", "all", "0", `{"max-length":6}`)
	})
}

func TestAccPolicyIsReplacedByVhostOnly(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		other := b.Vhost(t)
		body := k.block("pattern = \"^q\"\n max_length = 5")
		pt.Run(t,
			resource.TestStep{Config: acctest.Config(b, vhost, body)},
			resource.TestStep{Config: acctest.Config(b, other, body), ConfigPlanChecks: pt.Plan(pt.ReplacedBy(k.address(), "vhost"))},
			resource.TestStep{
				Config:           acctest.Config(b, other, strings.Replace(body, `name = "p"`, `name = "r"`, 1)),
				ConfigPlanChecks: k.action(plancheck.ResourceActionUpdate),
			},
		)
		if b.Exists(t, k.path, vhost, "p") || b.Exists(t, k.path, other, "p") {
			t.Error("a policy that was replaced is still there")
		}
	})
}

func TestAccPolicyDeletedOutsideIsPlannedAgain(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		config := resource.TestStep{Config: acctest.Config(b, vhost, k.block("pattern = \"^q\"\n max_length = 5")), ConfigPlanChecks: k.action(plancheck.ResourceActionCreate)}
		lost, vhostLost := config, config
		lost.PreConfig = func() { b.API(t, http.MethodDelete, "", k.path, vhost, "p") }
		vhostLost.PreConfig = func() {
			b.API(t, http.MethodDelete, "", "vhosts", vhost)
			b.API(t, http.MethodPut, "", "vhosts", vhost)
			b.Grant(t, vhost, b.Username)
		}
		pt.Run(t, config, lost, vhostLost)
	})
}

// A replacement that Terraform makes before it deletes is the very same policy.
func TestAccTaintedPolicyIsReplaced(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		config := func(first string) string {
			return acctest.Config(b, vhost, k.block("pattern = \"^q\"\n max_length = 5\n "+first))
		}
		tainted := func(config string, action plancheck.ResourceActionType) resource.TestStep {
			return resource.TestStep{Taint: []string{k.address()}, Config: config, ConfigPlanChecks: k.action(action)}
		}
		there := func(config string) resource.TestStep {
			return resource.TestStep{PreConfig: func() { k.has(t, b, vhost, "^q", "all", "0", `{"max-length":5}`) }, Config: config, PlanOnly: true}
		}
		before := config("lifecycle { create_before_destroy = true }")
		pt.Run(t,
			resource.TestStep{Config: config("")}, tainted(config(""), plancheck.ResourceActionDestroyBeforeCreate), there(config("")),
			tainted(before, plancheck.ResourceActionCreateBeforeDestroy), there(before),
		)
	})
}

func TestAccPoliciesOfBothKindsMayHaveOneName(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	var body strings.Builder
	for _, k := range kinds {
		body.WriteString(k.block("pattern = \"^q\"\n max_length = 5"))
	}
	config := acctest.Config(b, vhost, body.String())
	pt.Run(t, resource.TestStep{Config: config}, resource.TestStep{Config: config, PlanOnly: true})
}

// A saved plan was made for a policy as it was then.
func TestAccPolicyThatHasChangedSinceThePlanIsNotOverwritten(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		step := func(length int, meanwhile, refused string) resource.TestStep {
			s := resource.TestStep{Config: acctest.Config(b, vhost, k.block(fmt.Sprintf("pattern = \"^q\"\n max_length = %d", length)))}
			if meanwhile != "" {
				s.ConfigPlanChecks = pt.Plan(pt.Meanwhile(func() { b.API(t, http.MethodPut, meanwhile, k.path, vhost, "p") }))
			}
			if refused != "" {
				s.ExpectError = regexp.MustCompile("(?s)" + strings.ReplaceAll(refused, " ", `\s+`))
			}
			return s
		}
		pt.Run(t,
			step(5, "", ""),
			step(6, `{"pattern":"^q","definition":{"max-length":7}}`, `has changed since the plan.*its max-length is 7, before the plan it was 5.*Plan again`),
			step(5, "", ""),
			step(6, `{"pattern":"^q","definition":{"max-length":6}}`, ""), // somebody has done it
		)
	})
}
