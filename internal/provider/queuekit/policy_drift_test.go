package queuekit_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

const ownQueue = "rabbitmq_expiring_queue.q"

// Whatever is gone of a queue and its own policy is made again in place, and what others have made of the policy is taken back.
func TestAccOwnPolicyIsRepairedInPlace(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	own := queuekit.PolicyName("q")
	put := func(pattern, definition string) func() {
		return func() {
			b.API(t, http.MethodPut, fmt.Sprintf(`{"pattern":%s,"apply-to":"queues","priority":0,"definition":%s}`, acctest.HCL(pattern), definition), "policies", vhost, own)
		}
	}
	repaired := func(disturb func(), body, definition string) resource.TestStep {
		return resource.TestStep{
			PreConfig: disturb, Config: inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n"+body),
			ConfigPlanChecks:  pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy.definition", definition), pt.Has(ownQueue, "arguments", `{"x-queue-type":"classic"}`)),
		}
	}
	const hour = `message_ttl = "1h"`
	created := repaired(nil, hour, `{"message-ttl":3600000}`)
	created.ConfigPlanChecks = pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionCreate))
	pt.Run(t,
		created,
		repaired(func() { b.API(t, http.MethodDelete, "", "policies", vhost, own) }, hour, `{"message-ttl":3600000}`),
		repaired(func() { b.API(t, http.MethodDelete, "", "queues", vhost, "q") }, hour, `{"message-ttl":3600000}`),
		// It is made with what is wanted by then.
		repaired(func() { b.API(t, http.MethodDelete, "", "queues", vhost, "q") }, `message_ttl = "2h"`, `{"message-ttl":7200000}`),
		repaired(put(topology.PatternOf("q"), `{"message-ttl":1}`), hour, `{"message-ttl":3600000}`),
		repaired(put(topology.PatternOf("q"), `{"message-ttl":3600000,"queue-mode":"lazy"}`), hour, `{"message-ttl":3600000}`),
		repaired(put("^r$", `{"message-ttl":3600000}`), hour, `{"message-ttl":3600000}`),
		// What was declared otherwise since is another queue.
		resource.TestStep{
			PreConfig: func() { b.Redeclare(t, vhost, "q", acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":60000}`)) },
			Config:    inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n"+hour), ConfigPlanChecks: pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionReplace)),
		},
		// A tainted one goes with its policy and comes with it, and so does one that gets another name.
		resource.TestStep{
			Taint: []string{ownQueue}, Config: inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n"+hour),
			ConfigPlanChecks: pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionReplace)),
		},
		resource.TestStep{
			Config: strings.Replace(inPolicy(b, vhost, queueargs.Quorum, "on_expiry = \"discard\"\n"+hour), `name = "q"`, `name = "r"`, 1),
			Check: func(*terraform.State) error {
				if b.Exists(t, "policies", vhost, own) || !b.Exists(t, "policies", vhost, queuekit.PolicyName("r")) {
					return errors.New("the policy has not followed the queue")
				}
				return nil
			},
		},
		resource.TestStep{
			PreConfig: func() { b.API(t, http.MethodDelete, "", "queues", vhost, "r") },
			Config:    inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n"+hour),
			Check: func(*terraform.State) error {
				if b.Exists(t, "policies", vhost, queuekit.PolicyName("r")) {
					return errors.New("the policy of a queue that is gone and renamed is left")
				}
				return nil
			},
		},
		resource.TestStep{PreConfig: func() {
			b.HasArguments(t, "queues", vhost, "q", `{"x-queue-type":"classic"}`)
			b.API(t, http.MethodDelete, "", "queues", vhost, "q")
		}, Config: inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n"+hour), Destroy: true},
	)
	if b.Exists(t, "policies", vhost, own) {
		t.Error("the policy of a queue that was gone outlives the resource")
	}
}

// A policy of others is left alone, and one that an apply has left which was interrupted is taken over.
func TestAccPolicyThatExistsBecomesAQueuesOwnOnlyIfEqual(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	own := queuekit.PolicyName("q")
	config := inPolicy(b, vhost, queueargs.Classic, "on_expiry = \"discard\"\n message_ttl = \"1h\"")
	putFor := func(pattern, definition string) {
		b.API(t, http.MethodPut, fmt.Sprintf(`{"pattern":%s,"apply-to":"queues","priority":0,"definition":%s}`, acctest.HCL(pattern), definition), "policies", vhost, own)
	}
	put := func(definition string) func() { return func() { putFor(topology.PatternOf("q"), definition) } }
	queue := func(arguments string) { b.API(t, http.MethodPut, acctest.Queue(arguments), "queues", vhost, "q") }
	exists := func(before func(), why string) resource.TestStep {
		return resource.TestStep{PreConfig: before, Config: config, ExpectError: regexp.MustCompile(`(?s)Policy "queue-settings q" exists already.*` + why + `.*terraform\s+import`)}
	}
	pt.Run(t,
		exists(put(`{"message-ttl":3600000,"alternate-exchange":"all"}`), `its\s+alternate-exchange\s+is\s+"all"`),
		exists(func() { putFor("^q", `{"message-ttl":1}`) }, `its\s+pattern\s+is\s+"\^q"`),
		exists(func() { put(`{"message-ttl":1}`)(); queue(`{"x-queue-type":"classic"}`) }, `its\s+message-ttl\s+is\s+1,\s+wanted\s+is\s+3600000`),
		// One for all types of queues is as good: so an older broker has it.
		resource.TestStep{PreConfig: func() {
			b.API(t, http.MethodDelete, "", "queues", vhost, "q")
			put(`{"message-ttl":3600000}`)()
		}, Config: config, ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy.apply_to", `"queues"`))},
		resource.TestStep{Config: config, PlanOnly: true},
		resource.TestStep{Config: config, Destroy: true},
		// What an apply has left that was interrupted before it made the queue does nothing, and may be of other settings by now.
		resource.TestStep{PreConfig: put(`{"message-ttl":1,"max-length":5}`), Config: config, ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy", ownPolicy(t, b, "q", queueargs.Classic, "0", `{"message-ttl":3600000}`)))},
		resource.TestStep{Config: config, PlanOnly: true},
	)
}

// A queue that cannot be made leaves no policy behind, and a policy that cannot be deleted is deleted by the next apply.
func TestAccOwnPolicyGoesWithItsQueue(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	proxy := acctest.NewFaultProxy(t, b.Endpoint)
	through := *b
	through.Endpoint = proxy.URL()
	config := inPolicy(&through, vhost, queueargs.Classic, "on_expiry = \"discard\"\n message_ttl = \"1h\"")
	refused := acctest.Answer(http.StatusBadRequest, "application/json", `{"error":"bad_request","reason":"not now"}`)
	on := func(method, kind string) {
		proxy.On(func(r *http.Request) bool {
			return r.Method == method && strings.HasPrefix(r.URL.Path, "/api/"+kind+"/")
		}, 1, refused)
	}
	pt.Run(t,
		resource.TestStep{PreConfig: func() { on(http.MethodPut, "queues") }, Config: config, ExpectError: regexp.MustCompile(`not now`)},
		resource.TestStep{PreConfig: func() {
			if b.Exists(t, "policies", vhost, queuekit.PolicyName("q")) {
				t.Error("the policy of a queue that could not be made is left")
			}
		}, Config: config},
		// Who keeps a queue keeps its settings.
		resource.TestStep{Config: strings.Replace(config, "on_expiry", "deletion_policy = \"retain\"\n on_expiry", 1)},
		resource.TestStep{Config: strings.Replace(config, "on_expiry", "deletion_policy = \"retain\"\n on_expiry", 1), Destroy: true},
		resource.TestStep{PreConfig: func() {
			if !b.Exists(t, "queues", vhost, "q") || !b.Exists(t, "policies", vhost, queuekit.PolicyName("q")) {
				t.Error("the queue or its policy is gone")
			}
		}, Config: config},
		resource.TestStep{PreConfig: func() { on(http.MethodDelete, "policies") }, Config: config, Destroy: true, ExpectError: regexp.MustCompile(`not now`)},
		resource.TestStep{Config: config, Destroy: true},
	)
	if b.Exists(t, "policies", vhost, queuekit.PolicyName("q")) {
		t.Error("the policy is left")
	}
}

// What is known in the apply only is put into the policy then.
func TestAccOwnPolicyOfValuesThatAreNotKnownYet(t *testing.T) {
	b := acctest.Broker(t)
	later := "resource \"terraform_data\" \"later\" {\n  input = { in = \"policy\", name = \"q\", ttl = \"1h\", exchange = \"amq.fanout\", priority = 3 }\n}\n"
	queue := func(vhost, in, name, ttl, exchange, priority string) string {
		return acctest.ConfigWith(b, vhost, lintOff(), later+fmt.Sprintf("resource \"rabbitmq_expiring_queue\" \"q\" {\n  settings_in = %s\n  name = %s\n  message_ttl = %s\n"+
			"  dead_letter = { exchange = %s }\n  policy_priority = %s\n}\n", in, name, ttl, exchange, priority))
	}
	const out = "terraform_data.later.output"
	for unknown, values := range map[string][5]string{
		"place": {out + ".in", `"q"`, `"1h"`, `"amq.fanout"`, "3"}, "name": {`"policy"`, out + ".name", `"1h"`, `"amq.fanout"`, "3"},
		"one setting":               {`"policy"`, `"q"`, out + ".ttl", `"amq.fanout"`, "3"},
		"all settings and priority": {`"policy"`, `"q"`, out + ".ttl", out + ".exchange", out + ".priority"},
	} {
		t.Run(unknown, func(t *testing.T) {
			vhost := b.Vhost(t)
			pt.Run(t,
				resource.TestStep{Config: queue(vhost, values[0], values[1], values[2], values[3], values[4])},
				resource.TestStep{Config: queue(vhost, `"policy"`, `"q"`, `"1h"`, `"amq.fanout"`, "3"), PlanOnly: true},
			)
		})
	}
}
