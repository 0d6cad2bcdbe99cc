package binding_test

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
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const address = "rabbitmq_binding.b"

// ends are an exchange and a classic queue, both called by a name with a space.
func ends(exchangeType, more string) string {
	return fmt.Sprintf(`
resource "rabbitmq_exchange" "x" {
  name = "the exchange"
  type = %q
}
resource "rabbitmq_queue" "q" {
  name = "the queue"
  type = "classic"
  %s
}
`, exchangeType, more)
}

func block(label, body string) string {
	return fmt.Sprintf(`
resource "rabbitmq_binding" %q {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  %s
}
`, label, body)
}

// bindings counts the bindings from the exchange to the queue.
func bindings(t *testing.T, b *acctest.BrokerInfo, vhost string) int {
	t.Helper()
	return strings.Count(string(b.API(t, http.MethodGet, "", "bindings", vhost, "e", "the exchange", "q", "the queue")), `"properties_key"`)
}

func TestAccBindingHasDefaults(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	id := kit.ID(vhost, "the exchange", "the queue", "queue", "~")
	providertest.Run(t, resource.TestStep{
		Config:           acctest.Config(b, vhost, ends("direct", "")+block("b", "")),
		ConfigPlanChecks: providertest.Plan(providertest.Does(address, plancheck.ResourceActionCreate)),
		ConfigStateChecks: providertest.State(
			providertest.Has(address, "id", `"`+id+`"`), providertest.Has(address, "vhost", `"`+vhost+`"`),
			providertest.Has(address, "routing_key", `""`), providertest.Has(address, "destination_type", `"queue"`),
			providertest.Has(address, "properties_key", `"~"`), providertest.Has(address, "arguments", `null`),
		),
	}, resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: id, ImportStateVerify: true})
}

func TestAccBindingArgumentsKeepTypesAndDigits(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(arguments string) string {
		return acctest.Config(b, vhost, ends("headers", "")+block("b", "arguments = "+arguments))
	}
	step := func(arguments string, check plancheck.PlanCheck) resource.TestStep {
		return resource.TestStep{Config: config(arguments), ConfigPlanChecks: providertest.Plan(check)}
	}
	all := `{
    "x-match" = "all", text = "60000", count = 9223372036854775807, odd = 9007199254740993, half = 0.5, yes = true
    list = [1, "two", false], table = { deep = { deeper = -3 } }, absent = null
  }`
	providertest.Run(t,
		resource.TestStep{Config: config(`[1]`), PlanOnly: true, ExpectError: regexp.MustCompile(`write\s+an\s+object`)},
		resource.TestStep{Config: config(`{ list = [null] }`), PlanOnly: true, ExpectError: regexp.MustCompile(`null`)},
		resource.TestStep{Config: config(all)},
		resource.TestStep{
			PreConfig: func() {
				listed := string(b.API(t, http.MethodGet, "", "bindings", vhost, "e", "the exchange", "q", "the queue"))
				for _, want := range []string{
					`"text":"60000"`, `"count":9223372036854775807`, `"odd":9007199254740993`, `"half":0.5`, `"yes":true`,
					`"list":[1,"two",false]`, `"table":{"deep":{"deeper":-3}}`,
				} {
					if !strings.Contains(listed, want) {
						t.Errorf("no %s in %s", want, listed)
					}
				}
			},
			Config: config(all), PlanOnly: true,
		},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"arguments.%", "arguments"}},
		step(`{ "x-match" = "any", tenant = 9007199254740992 }`, providertest.ReplacedBy(address, "arguments")),
		step(`{ "x-match" = "any", tenant = 9007199254740993 }`, providertest.ReplacedBy(address, "arguments")),
		step(`{ "x-match" = "any", tenant = "9007199254740993" }`, providertest.ReplacedBy(address, "arguments")),
		step(`{}`, providertest.ReplacedBy(address, "arguments")),
		resource.TestStep{Config: config(`{}`), PlanOnly: true},
	)
}

// Routing keys are found again by the broker's own properties key, and by the key itself if there are no arguments.
func TestAccBindingOfOddKeysBetweenOddNames(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t) + ` / %2F@+~#"'ü\`
	b.CreateVhost(t, vhost)
	keys := append(acctest.OddNames(), ".", "..", "undefined", "*.#", strings.Repeat("k", 255))
	config := func(more string) string {
		var body strings.Builder
		for i, key := range keys {
			// The ends have odd names as well; . and .. cannot be names.
			name := acctest.OddNames()[i%len(acctest.OddNames())]
			fmt.Fprintf(&body, `
resource "rabbitmq_exchange" "x%[1]d" {
  name = %[2]s
}
resource "rabbitmq_queue" "q%[1]d" {
  name = %[2]s
  type = "classic"
}
resource "rabbitmq_binding" "b%[1]d" {
  source      = rabbitmq_exchange.x%[1]d.name
  destination = rabbitmq_queue.q%[1]d.name
  routing_key = %[3]s
  %[4]s
}
`, i, acctest.HCL(fmt.Sprintf("%d%.240s", i, shortened(name))), acctest.HCL(key), more)
		}
		return acctest.Config(b, vhost, body.String())
	}
	steps := []resource.TestStep{{Config: config("")}, {Config: config(`lint_ignore = ["name_invalid"]`)}}
	for i, key := range keys {
		address := fmt.Sprintf("rabbitmq_binding.b%d", i)
		name := fmt.Sprintf("%d%.240s", i, shortened(acctest.OddNames()[i%len(acctest.OddNames())]))
		by := resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"lint_ignore"}}
		if i%2 == 0 {
			by.ImportStateId = kit.ID(vhost, name, name, "queue", key)
		}
		steps = append(steps, by)
	}
	providertest.Run(t, steps...)
}

// shortened leaves room for a number before a name of 255 bytes.
func shortened(name string) string {
	if len(name) > 250 {
		return name[:240]
	}
	return name
}

func TestAccBindingIsReplacedByEachOfItsParts(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	rest := ends("direct", "") + `
resource "rabbitmq_exchange" "other" {
  name = "other"
}
`
	step := func(attribute, body string) resource.TestStep {
		return resource.TestStep{
			Config:           acctest.Config(b, vhost, rest+body),
			ConfigPlanChecks: providertest.Plan(providertest.ReplacedBy(address, attribute)),
		}
	}
	written := func(source, destination, more string) string {
		return fmt.Sprintf("resource \"rabbitmq_binding\" \"b\" {\n source = %s\n destination = %s\n %s\n}\n", source, destination, more)
	}
	const x, other, q = "rabbitmq_exchange.x.name", "rabbitmq_exchange.other.name", "rabbitmq_queue.q.name"
	providertest.Run(t,
		resource.TestStep{Config: acctest.Config(b, vhost, rest+written(x, q, ``))},
		step("routing_key", written(x, q, `routing_key = "k"`)),
		step("arguments", written(x, q, "routing_key = \"k\"\n arguments = { a = 1 }")),
		step("source", written(other, q, "routing_key = \"k\"\n arguments = { a = 1 }")),
		step("destination_type", written(other, x, "destination_type = \"exchange\"\n routing_key = \"k\"")),
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true},
		step("destination", written(x, other, "destination_type = \"exchange\"\n routing_key = \"k\"")),
		resource.TestStep{
			Config:           acctest.Config(b, vhost, rest+written(x, other, "destination_type = \"exchange\"\n routing_key = \"k\"\n lint_ignore = [\"dlx_missing\"]\n timeouts = { read = \"1m\" }")),
			ConfigPlanChecks: providertest.Plan(providertest.Does(address, plancheck.ResourceActionUpdate)),
		},
	)
}

// A binding goes with the queue or exchange that is replaced, and comes back in the same apply.
func TestAccBindingFollowsWhatIsReplaced(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	both := block("b", `routing_key = "k"`) + block("second", `routing_key = "l"`)
	step := func(ends, replaced string) resource.TestStep {
		checks := []plancheck.PlanCheck{
			providertest.Does(replaced, plancheck.ResourceActionReplace),
			providertest.ReplacedBy(address, "properties_key"), providertest.ReplacedBy("rabbitmq_binding.second", "properties_key"),
		}
		return resource.TestStep{Config: acctest.Config(b, vhost, ends+both), ConfigPlanChecks: providertest.Plan(checks...)}
	}
	there := func() {
		if n := bindings(t, b, vhost); n != 2 {
			t.Errorf("%d bindings after the apply, not 2", n)
		}
	}
	queue := step(ends("direct", "max_length = 5"), "rabbitmq_queue.q")
	exchange := step(ends("topic", "max_length = 5"), "rabbitmq_exchange.x")
	exchange.PreConfig = there
	providertest.Run(t,
		resource.TestStep{Config: acctest.Config(b, vhost, ends("direct", "")+both)},
		queue, exchange,
		resource.TestStep{PreConfig: there, Config: acctest.Config(b, vhost, ends("topic", "max_length = 5")+both), PlanOnly: true},
		// The queue was redeclared behind Terraform's back, with and without its bindings.
		resource.TestStep{
			PreConfig: func() {
				b.Redeclare(t, vhost, "the queue", acctest.Queue(`{"x-queue-type":"classic"}`))
				b.API(t, http.MethodPost, `{"routing_key":"k"}`, "bindings", vhost, "e", "the exchange", "q", "the queue")
			},
			Config: acctest.Config(b, vhost, ends("topic", "max_length = 5")+both),
			ConfigPlanChecks: providertest.Plan(providertest.ReplacedBy(address, "properties_key"),
				providertest.Does("rabbitmq_binding.second", plancheck.ResourceActionCreate)),
		},
		resource.TestStep{PreConfig: there, Config: acctest.Config(b, vhost, ends("topic", "max_length = 5")+both), PlanOnly: true},
	)
}

func TestAccBindingLostOutsideIsPlannedAgain(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	lost := func(lose func()) resource.TestStep {
		return resource.TestStep{
			PreConfig: lose, Config: acctest.Config(b, vhost, ends("direct", "")+block("b", `routing_key = "k"`)),
			ConfigPlanChecks: providertest.Plan(providertest.Does(address, plancheck.ResourceActionCreate)),
		}
	}
	providertest.Run(t,
		lost(func() {}),
		lost(func() { b.API(t, http.MethodDelete, "", "bindings", vhost, "e", "the exchange", "q", "the queue", "k") }),
		lost(func() { b.API(t, http.MethodDelete, "", "queues", vhost, "the queue") }),
		lost(func() { b.API(t, http.MethodDelete, "", "exchanges", vhost, "the exchange") }),
		lost(func() {
			b.API(t, http.MethodDelete, "", "vhosts", vhost)
			b.API(t, http.MethodPut, "", "vhosts", vhost)
			b.Grant(t, vhost, b.Username)
		}),
	)
}

// What a binding is made of identifies it, so that one that exists is the wanted one.
func TestAccBindingThatExistsIsTaken(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, `{"durable":true}`, "exchanges", vhost, "the exchange")
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "the queue")
	b.API(t, http.MethodPost, `{"routing_key":"k","arguments":{"a":1}}`, "bindings", vhost, "e", "the exchange", "q", "the queue")
	providertest.Run(t, resource.TestStep{
		Config:           acctest.Config(b, vhost, ends("direct", "")+block("b", "routing_key = \"k\"\n arguments = { a = 1 }")),
		ConfigPlanChecks: providertest.Plan(providertest.Does(address, plancheck.ResourceActionCreate)),
	})
}

func TestAccBindingIsImported(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, ends("topic", "")+block("b", `routing_key = "a.#"`))
	by := func(key string) resource.TestStep {
		return resource.TestStep{
			Config: config, ResourceName: address, ImportState: true, ImportStateVerify: true,
			ImportStateId: kit.ID(vhost, "the exchange", "the queue", "queue", key),
		}
	}
	refused := func(id, message string) resource.TestStep {
		return resource.TestStep{Config: config, ResourceName: address, ImportState: true, ImportStateId: id, ExpectError: regexp.MustCompile(message)}
	}
	providertest.Run(t,
		resource.TestStep{Config: config},
		by("a.#"), by("a.%23"),
		refused(kit.ID(vhost, "the exchange", "the queue", "queue", "b"), `Cannot import non-existent remote object`),
		refused(kit.ID(vhost, "the exchange", "the queue", "topic", "b"), `queue\s+or\s+exchange\s+is\s+expected`),
		refused(kit.ID(vhost, "", "the queue", "queue", "the queue"), `(?s)default\s+exchange.*cannot\s+be\s+managed.*Manage\s+the\s+queue`),
		refused(kit.ID("", "the exchange", "the queue", "queue", "b"), `lacks\s+a\s+virtual\s+host\s+or\s+a\s+destination`),
		refused("x@"+vhost, `should have 5 parts and has 1`),
	)
}

func TestAccImportBlockOfBindingIsAnEmptyPlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, `{"type":"topic","durable":true}`, "exchanges", vhost, "the exchange")
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "the queue")
	b.API(t, http.MethodPost, `{"routing_key":"a.#"}`, "bindings", vhost, "e", "the exchange", "q", "the queue")
	providertest.Run(t, resource.TestStep{
		Config: acctest.Config(b, vhost, ends("topic", "")+block("b", `routing_key = "a.#"`)+
			fmt.Sprintf("import {\n to = %s\n id = %q\n}\n", address, kit.ID(vhost, "the exchange", "the queue", "queue", "a.#"))),
		ConfigPlanChecks: providertest.Plan(providertest.Does(address, plancheck.ResourceActionNoop)),
	})
}
