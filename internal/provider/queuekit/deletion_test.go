package queuekit_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// emptied is how a queue that holds messages becomes one that does not.
var emptied = map[queueargs.Type]string{
	queueargs.Classic: `Consume\s+or\s+move\s+them`, queueargs.Quorum: `Consume\s+or\s+move\s+them`,
	queueargs.Stream: `Consumers\s+do\s+not\s+empty\s+a\s+stream,\s+and\s+offsets\s+that\s+they\s+have\s+stored\s+in\s+it\s+count`,
}

// The counters of a queue lag behind by up to 5 s: right after a confirmed publish they still say 0.
func TestAccQueueThatHoldsMessagesIsNotDeleted(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	for _, k := range kinds {
		for _, queueType := range k.types {
			t.Run(k.name+" "+string(queueType), func(t *testing.T) {
				vhost := b.Vhost(t)
				config := func(policy string) string {
					return acctest.ConfigWith(b, vhost, lintOff(), k.block("q", "type = \""+string(queueType)+"\"\n deletion_policy = \""+policy+"\""))
				}
				run(t,
					resource.TestStep{Config: config("if_empty")},
					resource.TestStep{
						PreConfig: func() { b.Publish(t, vhost, "q", "kept") }, Config: config("if_empty"), Destroy: true,
						ExpectError: regexp.MustCompile(`(?s)"q" is not empty.*` + emptied[queueType]),
					},
					resource.TestStep{PreConfig: func() { b.Counted(t, vhost, "q", 1) }, Config: config("force")},
					resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), "")},
				)
				if b.Exists(t, "queues", vhost, "q") {
					t.Error("force did not delete the queue")
				}
			})
		}
	}
}

func TestAccRetainedQueueStaysWithItsMessages(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		run(t,
			resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), k.block("q", `deletion_policy = "retain"`))},
			resource.TestStep{
				PreConfig: func() { b.Publish(t, vhost, "q", "kept") },
				Config:    acctest.ConfigWith(b, vhost, lintOff(), ""),
			},
		)
		b.Counted(t, vhost, "q", 1)
	})
}

// A message that a consumer holds is not ready, and a classic queue calls itself empty.
func TestAccQueueWhoseMessagesAreBeingConsumedIsNotDeleted(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	for _, queueType := range []queueargs.Type{queueargs.Classic, queueargs.Quorum} {
		t.Run(string(queueType), func(t *testing.T) {
			vhost := b.Vhost(t)
			config := acctest.ConfigWith(b, vhost, lintOff(), kinds[0].block("q", "type = \""+string(queueType)+"\""))
			hold := func() {
				b.Publish(t, vhost, "q", "held")
				channel := b.Channel(t, vhost)
				if _, ok, err := channel.Get("q", false); err != nil || !ok {
					t.Fatalf("no message to hold: %v", err)
				}
				b.Counted(t, vhost, "q", 1)
			}
			run(t,
				resource.TestStep{Config: config},
				resource.TestStep{PreConfig: hold, Config: config, Destroy: true, ExpectError: regexp.MustCompile(`"q" is not empty`)},
				resource.TestStep{PreConfig: func() { b.API(t, http.MethodDelete, "", "queues", vhost, "q") }, Config: config},
			)
		})
	}
}

func TestAccReplacementThatLosesMessagesIsAnErrorInThePlan(t *testing.T) {
	each(t, func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string) {
		fill := func() {
			b.Publish(t, vhost, "q", "one")
			b.Publish(t, vhost, "q", "two")
			b.Counted(t, vhost, "q", 2)
		}
		config := func(body string) string {
			return acctest.Config(b, vhost, k.block("q", "type = \"classic\"\n lint_ignore = [\"ttl_without_dlx\"]\n "+body))
		}
		lost := regexp.MustCompile(`(?s)replace_loses_messages: queue "q".*2 messages`)
		run(t,
			resource.TestStep{Config: config("")},
			resource.TestStep{PreConfig: fill, Config: config("single_active_consumer = true"), PlanOnly: true, ExpectError: lost},
			resource.TestStep{Config: strings.Replace(config(""), `name = "q"`, `name = "renamed"`, 1), PlanOnly: true, ExpectError: lost},
			resource.TestStep{Config: config(`deletion_policy = "force"`)},
			resource.TestStep{
				Config:           config("deletion_policy = \"force\"\n single_active_consumer = true"),
				ConfigPlanChecks: before(action(k.typeName+".q", plancheck.ResourceActionReplace)),
			},
		)
	})
}

// Such a queue answers nobody who asks it for a message. Brokers before 3.13.7 do not tell that it has none.
func TestAccQueueThatWasHalfMadeIsDeleted(t *testing.T) {
	b := acctest.Broker(t)
	if !b.AtLeast(t, "3.13.7") {
		return
	}
	vhost := b.Vhost(t)
	b.HalfMade(t, vhost, "q")
	config := acctest.ConfigWith(b, vhost, lintOff(), kinds[0].block("q", `type = "quorum"`))
	run(t,
		resource.TestStep{Config: config, ResourceName: "rabbitmq_queue.q", ImportState: true, ImportStateId: kit.ID(vhost, "q"), ImportStatePersist: true},
		resource.TestStep{Config: acctest.ConfigWith(b, vhost, lintOff(), "")},
	)
	if b.Exists(t, "queues", vhost, "q") {
		t.Error("it is still there")
	}
}

// A broker that is killed right after it has confirmed a declaration comes back with such a queue, which the state has.
func TestAccQueueOfTheStateThatIsHalfMadeIsMadeAgain(t *testing.T) {
	b := acctest.Broker(t)
	if !b.AtLeast(t, "3.13.7") {
		return
	}
	vhost := b.Vhost(t)
	b.Exchange(t, vhost, "x", "fanout")
	config := acctest.ConfigWith(b, vhost, lintOff(), kinds[0].block("q", `type = "quorum"`))
	b.HalfMade(t, vhost, "q")
	b.Bind(t, vhost, "x", "", "q")
	run(t,
		resource.TestStep{Config: config, ResourceName: "rabbitmq_queue.q", ImportState: true, ImportStateId: kit.ID(vhost, "q"), ImportStatePersist: true},
		resource.TestStep{
			Config:           config,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("rabbitmq_queue.q", plancheck.ResourceActionUpdate)}},
			Check: func(*terraform.State) error {
				if bound := b.Bindings(t, vhost, "q"); len(bound) != 1 {
					t.Errorf("bound by %q", bound)
				}
				return acctest.Probe(t, b.Channel(t, vhost), "q")
			},
		},
	)
}
