package queuekit_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestAccExtraArgumentsKeepTypesAndDigits(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		config := func(extra string) string {
			return acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "type = \"classic\"\n"+extra))
		}
		declared := k.arguments("classic", map[string]string{
			"x-large": "9223372036854775807", "x-odd": "9007199254740993", "x-text": `"60000"`, "x-yes": "true", "x-half": "0.5",
			"x-nested": `{"list":[1,"two",false,{"deep":-3}],"empty":{}}`,
		})
		extra := `extra_arguments = {
    "x-large" = 9223372036854775807, "x-odd" = 9007199254740993, "x-text" = "60000", "x-yes" = true, "x-half" = 0.5
    "x-nested" = { list = [1, "two", false, { deep = -3 }], empty = {} }, "x-absent" = null
  }`
		same := func(extra string) resource.TestStep { return resource.TestStep{Config: config(extra), PlanOnly: true} }
		replaced := func(extra string) resource.TestStep {
			return resource.TestStep{Config: config(extra), ConfigPlanChecks: before(replaces(address, "extra_arguments"))}
		}
		check := func() { b.HasArguments(t, "queues", vhost, "q", declared) }
		run(t,
			resource.TestStep{Config: config(extra), ConfigPlanChecks: before(showsArguments(address, declared))},
			resource.TestStep{PreConfig: check, Config: config(extra), PlanOnly: true},
			replaced(`extra_arguments = { "x-odd" = 9007199254740992 }`),
			replaced(`extra_arguments = { "x-odd" = 9007199254740993 }`),
			replaced(`extra_arguments = { "x-odd" = "9007199254740993" }`),
			replaced(`extra_arguments = {}`),
			same(`extra_arguments = {}`),
			resource.TestStep{Config: config(``), ConfigPlanChecks: before(action(address, plancheck.ResourceActionUpdate))},
			same(``), same(`extra_arguments = null`),
		)
	})
}

func TestAccExtraArgumentsWithAnAttributeOfTheirOwnAreRefused(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		refused := func(extra, message string) resource.TestStep {
			return resource.TestStep{
				Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "extra_arguments = "+extra)), PlanOnly: true,
				ExpectError: regexp.MustCompile(message),
			}
		}
		run(t,
			refused(`{ "x-max-length" = 5 }`, `write\s+the\s+attribute\s+max_length`),
			refused(`{ "x-queue-type" = "classic" }`, `write\s+the\s+attribute\s+type`),
			refused(`[1]`, `write\s+an\s+object`),
			refused(`{ "x-list" = [null] }`, `null`),
		)
	})
}

// Brokers up to 3.13 say "no limit" by no argument, newer ones by -1. A queue from before an upgrade has no argument, and stays.
func TestAccUnlimitedDeliveryIsSaidAsTheBrokerNeedsIt(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address, declared := k.typeName+".q", k.arguments("quorum", nil)
		if b.AtLeast(t, "4.0.0") {
			declared = k.arguments("quorum", map[string]string{"x-delivery-limit": "-1"})
		}
		config := func(limit string) string { return acctest.ConfigWith(b, vhost, lintOff(), k.block("q", limit)) }
		check := func() { b.HasArguments(t, "queues", vhost, "q", declared) }
		run(t,
			resource.TestStep{Config: config(`delivery_limit = -1`), ConfigPlanChecks: before(showsArguments(address, declared))},
			resource.TestStep{PreConfig: check, Config: config(`delivery_limit = -1`), PlanOnly: true},
			resource.TestStep{Config: config(`delivery_limit = 3`), ConfigPlanChecks: before(replaces(address, "delivery_limit"))},
			resource.TestStep{Config: config(`delivery_limit = -1`), ConfigPlanChecks: before(replaces(address, "delivery_limit"))},
			// The limit is there again, set behind Terraform's back.
			resource.TestStep{
				PreConfig: func() {
					b.Redeclare(t, vhost, "q", acctest.Queue(k.arguments("quorum", map[string]string{"x-delivery-limit": "3"})))
				},
				Config: config(`delivery_limit = -1`), ConfigPlanChecks: before(replaces(address, "delivery_limit")),
			},
		)
	})
}

// On 3.10 a limit of -1 that an application has declared drops a message the first time it comes back: it is not what -1 means here.
func TestAccDeclaredMinusOneIsReplacedWhereItMeansDropAtOnce(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		want := plancheck.ResourceActionNoop
		if !b.AtLeast(t, "4.0.0") {
			want = plancheck.ResourceActionReplace
		}
		body := acctest.Queue(k.arguments("quorum", map[string]string{"x-delivery-limit": "-1"}))
		b.API(t, http.MethodPut, body, "queues", vhost, "q")
		run(t, resource.TestStep{
			Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", `delivery_limit = -1`)+
				"import {\n to = "+k.typeName+".q\n id = \"q@"+vhost+"\"\n}\n"),
			ConfigPlanChecks: before(action(k.typeName+".q", want)),
		})
	})
}
