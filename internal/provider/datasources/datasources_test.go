package datasources_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func TestAccWhatTheBrokerHasIsRead(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":60000}`), "queues", vhost, "prices")
	b.API(t, http.MethodPut, `{"type":"topic","durable":true,"arguments":{"alternate-exchange":"amq.fanout"}}`, "exchanges", vhost, "in")
	b.API(t, http.MethodPut, `{"pattern":"^prices$","apply-to":"queues","priority":2,"definition":{"dead-letter-exchange":"late"}}`, "policies", vhost, "late")
	b.API(t, http.MethodPut, `{"pattern":"^p","apply-to":"queues","priority":1,"definition":{"message-ttl":1000}}`, "operator-policies", vhost, "cap")
	output := func(name string, want knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownOutputValue(name, want)
	}
	text := knownvalue.StringExact
	setting := func(value, from, policy string) knownvalue.Check {
		return knownvalue.ObjectExact(map[string]knownvalue.Check{"value": text(value), "from": text(from), "policy": text(policy)})
	}
	pt.Run(t,
		resource.TestStep{
			Config: acctest.Config(b, vhost, `
data "rabbitmq_queue" "prices" {
  name = "prices"
}
data "rabbitmq_exchange" "in" {
  name = "in"
}
data "rabbitmq_policies" "all" {}
data "rabbitmq_broker" "this" {}
data "rabbitmq_topology" "live" {}
output "queue" {
  value = "${data.rabbitmq_queue.prices.type} ${data.rabbitmq_queue.prices.arguments["x-message-ttl"]}"
}
output "exchange" {
  value = "${data.rabbitmq_exchange.in.type} ${data.rabbitmq_exchange.in.arguments["alternate-exchange"]}"
}
output "policies" {
  value = [for p in data.rabbitmq_policies.all.policies : "${p.name} ${p.operator} ${p.priority} ${jsonencode(jsondecode(p.definition_json))}"]
}
output "version" {
  value = data.rabbitmq_broker.this.version
}
output "plugins" {
  value = contains(data.rabbitmq_broker.this.plugins, "rabbitmq_management") && data.rabbitmq_broker.this.feature_flags["quorum_queue"]
}
output "findings" {
  value = [for f in data.rabbitmq_topology.live.findings : "${f.rule} ${f.object}" if f.rule == "dlx_missing"]
}
output "in_force" {
  # The broker counts messages some time later.
  value = { for k, v in one(data.rabbitmq_topology.live.queues) : k => v if k != "messages" }
}
output "mermaid" {
  value = data.rabbitmq_topology.live.mermaid
}
`),
			ConfigStateChecks: []statecheck.StateCheck{
				output("queue", text("quorum 60000")),
				output("exchange", text("topic amq.fanout")),
				output("policies", knownvalue.ListExact([]knownvalue.Check{text(`late false 2 {"dead-letter-exchange":"late"}`), text(`cap true 1 {"message-ttl":1000}`)})),
				output("version", text(b.Version(t).String())),
				output("plugins", knownvalue.Bool(true)),
				output("findings", knownvalue.ListExact([]knownvalue.Check{text("dlx_missing prices")})),
				output("in_force", knownvalue.ObjectPartial(map[string]knownvalue.Check{
					"name": text("prices"), "message_ttl": setting("1s", "operator policy", "cap"), "dead_letter_exchange": setting("late", "policy", "late"),
					"dead_letter_routing_key": knownvalue.Null(),
				})),
				output("mermaid", knownvalue.StringRegexp(regexp.MustCompile(`prices<br/>quorum · TTL 1s`))),
			},
		},
		resource.TestStep{
			PreConfig: func() {
				b.API(t, http.MethodDelete, "", "operator-policies", vhost, "cap")
				for _, ttl := range []string{"1000", "2000"} {
					b.API(t, http.MethodPut, `{"pattern":"^tied /$","apply-to":"queues","priority":1,"definition":{"message-ttl":`+ttl+`}}`, "policies", vhost, ttl)
				}
				b.API(t, http.MethodPut, acctest.Queue(`{}`), "queues", vhost, "tied /")
			},
			Config: acctest.Config(b, vhost, `
data "rabbitmq_topology" "live" {}
data "rabbitmq_queue" "tied" {
  name = "tied /"
}
output "ttls" {
  value = { for q in data.rabbitmq_topology.live.queues : q.name => "${q.message_ttl.value} ${q.message_ttl.from}" }
}
output "tied" {
  value = data.rabbitmq_queue.tied.durable
}
`),
			ConfigStateChecks: []statecheck.StateCheck{
				output("ttls", knownvalue.ObjectExact(map[string]knownvalue.Check{"prices": text("1m argument"), "tied /": text("unknown ")})),
				output("tied", knownvalue.Bool(true)),
			},
		},
		resource.TestStep{Config: acctest.Config(b, vhost, `data "rabbitmq_queue" "q" { name = "missing" }`), ExpectError: regexp.MustCompile(`queue "missing"`)},
		resource.TestStep{Config: acctest.Config(b, vhost, `data "rabbitmq_exchange" "x" { name = "missing" }`), ExpectError: regexp.MustCompile(`exchange "missing"`)},
		resource.TestStep{Config: acctest.Config(b, vhost, `data "rabbitmq_queue" "q" {
  name  = "prices"
  vhost = "missing"
}`), ExpectError: regexp.MustCompile(`vhost\s+"missing"\s+does\s+not\s+exist`)},
		resource.TestStep{Config: acctest.Config(b, vhost, `data "rabbitmq_topology" "t" { vhost = "missing" }`), ExpectError: regexp.MustCompile(`virtual\s+host\s+"missing"`)},
	)
}

// Nodes and feature flags are for users with more rights than the provider needs.
func TestAccABrokerIsReadWithFewRights(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	user := b.User(t, "management")
	b.Grant(t, vhost, user)
	few := *b
	few.Username = user
	few.Password = user
	pt.Run(t, resource.TestStep{
		Config: acctest.Config(&few, vhost, `
data "rabbitmq_broker" "this" {}
output "hidden" {
  value = [data.rabbitmq_broker.this.plugins == null, data.rabbitmq_broker.this.version]
}
`),
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("hidden", knownvalue.TupleExact([]knownvalue.Check{knownvalue.Bool(true), knownvalue.StringExact(b.Version(t).String())}))},
	})
}

// The function sees resources together, planned or not, alone or many.
func TestAccLintSeesWhatNoResourceAloneSees(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(ignore, call string) string {
		return acctest.Config(b, vhost, `
resource "rabbitmq_queue" "loop" {
  count          = 2
  name           = "loop.${count.index}"
  delivery_limit = -1
  message_ttl    = "1m"
  dead_letter    = { exchange = "", routing_key = "loop.${1 - count.index}" }
  lint_ignore    = [`+ignore+`]
}
output "found" {
  value = [for f in `+call+` : "${f.rule} ${f.object} ${f.vhost == null ? "" : f.severity}"]
}
`)
	}
	found := func(want ...string) []statecheck.StateCheck {
		checks := make([]knownvalue.Check, len(want))
		for i, w := range want {
			checks[i] = knownvalue.StringExact(w)
		}
		return []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("found", knownvalue.TupleExact(checks))}
	}
	resource.ParallelTest(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
		ProtoV6ProviderFactories: pt.Factories(),
		Steps: []resource.TestStep{
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint(rabbitmq_queue.loop)`), ConfigStateChecks: found()},
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint(rabbitmq_queue.loop...)`), ConfigStateChecks: found()},
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint([for q in rabbitmq_queue.loop : merge(q, { lint_ignore = [] })])`), ConfigStateChecks: found("dlx_cycle_drops loop.0 error")},
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint({ first = rabbitmq_queue.loop[0], more = [] })`), ConfigStateChecks: found()},
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint("text")`), ExpectError: regexp.MustCompile(`no\s+resource\s+of\s+this\s+provider`)},
			{Config: config(`"dlx_cycle_drops"`, `provider::rabbitmq::lint({ name = "q" })`), ExpectError: regexp.MustCompile(`no\s+resource\s+of\s+this\s+provider`)},
			{Config: acctest.Config(b, vhost, "")},
		},
	})
}

// What is not known in the plan may be found later: nothing found is no answer then.
func TestAccLintDoesNotAnswerForWhatIsNotKnown(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, `
resource "terraform_data" "name" {
  input = "late"
}
resource "rabbitmq_queue" "late" {
  name        = terraform_data.name.output
  type        = "classic"
  message_ttl = "1m"
}
resource "rabbitmq_queue" "soon" {
  name        = "soon"
  type        = "classic"
  message_ttl = "1m"
}
output "late" {
  value = [for f in provider::rabbitmq::lint(rabbitmq_queue.late) : f.object]
}
output "both" {
  value = length(provider::rabbitmq::lint(rabbitmq_queue.late, rabbitmq_queue.soon)) > 0
}
`)
	resource.ParallelTest(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
		ProtoV6ProviderFactories: pt.Factories(),
		Steps: []resource.TestStep{{
			Config: config,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownOutputValue("late"),
				plancheck.ExpectKnownOutputValue("both", knownvalue.Bool(true)),
			}},
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("late", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact("late")}))},
		}},
	})
}
