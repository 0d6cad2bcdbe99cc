package queuekit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// applyTo is what the own policy of a queue applies to on the broker of the test.
func applyTo(t *testing.T, b *acctest.BrokerInfo, of queueargs.Type) string {
	if !b.AtLeast(t, "3.12.0") {
		return "queues"
	}
	return string(of) + "_queues"
}

// ownPolicy is a queue's own policy as the attribute `policy` shows it.
func ownPolicy(t *testing.T, b *acctest.BrokerInfo, queue string, of queueargs.Type, priority, definition string) string {
	text := func(s string) string {
		quoted, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(quoted)
	}
	return fmt.Sprintf(`{"name":%s,"pattern":%s,"apply_to":%q,"priority":%s,"definition":%s}`, text(queuekit.PolicyName(queue)), text(topology.PatternOf(queue)),
		applyTo(t, b, of), priority, definition)
}

// policyInForce is what the broker has in force on a queue, once its statistics say so.
func policyInForce(t *testing.T, b *acctest.BrokerInfo, vhost, queue string) string {
	t.Helper()
	var q struct {
		Policy *string `json:"policy"`
	}
	acctest.Eventually(t, "a policy is in force on "+queue, func() bool {
		if err := json.Unmarshal(b.API(t, http.MethodGet, "", "queues", vhost, queue), &q); err != nil {
			t.Fatal(err)
		}
		return q.Policy != nil && *q.Policy != ""
	})
	return *q.Policy
}

// inPolicy is a configuration of an expiring queue q whose settings are kept in a policy.
func inPolicy(b *acctest.BrokerInfo, vhost string, of queueargs.Type, body string) string {
	return acctest.ConfigWith(b, vhost, lintOff(), fmt.Sprintf("resource \"rabbitmq_expiring_queue\" \"q\" {\n  name = \"q\"\n  type = %q\n  settings_in = \"policy\"\n  %s\n}\n", of, body))
}

func TestAccSettingsInAPolicyChangeInPlace(t *testing.T) {
	b := acctest.Broker(t)
	const address = "rabbitmq_expiring_queue.q"
	for _, of := range []queueargs.Type{queueargs.Quorum, queueargs.Classic} {
		t.Run(string(of), func(t *testing.T) {
			vhost := b.Vhost(t)
			b.Exchange(t, vhost, "dlx", "fanout")
			b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "dead")
			b.Bind(t, vhost, "dlx", "", "dead")
			arguments := fmt.Sprintf(`{"x-queue-type":%q}`, of)
			step := func(before func(), body string, want plancheck.ResourceActionType, priority, definition string) resource.TestStep {
				policy := ownPolicy(t, b, "q", of, priority, definition)
				return resource.TestStep{
					PreConfig: before, Config: inPolicy(b, vhost, of, body),
					ConfigPlanChecks:  pt.Plan(pt.Does(address, want), pt.Shows(address, "arguments", arguments), pt.Shows(address, "policy", policy)),
					ConfigStateChecks: pt.State(pt.Has(address, "policy", policy)),
				}
			}
			const long = "message_ttl = \"1h\"\n dead_letter = { exchange = \"dlx\" }"
			const short = "message_ttl = \"200ms\"\n dead_letter = { exchange = \"dlx\" }\n policy_priority = 2"
			imported := resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true}
			unlimited := `{"message-ttl":200}`
			pt.Run(t,
				step(nil, long, plancheck.ResourceActionCreate, "0", `{"message-ttl":3600000,"dead-letter-exchange":"dlx"}`),
				imported,
				step(func() {
					b.HasArguments(t, "queues", vhost, "q", arguments)
					b.Publish(t, vhost, "q", "early")
				}, short, plancheck.ResourceActionUpdate, "2", `{"message-ttl":200,"dead-letter-exchange":"dlx"}`),
				imported,
				step(func() {
					// What was there keeps its expiry, and what comes behind it waits until it is taken.
					b.Publish(t, vhost, "q", "late")
					time.Sleep(time.Second)
					b.Counted(t, vhost, "q", 2)
					b.API(t, http.MethodPost, `{"count":1,"ackmode":"ack_requeue_false","encoding":"auto"}`, "queues", vhost, "q", "get")
					b.Counted(t, vhost, "dead", 1)
				}, "message_ttl = \"200ms\"\n on_expiry = \"discard\"", plancheck.ResourceActionUpdate, "0", unlimited),
				resource.TestStep{PreConfig: func() {
					b.Publish(t, vhost, "q", "discarded")
					b.Counted(t, vhost, "q", 0)
					b.Counted(t, vhost, "dead", 1)
				}, Config: inPolicy(b, vhost, of, "message_ttl = \"200ms\"\n on_expiry = \"discard\""), PlanOnly: true},
			)
			for kind, name := range map[string]string{"queues": "q", "policies": queuekit.PolicyName("q")} {
				if b.Exists(t, kind, vhost, name) {
					t.Errorf("%s %q is still there", kind, name)
				}
			}
		})
	}
}

// The pattern of its own policy matches a queue and no other, whatever the characters of its name.
func TestAccPoliciesOfOddNames(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	names := append(acctest.OddNames(), "a.b", "a|b", "^a$", "(a)", "[a]", "a*", "a{1}", `\Qa\E`, `a\z`, "(?i)a")
	var config strings.Builder
	var queues []string
	for i, name := range names {
		fmt.Fprintf(&config, "resource \"rabbitmq_queue\" \"q%d\" {\n  name = %s\n  type = \"classic\"\n  settings_in = \"policy\"\n  policy_priority = %d\n  max_length = 5\n}\n", i, acctest.HCL(name), i+1)
		queues = append(queues, fmt.Sprintf("rabbitmq_queue.q%d", i))
	}
	check := func() {
		for i, name := range names {
			if got := policyInForce(t, b, vhost, name); got != queuekit.PolicyName(name) {
				t.Errorf("%q is under policy %q", name, got)
			}
			// What comes after the name, in front of it or in another case is another name.
			for _, other := range []string{name + "x", "x" + name, strings.ToUpper(name) + "X"} {
				if regexp.MustCompile(topology.PatternOf(names[i])).MatchString(other) {
					t.Errorf("%q matches %q", name, other)
				}
			}
		}
	}
	whole := acctest.ConfigWith(b, vhost, lintOff(), config.String())
	pt.Run(t,
		resource.TestStep{Config: whole},
		resource.TestStep{PreConfig: check, Config: whole, PlanOnly: true},
		resource.TestStep{ResourceName: queues[0], ImportState: true, ImportStateId: kit.ID(vhost, names[0]), ImportStateVerify: true},
	)
}

// A priority of 0 is the same, written down or not, however the queue came into the state.
func TestAccPolicyPriorityIsZeroIfUnset(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const hour = "message_ttl = \"1h\"\n dead_letter = { exchange = \"amq.fanout\" }"
	unset, zero, five := inPolicy(b, vhost, queueargs.Classic, hour), inPolicy(b, vhost, queueargs.Classic, hour+"\n policy_priority = 0"), inPolicy(b, vhost, queueargs.Classic, hour+"\n policy_priority = 5")
	imported := resource.TestStep{ResourceName: ownQueue, ImportState: true, ImportStateVerify: true}
	const inArguments = "resource \"rabbitmq_queue\" \"a\" {\n  name = \"a\"\n  type = \"classic\"\n}\n"
	pt.Run(t,
		resource.TestStep{Config: unset, ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy_priority", "0"))},
		imported,
		resource.TestStep{Config: zero, PlanOnly: true},
		resource.TestStep{Config: five, ConfigPlanChecks: pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionUpdate))},
		imported,
		resource.TestStep{Config: unset, ConfigPlanChecks: pt.Plan(pt.Does(ownQueue, plancheck.ResourceActionUpdate)), ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy.priority", "0"))},
		resource.TestStep{
			Config:            strings.Replace(unset, `settings_in = "policy"`, `settings_in = "arguments"`, 1),
			ConfigStateChecks: pt.State(pt.Has(ownQueue, "policy_priority", "null")),
		},
		resource.TestStep{Config: unset + inArguments, ConfigStateChecks: pt.State(pt.Has("rabbitmq_queue.a", "policy_priority", "null"))},
	)
}
