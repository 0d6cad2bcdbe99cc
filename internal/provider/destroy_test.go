package provider_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// more are queues of other types beside everything.
const more = everything + `
resource "rabbitmq_queue" "kept" {
  name = "kept"
  type = "classic"
}
resource "rabbitmq_binding" "kept" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.kept.name
  routing_key = "kept"
}
resource "rabbitmq_queue" "s" {
  name = "s"
  type = "stream"
}
`

// What Terraform destroys before a queue that is not empty, it makes again, and the messages never leave their queues.
func TestAccDestroyingAllKeepsTheQueuesThatHoldMessages(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, more)
	full := map[string]string{"q": "quorum", "kept": "classic", "s": "stream", "d": "a dead letter"}
	left := func() {
		for _, queue := range []string{"q", "kept", "s", "d", "e", "t"} {
			if exists := b.Exists(t, "queues", vhost, queue); exists != (full[queue] != "") {
				t.Errorf("queue %q: %t", queue, exists)
			}
			if got := b.Bindings(t, vhost, queue); len(got) > 0 && queue != "d" {
				t.Errorf("queue %q has still the bindings %q", queue, got)
			}
		}
		if b.Exists(t, "exchanges", vhost, "x") {
			t.Error("the exchange x is still there")
		}
	}
	whole := func(*terraform.State) error {
		for queue := range full {
			b.Counted(t, vhost, queue, 1)
		}
		return nil
	}
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{
			PreConfig: func() {
				for queue, text := range full {
					b.Publish(t, vhost, queue, text)
				}
			},
			Config: config, Destroy: true,
			ExpectError: regexp.MustCompile(`(?s)"(q|kept|s|d)"\s+is\s+not\s+empty.*deletion_policy\s+=\s+"force".*undo\s+the\s+change\s+and\s+apply`),
		},
		resource.TestStep{
			PreConfig: left, Config: config,
			ConfigPlanChecks: pt.Plan(
				pt.Does("rabbitmq_queue.q", plancheck.ResourceActionNoop), pt.Does("rabbitmq_queue.kept", plancheck.ResourceActionNoop),
				pt.Does("rabbitmq_queue.s", plancheck.ResourceActionNoop), pt.Does("rabbitmq_exchange.x", plancheck.ResourceActionCreate),
				pt.Does("rabbitmq_binding.b", plancheck.ResourceActionCreate), pt.Does("rabbitmq_delay_tier.t", plancheck.ResourceActionCreate),
			),
			ConfigStateChecks: pt.State(pt.Then(whole, b.Bound(t, vhost, "q", "x k"), b.Bound(t, vhost, "kept", "x kept"), b.Bound(t, vhost, "t", "x delay"), b.Bound(t, vhost, "d", "d.dlx k"))),
		},
		resource.TestStep{
			PreConfig: func() {
				for _, queue := range []string{"q", "kept", "d"} {
					b.API(t, http.MethodDelete, "", "queues", vhost, queue, "contents")
				}
				b.API(t, http.MethodDelete, "", "queues", vhost, "s")
			},
			Config: config,
		},
	)
}

// What waits in classic queues goes on when its time is over, whatever has become of its way: a plan that deletes both is refused.
func TestAccMessagesWhoseWayOnIsDeletedStopThePlan(t *testing.T) {
	b := acctest.Broker(t)
	for _, queueType := range []string{"classic", "quorum"} {
		for name, c := range map[string]struct {
			set   object
			waits string
			// way is a resource that brings the messages on.
			way object
		}{
			"delay network": {
				object{"rabbitmq_delay_network", pt.Object{"prefix": "n", "levels": 1, "unit": "1h", "type": queueType, "deletion_policy": "if_empty"}}, "n.level-00",
				object{"rabbitmq_delay_route", pt.Object{"address": "a", "destination": "q", "destination_type": "queue"}},
			},
			"retry topology": {
				object{"rabbitmq_retry_topology", pt.Object{"name": "n", "delays": []string{"1h"}, "exhausted": pt.Object{"queue": "p"}, "type": queueType, "deletion_policy": "if_empty"}}, "n.retry.1",
				object{"rabbitmq_binding", pt.Object{"source": "n.return", "destination": "q", "destination_type": "queue", "routing_key": ""}},
			},
		} {
			t.Run(name+" of "+queueType+" queues", func(t *testing.T) {
				t.Parallel()
				vhost := b.Vhost(t)
				b.API(t, http.MethodPut, acctest.Queue(`{}`), "queues", vhost, "q")
				server := pt.Serve(t, reach(b, vhost)).Configure()
				set := server.Create(c.set.typeName, c.set.config)
				if c.way.typeName == "rabbitmq_delay_route" {
					c.way.config = with(c.way.config, pt.Object{"network": vhost + "/n.delivery"})
				}
				way := server.Create(c.way.typeName, c.way.config)
				b.Publish(t, vhost, c.waits, "waits")
				b.Counted(t, vhost, c.waits, 1)

				errorsOf := func(both bool) int {
					server := pt.Serve(t, reach(b, vhost)).Configure()
					if both {
						server.Plan(c.way.typeName, way, nil)
					}
					said := server.Plan(c.set.typeName, set, nil)
					stands := 0
					for _, d := range said {
						if d.Summary == `Messages stand against deleting queue "`+c.waits+`" (1 at the last count)` {
							stands++
						}
					}
					if stands != 1 {
						t.Errorf("%t: %+v", both, said)
					}
					return len(errorsIn(said))
				}
				if errorsOf(false) != 0 {
					t.Error("the deletion refuses it itself, and the messages go on")
				}
				if stopped := errorsOf(true) == 1; stopped != (queueType == "classic") {
					t.Errorf("with their way on: stopped: %t", stopped)
				}
			})
		}
	}
}

// holders are one of every resource that owns queues, and a queue of each.
var holders = map[string]object{
	"q":          {"rabbitmq_queue", pt.Object{"name": "q", "type": "quorum", "durable": true, "auto_delete": false, "delivery_limit": -1, "deletion_policy": "if_empty", "settings_in": "arguments"}},
	"e":          {"rabbitmq_expiring_queue", pt.Object{"name": "e", "type": "classic", "durable": true, "auto_delete": false, "message_ttl": "1h", "on_expiry": "discard", "deletion_policy": "if_empty", "settings_in": "arguments"}},
	"t":          tier(pt.Object{"name": "t", "type": "quorum", "delay": "1h", "deletion_policy": "if_empty", "settings_in": "arguments"}),
	"d":          deadLetterQueue(pt.Object{"name": "d", "type": "quorum", "deletion_policy": "if_empty", "settings_in": "arguments", "exchange_type": "direct"}),
	"n.level-00": {"rabbitmq_delay_network", pt.Object{"prefix": "n", "levels": 1, "unit": "1h", "type": "quorum", "deletion_policy": "if_empty"}},
	"p":          {"rabbitmq_retry_topology", pt.Object{"name": "r", "delays": []string{"1h"}, "exhausted": pt.Object{"queue": "p"}, "type": "quorum", "deletion_policy": "if_empty"}},
}

// A replacement is an error in the plan, a destruction a warning, since it refuses itself.
func TestAccWhateverOwnsQueuesSpeaksOfTheirMessagesInThePlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	states := map[string]*pt.Existing{}
	for name, o := range holders {
		states[name] = pt.Serve(t, reach(b, vhost)).Configure().Create(o.typeName, o.config)
		b.Publish(t, vhost, name, "kept")
	}
	for name, o := range holders {
		t.Run(o.typeName, func(t *testing.T) {
			t.Parallel()
			b.Counted(t, vhost, name, 1)
			anew := with(o.config, pt.Object{"type": "classic"})
			if o.config["type"] == "classic" {
				anew["type"] = "quorum"
			}
			for severity, said := range map[string][]pt.Diagnostic{
				"error":   pt.Serve(t, reach(b, vhost)).Configure().Plan(o.typeName, states[name], anew),
				"warning": pt.Serve(t, reach(b, vhost)).Configure().Plan(o.typeName, states[name], nil),
			} {
				found := false
				for _, d := range said {
					found = found || d.Severity == severity && strings.Contains(d.Summary, `queue "`+name+`"`) &&
						(strings.Contains(d.Summary, "replace_loses_messages") || strings.Contains(d.Summary, "Messages stand against"))
				}
				if !found {
					t.Errorf("no %s: %+v", severity, said)
				}
			}
			refused := errorsIn(pt.Serve(t, reach(b, vhost)).Configure().Destroy(states[name]))
			if len(refused) != 1 || !strings.Contains(refused[0].Summary, `ueue "`+name+`" is not empty`) {
				t.Errorf("the deletion says %+v", refused)
			}
			b.Counted(t, vhost, name, 1)
		})
	}
}
