package provider_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// One of each resource, under a label.
const labelled = `
resource "rabbitmq_exchange" "LABEL" { name = "x" }
resource "rabbitmq_queue" "LABEL" {
  name        = "q"
  message_ttl = "1h"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.LABEL.exchange, routing_key = "k" }
}
resource "rabbitmq_binding" "LABEL" {
  source      = rabbitmq_exchange.LABEL.name
  destination = rabbitmq_queue.LABEL.name
  routing_key = "k"
}
resource "rabbitmq_delay_tier" "LABEL" {
  name       = "t"
  delay      = "10s"
  enter_from = { exchange = rabbitmq_exchange.LABEL.name, routing_keys = ["j"] }
  return_to  = { exchange = rabbitmq_exchange.LABEL.name, routing_key = "k" }
}
resource "rabbitmq_dead_letter_queue" "LABEL" {
  name         = "d"
  exchange     = "dlx"
  routing_keys = ["k"]
}
resource "rabbitmq_policy" "LABEL" {
  name    = "p"
  pattern = "^other$"
  expires = "1h"
}
resource "rabbitmq_ttl_ceiling" "LABEL" {
  pattern     = "^other$"
  message_ttl = "1h"
}
`

// Terraform deletes what has left the configuration and creates what is new in any order, so that an object whose resource gets another
// address might be gone in the end. A moved block plans nothing.
func TestAccRefactoringNeedsMovedBlocks(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(label string) string {
		return acctest.Config(b, vhost, strings.ReplaceAll(labelled, "LABEL", label))
	}
	refused := func(body string, kinds ...string) (steps []resource.TestStep) {
		for _, kind := range kinds {
			steps = append(steps, resource.TestStep{
				Config: acctest.Config(b, vhost, body), PlanOnly: true,
				ExpectError: regexp.MustCompile(`(?s)owned_twice: ` + kind + `.*write a\s+moved\s+block`),
			})
		}
		return steps
	}
	var moved strings.Builder
	for _, typeName := range []string{"exchange", "queue", "binding", "delay_tier", "dead_letter_queue", "policy", "ttl_ceiling"} {
		fmt.Fprintf(&moved, "moved {\n  from = rabbitmq_%[1]s.one\n  to = rabbitmq_%[1]s.two\n}\n", typeName)
	}
	steps := []resource.TestStep{{Config: config("one")}}
	steps = append(steps, refused(strings.ReplaceAll(labelled, "LABEL", "two"),
		`exchange "x"`, `queue "d"`, `exchange "dlx"`, `policy "p"`, `operator policy`)...) // what refers to them is not planned then
	steps = append(steps, refused(strings.NewReplacer("LABEL", "one", "rabbitmq_queue", "rabbitmq_expiring_queue").Replace(labelled), `queue "q"`)...)
	pt.Run(t, append(steps, resource.TestStep{
		Config: config("two") + moved.String(), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()),
	})...)
}

func TestAccOtherKeysAndSwappedNamesAreRefused(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(names string) string {
		return acctest.Config(b, vhost, fmt.Sprintf(`
locals { names = { %s } }
resource "rabbitmq_exchange" "x" {
  for_each = local.names
  name     = each.value
}
resource "rabbitmq_queue" "q" {
  for_each    = local.names
  name        = each.value
  lint_ignore = ["delivery_limit_drops"]
}
resource "rabbitmq_binding" "b" {
  for_each    = local.names
  source      = rabbitmq_exchange.x[each.key].name
  destination = rabbitmq_queue.q[each.key].name
}
`, names))
	}
	refused := regexp.MustCompile(`(?s)owned_twice: queue "(one|two)".*exchange\s+their\s+names`)
	pt.Run(t,
		resource.TestStep{Config: config(`a = "one", b = "two"`)},
		resource.TestStep{Config: config(`c = "one", d = "two"`), PlanOnly: true, ExpectError: refused},
		resource.TestStep{Config: config(`a = "two", b = "one"`), PlanOnly: true, ExpectError: refused},
		resource.TestStep{Config: acctest.Config(b, vhost, "")}, // the library cannot destroy instances of a for_each
	)
}

// What is replaced without a change of its own is planned twice, the second time as if it were created.
func TestAccAReplacementIsNoSecondOwner(t *testing.T) {
	b := acctest.Broker(t)
	for _, cbd := range []bool{false, true} {
		t.Run(fmt.Sprintf("create_before_destroy %t", cbd), func(t *testing.T) {
			vhost := b.Vhost(t)
			config := func(version int) string {
				body := strings.ReplaceAll(labelled, "LABEL", "one")
				lifecycle := fmt.Sprintf("\n  lifecycle {\n    create_before_destroy = %t\n    replace_triggered_by = [terraform_data.version]\n  }\n}\n", cbd)
				body = strings.ReplaceAll(strings.ReplaceAll(body, `{ name = "x" }`, "{\n  name = \"x\"\n}"), "\n}\n", lifecycle)
				return acctest.Config(b, vhost, fmt.Sprintf("%s\nresource \"terraform_data\" \"version\" {\n  input = %d\n}\n", body, version))
			}
			replaced := pt.Plan(
				plancheck.ExpectResourceAction("rabbitmq_queue.one", replacement(cbd)), plancheck.ExpectResourceAction("rabbitmq_dead_letter_queue.one", replacement(cbd)),
				plancheck.ExpectResourceAction("rabbitmq_policy.one", replacement(cbd)), plancheck.ExpectResourceAction("rabbitmq_ttl_ceiling.one", replacement(cbd)),
				plancheck.ExpectResourceAction("rabbitmq_exchange.one", replacement(cbd)), plancheck.ExpectResourceAction("rabbitmq_delay_tier.one", replacement(cbd)),
			)
			pt.Run(t,
				resource.TestStep{Config: config(1)},
				resource.TestStep{Config: config(2), ConfigPlanChecks: replaced},
				resource.TestStep{Config: config(2), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
			)
		})
	}
}

func replacement(createFirst bool) plancheck.ResourceActionType {
	if createFirst {
		return plancheck.ResourceActionCreateBeforeDestroy
	}
	return plancheck.ResourceActionDestroyBeforeCreate
}

// Two blocks that have one queue in the state already: neither is in the way of a plan, and one can be taken out without the queue.
func TestAccTwoOwnersInTheStateCanBeParted(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	block := func(label string) string {
		return fmt.Sprintf("resource \"rabbitmq_queue\" %q {\n  name = \"q\"\n  delivery_limit = -1\n}\n", label)
	}
	removed := "removed {\n  from = rabbitmq_queue.two\n  lifecycle {\n    destroy = false\n  }\n}\n"
	config := func(body string) string { return acctest.Config(b, vhost, body) }
	there := func(*terraform.State) error {
		if !b.Exists(t, "queues", vhost, "q") {
			return fmt.Errorf("the queue is gone")
		}
		return nil
	}
	pt.Run(t,
		resource.TestStep{
			Config:      config(block("one") + block("two")),
			ExpectError: regexp.MustCompile(`(?s)owned_twice: queue "q".*rabbitmq_queue\s+\(id`),
		},
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, `lint = { owned_twice = "warning" }`, block("one")+"resource \"terraform_data\" \"q\" {\n input = rabbitmq_queue.one.name\n}\n"+
			strings.Replace(block("two"), `"q"`, "terraform_data.q.output", 1)), ExpectError: regexp.MustCompile(`Queue "q" has another owner`)},
		resource.TestStep{Config: config(block("one") + block("two") + "import {\n  to = rabbitmq_queue.two\n  id = \"q@" + vhost + "\"\n}\n")},
		resource.TestStep{Config: config(block("one") + block("two")), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())},
		resource.TestStep{Config: config(block("one")), ExpectError: regexp.MustCompile(`(?s)owned_twice: queue "q".*This\s+plan\s+deletes.*removed\s+block`)},
		resource.TestStep{Config: config(block("one") + removed), Check: there},
		resource.TestStep{Config: config(block("one")), ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan()), Check: there},
	)
}
