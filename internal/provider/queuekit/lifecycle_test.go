package queuekit_test

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
)

// each runs a test for every kind of queue resource, each in a virtual host of its own.
func each(t *testing.T, test func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string)) {
	b := acctest.Broker(t)
	t.Parallel()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { test(t, b, k, b.Vhost(t)) })
	}
}

func TestAccQueueHasDefaults(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		value := func(name string, check knownvalue.Check) statecheck.StateCheck {
			return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), check)
		}
		run(t, resource.TestStep{
			Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "")),
			ConfigPlanChecks: before(
				plancheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.StringExact(kit.ID(vhost, "q"))),
				showsArguments(address, k.arguments("quorum", nil)),
			),
			ConfigStateChecks: []statecheck.StateCheck{
				value("id", knownvalue.StringExact(kit.ID(vhost, "q"))), value("vhost", knownvalue.StringExact(vhost)),
				value("name", knownvalue.StringExact("q")), value("type", knownvalue.StringExact("quorum")),
				value("durable", knownvalue.Bool(true)), value("auto_delete", knownvalue.Bool(false)),
				value("deletion_policy", knownvalue.StringExact("if_empty")), value("extra_arguments", knownvalue.Null()),
			},
		})
	})
}

// Settings of the provider, and a duration written in another way, change nothing on the broker: it is asked only to read.
func TestAccQueueIsUpdatedInPlaceWithoutWriting(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		proxy := acctest.NewFaultProxy(t, b.Endpoint)
		through := *b
		through.Endpoint = proxy.URL()
		address, written := k.typeName+".q", 0
		writes := func() (n int) {
			for _, request := range proxy.Log() {
				if !strings.HasPrefix(request, http.MethodGet) {
					n++
				}
			}
			return n
		}
		config := func(body string) string { return acctest.ConfigWith(&through, vhost, lintOff(), k.block("q", body)) }
		quiet := func(body string, want plancheck.ResourceActionType) resource.TestStep {
			return resource.TestStep{
				PreConfig: func() { written = writes() }, Config: config(body), ConfigPlanChecks: before(action(address, want)),
			}
		}
		unwritten := func() {
			if n := writes(); n != written {
				t.Errorf("%d requests changed something", n-written)
			}
		}
		run(t,
			resource.TestStep{Config: config(`expires = "3600000ms"`)},
			quiet(`expires = "60m"`, plancheck.ResourceActionNoop),
			quiet("expires = \"1h\"\n deletion_policy = \"force\"", plancheck.ResourceActionUpdate),
			quiet("expires = \"1h\"\n deletion_policy = \"retain\"", plancheck.ResourceActionUpdate),
			quiet("expires = \"60m\"\n lint_ignore = [\"ttl_without_dlx\"]", plancheck.ResourceActionUpdate),
			quiet("expires = \"60m\"\n timeouts = { create = \"1m\", delete = \"2m\" }", plancheck.ResourceActionUpdate),
			resource.TestStep{PreConfig: unwritten, Config: config(`expires = "1h"`)},
		)
	})
}

func TestAccQueueIsReplacedIfItCannotBeChanged(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		other := b.Vhost(t)
		step := func(attribute, body string) resource.TestStep {
			return resource.TestStep{
				Config:           acctest.ConfigWith(b, vhost, lintOff(), k.block("q", body)),
				ConfigPlanChecks: before(replaces(address, attribute)),
			}
		}
		transient := step("durable", "type = \"classic\"\n durable = false")
		if !b.TakesTransientQueues(t) {
			transient = step("auto_delete", `type = "classic"`)
		}
		run(t,
			resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", ""))},
			step("type", `type = "classic"`),
			step("auto_delete", "type = \"classic\"\n auto_delete = true"),
			transient,
			step("extra_arguments", "type = \"classic\"\n extra_arguments = { \"x-unknown\" = 1 }"),
			step("max_length", `max_length = 10`),
			step("dead_letter.exchange", `dead_letter = { exchange = "amq.fanout" }`),
			step("vhost", fmt.Sprintf("vhost = %q\n dead_letter = { exchange = \"amq.fanout\" }", other)),
			resource.TestStep{
				Config: acctest.ConfigWith(b, vhost, lintOff(), strings.Replace(k.block("q", "dead_letter = { exchange = \"amq.fanout\" }"), `name = "q"`, `name = "renamed"`, 1)),
				ConfigPlanChecks: before(replaces(address, "name"), replaces(address, "vhost"),
					plancheck.ExpectKnownValue(address, tfjsonpath.New("id"), knownvalue.StringExact(kit.ID(vhost, "renamed")))),
			},
		)
		if b.Exists(t, "queues", other, "q") || b.Exists(t, "queues", vhost, "q") {
			t.Error("a queue that was replaced is still there")
		}
	})
}

// An object belongs into the virtual host that the provider block names, as long as it names none itself.
func TestAccQueueFollowsTheVirtualHostOfTheProvider(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		other := b.Vhost(t)
		body := k.block("q", "")
		run(t,
			resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), body)},
			resource.TestStep{Config: acctest.ConfigWith(b, other, lintOff(), body), ConfigPlanChecks: before(replaces(k.typeName+".q", "vhost"))},
		)
	})
}

func TestAccQueueDeletedOutsideIsPlannedAgain(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		config := resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "")), ConfigPlanChecks: before(action(k.typeName+".q", plancheck.ResourceActionCreate))}
		queueLost, vhostLost := config, config
		queueLost.PreConfig = func() { b.API(t, http.MethodDelete, "", "queues", vhost, "q") }
		vhostLost.PreConfig = func() { b.API(t, http.MethodDelete, "", "vhosts", vhost) }
		vhostLost.ConfigPlanChecks, vhostLost.PlanOnly, vhostLost.ExpectNonEmptyPlan = resource.ConfigPlanChecks{}, true, true
		restored := config
		restored.PreConfig = func() {
			b.API(t, http.MethodPut, "", "vhosts", vhost)
			b.Grant(t, vhost, b.Username)
		}
		run(t, config, queueLost, vhostLost, restored)
	})
}

func TestAccQueueFlagsAndTypeDriftBack(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		drift := func(attribute, body string) resource.TestStep {
			return resource.TestStep{
				PreConfig:        func() { b.Redeclare(t, vhost, "q", body) },
				Config:           acctest.ConfigWith(b, vhost, lintOff(), k.block("q", `type = "classic"`)),
				ConfigPlanChecks: before(replaces(address, attribute)),
			}
		}
		args := k.arguments("classic", nil)
		transient := drift("auto_delete", `{"durable":true,"auto_delete":true,"arguments":`+args+`}`)
		if b.TakesTransientQueues(t) {
			transient = drift("durable", `{"durable":false,"arguments":`+args+`}`)
		}
		run(t,
			resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", `type = "classic"`))},
			transient,
			drift("auto_delete", `{"durable":true,"auto_delete":true,"arguments":`+args+`}`),
			drift("type", acctest.Queue(k.arguments("quorum", nil))),
			drift("extra_arguments", acctest.Queue(k.arguments("classic", map[string]string{"x-unknown": "1"}))),
			// Of another JSON type than the attribute, as brokers take it for some arguments.
			drift("arguments", acctest.Queue(k.arguments("classic", map[string]string{"x-max-length": "18446744073709551616"}))),
			// Ignored by a classic queue up to 4.2, and of no type that an expiring queue can have.
			drift("arguments", acctest.Queue(k.arguments("classic", map[string]string{filterSize(t, b): "20"}))),
		)
	})
}

// filterSize is an argument of streams that classic queues ignore, or on brokers where they refuse it one that nobody knows.
func filterSize(t *testing.T, b *acctest.BrokerInfo) string {
	if b.AtLeast(t, "4.2.7") {
		return "x-stream-filter"
	}
	return "x-stream-filter-size-bytes"
}

func TestAccQueueThatExistsIsAdoptedOnlyIfEqual(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		address := k.typeName + ".q"
		b.API(t, http.MethodPut, acctest.Queue(k.arguments("classic", map[string]string{"x-max-length": "5"})), "queues", vhost, "q")
		b.Publish(t, vhost, "q", "kept")
		run(t,
			resource.TestStep{
				Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "type = \"classic\"\n max_length = 6")),
				ExpectError: regexp.MustCompile(`(?s)"q" exists already.*x-max-length is 5, wanted is\s+6.*terraform import\s+` +
					k.typeName + `\.<name>\s+'` + regexp.QuoteMeta(kit.ID(vhost, "q"))),
				PlanOnly: true,
			},
			resource.TestStep{
				Config:           acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "type = \"classic\"\n max_length = 5\n deletion_policy = \"force\"")),
				ConfigPlanChecks: before(action(address, plancheck.ResourceActionCreate)),
			},
		)
	})
}

// An application that declares its queue without a type gets a classic one; brokers from 4.0 on write the type down, older ones do not.
func TestAccQueueOfAnApplicationIsAdoptedAndImported(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		untyped := strings.Replace(k.arguments("classic", nil), `"x-queue-type":"classic"`, "", 1)
		untyped = acctest.Queue(strings.Replace(untyped, ",}", "}", 1))
		b.API(t, http.MethodPut, untyped, "queues", vhost, "adopted")
		b.API(t, http.MethodPut, untyped, "queues", vhost, "imported")
		config := acctest.ConfigWith(b, vhost, lintOff(), k.block("adopted", `type = "classic"`)+k.block("imported", `type = "classic"`)+
			fmt.Sprintf("import {\n to = %s.imported\n id = %q\n}\n", k.typeName, kit.ID(vhost, "imported")))
		run(t, resource.TestStep{
			Config: config,
			ConfigPlanChecks: before(
				action(k.typeName+".adopted", plancheck.ResourceActionCreate), action(k.typeName+".imported", plancheck.ResourceActionNoop)),
		})
	})
}
