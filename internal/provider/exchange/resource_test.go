package exchange_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const address = "rabbitmq_exchange.x"

func block(body string) string {
	return fmt.Sprintf("resource \"rabbitmq_exchange\" \"x\" {\n  name = \"x\"\n  %s\n}\n", body)
}

func action(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return providertest.Plan(plancheck.ExpectResourceAction(address, action))
}

func TestAccExchangeHasDefaults(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	var checks []statecheck.StateCheck
	for name, want := range map[string]knownvalue.Check{
		"id": knownvalue.StringExact(kit.ID(vhost, "x")), "vhost": knownvalue.StringExact(vhost), "name": knownvalue.StringExact("x"),
		"type": knownvalue.StringExact("direct"), "durable": knownvalue.Bool(true), "auto_delete": knownvalue.Bool(false),
		"internal": knownvalue.Bool(false), "alternate_exchange": knownvalue.Null(), "delayed_type": knownvalue.Null(), "extra_arguments": knownvalue.Null(),
	} {
		checks = append(checks, statecheck.ExpectKnownValue(address, tfjsonpath.New(name), want))
	}
	providertest.Run(t, resource.TestStep{Config: acctest.Config(b, vhost, block("")), ConfigStateChecks: checks})
}

// Each setting is sent, its drift is seen and repaired, and a change of it makes a new exchange.
func TestAccExchangeSettings(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	for _, c := range []struct{ attribute, config, drifted string }{
		{"type", `type = "fanout"`, `{"type":"topic","durable":true}`},
		{"type", `type = "topic"`, `{"type":"headers","durable":true}`},
		{"type", `type = "headers"`, `{"type":"direct","durable":true}`},
		{"type", `type = "x-consistent-hash"`, `{"type":"direct","durable":true}`},
		{"durable", `durable = false`, `{"type":"direct","durable":true}`},
		{"durable", ``, `{"type":"direct","durable":false}`},
		{"auto_delete", `auto_delete = true`, `{"type":"direct","durable":true}`},
		{"internal", `internal = true`, `{"type":"direct","durable":true}`},
		{"alternate_exchange", `alternate_exchange = "amq.fanout"`, `{"type":"direct","durable":true,"arguments":{"alternate-exchange":"amq.topic"}}`},
		{"alternate_exchange", `alternate_exchange = "amq.fanout"`, `{"type":"direct","durable":true}`},
		{"alternate_exchange", ``, `{"type":"direct","durable":true,"arguments":{"alternate-exchange":"amq.topic"}}`},
		// Every broker takes the argument with every type, so that it can be seen without the plugin that uses it.
		{"delayed_type", "delayed_type = \"topic\"\n lint_ignore = [\"exchange_argument_invalid\"]", `{"type":"direct","durable":true,"arguments":{"x-delayed-type":"direct"}}`},
		{"extra_arguments", "type = \"x-consistent-hash\"\n extra_arguments = { \"hash-header\" = \"customer\" }",
			`{"type":"x-consistent-hash","durable":true,"arguments":{"hash-header":"tenant"}}`},
		{"extra_arguments", `extra_arguments = { "x-large" = 9007199254740993, "x-yes" = true, "x-text" = "1" }`,
			`{"type":"direct","durable":true,"arguments":{"x-large":9007199254740992,"x-yes":true,"x-text":"1"}}`},
		{"extra_arguments", ``, `{"type":"direct","durable":true,"arguments":{"x-unknown":1}}`},
	} {
		t.Run(c.attribute+" "+c.config, func(t *testing.T) {
			vhost := b.Vhost(t)
			config := acctest.Config(b, vhost, block(c.config))
			providertest.Run(t,
				resource.TestStep{Config: config, ConfigPlanChecks: action(plancheck.ResourceActionCreate)},
				resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: kit.ID(vhost, "x"), ImportStateVerify: true, ImportStateVerifyIgnore: []string{"lint_ignore"}},
				resource.TestStep{
					PreConfig: func() {
						b.API(t, http.MethodDelete, "", "exchanges", vhost, "x")
						b.API(t, http.MethodPut, c.drifted, "exchanges", vhost, "x")
					},
					Config: config, ConfigPlanChecks: providertest.Plan(providertest.ReplacedBy(address, c.attribute)),
				},
			)
		})
	}
}

func TestAccExchangeIsUpdatedInPlaceByItsOwnSettingsOnly(t *testing.T) {
	b := acctest.Broker(t)
	vhost, other := b.Vhost(t), b.Vhost(t)
	step := func(body string, want plancheck.ResourceActionType) resource.TestStep {
		return resource.TestStep{Config: acctest.Config(b, vhost, block(body)), ConfigPlanChecks: action(want)}
	}
	providertest.Run(t,
		step(``, plancheck.ResourceActionCreate),
		step(`extra_arguments = {}`, plancheck.ResourceActionUpdate),
		step(`lint_ignore = ["dlx_missing"]`, plancheck.ResourceActionUpdate),
		step(`timeouts = { read = "1m" }`, plancheck.ResourceActionUpdate),
		step(`type = "topic"`, plancheck.ResourceActionReplace),
		resource.TestStep{Config: acctest.Config(b, other, block(`type = "topic"`)), ConfigPlanChecks: providertest.Plan(providertest.ReplacedBy(address, "vhost"))},
		resource.TestStep{
			Config:           acctest.Config(b, other, strings.Replace(block(`type = "topic"`), `"x"`+"\n", `"y"`+"\n", 1)),
			ConfigPlanChecks: providertest.Plan(providertest.ReplacedBy(address, "name")),
		},
	)
	if b.Exists(t, "exchanges", vhost, "x") || b.Exists(t, "exchanges", other, "x") {
		t.Error("an exchange that was replaced is still there")
	}
}

func TestAccExchangeDeletedOutsideIsPlannedAgain(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := resource.TestStep{Config: acctest.Config(b, vhost, block("")), ConfigPlanChecks: action(plancheck.ResourceActionCreate)}
	lost, vhostLost := config, config
	lost.PreConfig = func() { b.API(t, http.MethodDelete, "", "exchanges", vhost, "x") }
	vhostLost.PreConfig = func() {
		b.API(t, http.MethodDelete, "", "vhosts", vhost)
		b.API(t, http.MethodPut, "", "vhosts", vhost)
		b.Grant(t, vhost, b.Username)
	}
	providertest.Run(t, config, lost, vhostLost)
}

func TestAccExchangeThatExistsIsAdoptedOnlyIfEqual(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, `{"type":"topic","durable":true,"arguments":{"x-unknown":1}}`, "exchanges", vhost, "x")
	differs := func(body, message string) resource.TestStep {
		return resource.TestStep{
			Config: acctest.Config(b, vhost, block(body)), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)"x" exists already.*` + message + `.*terraform import\s+rabbitmq_exchange\.<name>\s+'` + kit.ID(vhost, "x") + `'`),
		}
	}
	providertest.Run(t,
		differs(`extra_arguments = { "x-unknown" = 1 }`, `its\s+type\s+is\s+topic,\s+wanted\s+is\s+direct`),
		differs(`type = "topic"`, `x-unknown\s+is\s+1,\s+wanted\s+is\s+not\s+set`), // the broker itself does not compare these
		resource.TestStep{
			Config:           acctest.Config(b, vhost, block("type = \"topic\"\n extra_arguments = { \"x-unknown\" = 1 }")),
			ConfigPlanChecks: action(plancheck.ResourceActionCreate),
		},
	)
}

func TestAccExchangeRefusesASecondSpelling(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	refused := func(extra, message string) resource.TestStep {
		return resource.TestStep{Config: acctest.Config(b, vhost, block("extra_arguments = "+extra)), PlanOnly: true, ExpectError: regexp.MustCompile(message)}
	}
	providertest.Run(t,
		refused(`{ "alternate-exchange" = "amq.fanout" }`, `write\s+the\s+attribute\s+alternate_exchange`),
		refused(`{ "x-delayed-type" = "direct" }`, `write\s+the\s+attribute\s+delayed_type`),
		refused(`"text"`, `write\s+an\s+object`),
		refused(`{ "x-list" = [null] }`, `null`),
	)
}

func TestAccExchangeOfOddName(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t) + ` / %2F+~#"'ü\` // without @, at which the older form of an id is split
	b.CreateVhost(t, vhost)
	config := func(more string) string {
		var body strings.Builder
		for i, name := range acctest.OddNames() {
			fmt.Fprintf(&body, "resource \"rabbitmq_exchange\" \"x%d\" {\n  name = %s\n  %s\n}\n", i, acctest.HCL(name), more)
		}
		return acctest.Config(b, vhost, body.String())
	}
	steps := []resource.TestStep{{Config: config("")}, {Config: config(`lint_ignore = ["dlx_missing"]`)}}
	for i, name := range acctest.OddNames() {
		steps = append(steps, resource.TestStep{
			PreConfig: func() {
				if !b.Exists(t, "exchanges", vhost, name) {
					t.Errorf("the broker has no exchange %q", name)
				}
			},
			ResourceName: fmt.Sprintf("rabbitmq_exchange.x%d", i), ImportState: true, ImportStateId: name + "@" + vhost,
			ImportStateVerify: true, ImportStateVerifyIgnore: []string{"lint_ignore"},
		})
		if i%3 > 0 { // the other form of the id
			steps[len(steps)-1].ImportStateId = kit.ID(vhost, name)
		}
	}
	providertest.Run(t, steps...)
}

func TestAccExchangeOfTheBrokerIsNotImported(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	var steps []resource.TestStep
	for _, name := range []string{"amq.direct", "amq.default"} {
		steps = append(steps, resource.TestStep{
			Config: acctest.Config(b, vhost, block("")), ResourceName: address, ImportState: true, ImportStateId: kit.ID(vhost, name),
			ExpectError: regexp.MustCompile(`(?s)"` + name + `"\s+is\s+the\s+broker's\s+own`),
		})
	}
	providertest.Run(t, steps...)
}

func TestAccMissingExchangeIsNotImported(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	providertest.Run(t, resource.TestStep{
		Config: acctest.Config(b, vhost, block("")), ResourceName: address, ImportState: true, ImportStateId: "y@" + vhost,
		ExpectError: regexp.MustCompile(`Cannot import non-existent remote object`),
	})
}
