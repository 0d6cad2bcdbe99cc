package provider_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// outdated is something that happens to the objects of a resource after an update of it was planned.
type outdated struct {
	// kind, name and body are those of what is deleted and declared anew; nothing is declared with an empty body.
	kind, name, body string
	message          string
}

func (o outdated) happens(t *testing.T, b *acctest.BrokerInfo, vhost string) func() {
	return func() {
		b.API(t, http.MethodDelete, "", o.kind, vhost, o.name)
		if o.body != "" {
			b.API(t, http.MethodPut, o.body, o.kind, vhost, o.name)
		}
	}
}

// An update writes nothing to the broker, or not all. That something else is there by now must not look like success.
func TestAccAnUpdateOfWhatHasChangedSinceThePlanIsRefused(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	const (
		q     = "name = \"q\"\n message_ttl = \"5s\"\n on_expiry = \"discard\""
		plain = "name = \"q\"\n max_length = 10\n overflow = \"reject-publish\""
		tier  = `name = "q"
  delay = "5s"
  return_to = { exchange = "", routing_key = "work" }`
		letters = `name = "q"
  exchange = "x"
  routing_keys = ["k"]`
		network  = "prefix = \"d\"\n levels = 2"
		exchange = "name = \"x\"\n type = \"topic\""
		limits   = "name = \"p\"\n pattern = \"^other$\"\n max_length = 5"
	)
	for name, c := range map[string]struct {
		typeName, body string
		outdated
	}{
		"another limit": {"rabbitmq_queue", plain, outdated{
			kind: "queues", name: "q", body: acctest.Queue(`{"x-queue-type":"quorum","x-max-length":20,"x-overflow":"reject-publish"}`),
			message: `Queue "q" has changed since the plan.*x-max-length\s+is\s+20,\s+planned\s+is\s+10`,
		}},
		"another type": {"rabbitmq_queue", plain, outdated{
			kind: "queues", name: "q", body: acctest.Queue(`{"x-queue-type":"classic"}`),
			message: `type\s+is\s+classic,\s+planned\s+is\s+quorum`,
		}},
		"no queue": {"rabbitmq_queue", plain, outdated{kind: "queues", name: "q", message: `Queue "q" has changed since the plan.*deleted`}},
		"another TTL": {"rabbitmq_expiring_queue", q, outdated{
			kind: "queues", name: "q", body: acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1000}`),
			message: `x-message-ttl\s+is\s+1000,\s+planned\s+is\s+5000`,
		}},
		"another delay": {"rabbitmq_delay_tier", tier, outdated{
			kind: "queues", name: "q", body: acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1000,"x-dead-letter-exchange":"","x-dead-letter-routing-key":"work"}`),
			message: `x-message-ttl\s+is\s+1000,\s+planned\s+is\s+5000`,
		}},
		"no tier": {"rabbitmq_delay_tier", tier, outdated{kind: "queues", name: "q", message: `Queue "q" has changed since the plan.*deleted`}},
		"another retention": {"rabbitmq_dead_letter_queue", letters, outdated{
			kind: "queues", name: "q", body: acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1000,"x-delivery-limit":-1}`),
			message: `x-message-ttl\s+is\s+1000,\s+planned\s+is\s+not\s+set`,
		}},
		"another dead-letter exchange": {"rabbitmq_dead_letter_queue", letters, outdated{
			kind: "exchanges", name: "x", body: `{"type":"fanout","durable":true}`,
			message: `Exchange "x" has changed since the plan.*type\s+is\s+fanout,\s+planned\s+is\s+direct`,
		}},
		"no dead-letter exchange": {"rabbitmq_dead_letter_queue", letters, outdated{
			kind: "exchanges", name: "x", message: `Exchange "x" has changed since the plan.*deleted`,
		}},
		"another exchange": {"rabbitmq_exchange", exchange, outdated{
			kind: "exchanges", name: "x", body: `{"type":"topic","durable":true,"arguments":{"alternate-exchange":"amq.fanout"}}`,
			message: `Exchange "x" has changed since the plan.*alternate-exchange\s+is\s+"amq.fanout",\s+planned\s+is\s+not\s+set`,
		}},
		"another policy": {"rabbitmq_policy", limits, outdated{
			kind: "policies", name: "p", body: `{"pattern":"^other$","priority":2,"definition":{"max-length":6}}`,
			message: `Policy "p" has changed since the plan.*its\s+priority\s+is\s+2,\s+before\s+the\s+plan\s+it\s+was\s+0,\s+its\s+max-length\s+is\s+6,\s+before\s+the\s+plan\s+it\s+was\s+5`,
		}},
		"no policy":   {"rabbitmq_policy", limits, outdated{kind: "policies", name: "p", message: `Policy "p" has changed since the plan.*deleted`}},
		"no ceiling":  {"rabbitmq_ttl_ceiling", limits, outdated{kind: "operator-policies", name: "p", message: `Operator policy "p" has changed since the plan.*deleted`}},
		"no exchange": {"rabbitmq_exchange", exchange, outdated{kind: "exchanges", name: "x", message: `Exchange "x" has changed since the plan.*deleted`}},
		"no level":    {"rabbitmq_delay_network", network, outdated{kind: "queues", name: "d.level-01", message: `Queue "d.level-01" has changed since the plan.*deleted`}},
		"another level": {"rabbitmq_delay_network", network, outdated{
			kind: "queues", name: "d.level-01", body: acctest.Queue(`{"x-queue-type":"quorum","x-message-ttl":1000}`),
			message: `Queue "d.level-01" has changed since the plan.*x-message-ttl\s+is\s+1000,\s+planned\s+is\s+2000`,
		}},
		"another delivery exchange": {"rabbitmq_delay_network", network, outdated{
			kind: "exchanges", name: "d.delivery", body: `{"type":"direct","durable":true}`,
			message: `Exchange "d.delivery" has changed since the plan.*type\s+is\s+direct,\s+planned\s+is\s+topic`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			vhost := b.Vhost(t)
			config := func(more string) string {
				return acctest.Config(b, vhost, fmt.Sprintf("resource %q \"r\" {\n  %s\n  %s\n}\n", c.typeName, c.body, more))
			}
			address := c.typeName + ".r"
			pt.Run(t,
				resource.TestStep{Config: config("")},
				resource.TestStep{
					Config:           config(`timeouts = { delete = "1m" }`),
					ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionUpdate), pt.Meanwhile(c.happens(t, b, vhost))),
					ExpectError:      regexp.MustCompile(`(?s)` + c.message + `.*Plan\s+again`),
				},
				resource.TestStep{Config: config("")}, // it is planned again, and then it is as it should be
			)
		})
	}
}

func TestAccAnUpdateOfABindingThatWasRemovedSinceThePlanIsRefused(t *testing.T) {
	b := acctest.Broker(t)
	for _, c := range []struct{ typeName, source, key, body string }{
		{"rabbitmq_binding", "amq.direct", "k", "source = \"amq.direct\"\n routing_key = \"k\""},
		{"rabbitmq_delay_route", "d.delivery", "#.k", "network = \"%s\"\n address = \"k\""},
	} {
		t.Run(c.typeName, func(t *testing.T) {
			vhost := b.Vhost(t)
			b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "q")
			b.Exchange(t, vhost, "d.delivery", "topic")
			body := strings.ReplaceAll(c.body, "%s", kit.ID(vhost, "d.delivery"))
			config := func(more string) string {
				return acctest.Config(b, vhost, fmt.Sprintf("resource %q \"r\" {\n destination = \"q\"\n %s\n %s\n}\n", c.typeName, body, more))
			}
			pt.Run(t,
				resource.TestStep{Config: config("")},
				resource.TestStep{
					Config:           config(`timeouts = { delete = "1m" }`),
					ConfigPlanChecks: pt.Plan(pt.Meanwhile(func() { b.Unbind(t, vhost, c.source, "q") })),
					ExpectError:      regexp.MustCompile(`(?s)Binding "` + c.source + ` -> q \(` + c.key + `\)" has changed since the plan.*deleted.*Plan\s+again`),
				},
				resource.TestStep{Config: config(""), Check: b.Bound(t, vhost, "q", c.source+" "+c.key)},
			)
		})
	}
}

// A binding of a tier is what the tier is made of: an update makes it again.
func TestAccAnUpdateMakesAgainWhatATierHasLostSinceThePlan(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(more string) string {
		return acctest.Config(b, vhost, `
resource "rabbitmq_delay_tier" "r" {
  name       = "q"
  delay      = "5s"
  enter_from = { exchange = "amq.direct", routing_keys = ["k"] }
  return_to  = { exchange = "", routing_key = "work" }
  `+more+"\n}\n")
	}
	pt.Run(t,
		resource.TestStep{Config: config("")},
		resource.TestStep{
			Config:           config(`timeouts = { delete = "1m" }`),
			ConfigPlanChecks: pt.Plan(pt.Meanwhile(func() { b.Unbind(t, vhost, "amq.direct", "q") })),
			Check:            b.Bound(t, vhost, "q", "amq.direct k"),
		},
	)
}

// messages is how many a queue gives that are put back at once.
func messages(t *testing.T, b *acctest.BrokerInfo, vhost, queue string) int {
	var got []struct{}
	answer := b.API(t, http.MethodPost, `{"count":10,"ackmode":"ack_requeue_true","encoding":"auto"}`, "queues", vhost, queue, "get")
	if err := json.Unmarshal(answer, &got); err != nil {
		t.Fatal(err)
	}
	return len(got)
}

// A plan is saved, looked at, and applied when somebody has the time. Whatever has become of the queue by then, no message is lost by it.
func TestAccASavedPlanLosesNothingWhateverHasHappenedSince(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	const stream = `{"x-queue-type":"stream"}`
	remade := func(vhost, arguments string) func() {
		return func() {
			b.Redeclare(t, vhost, "q", acctest.Queue(arguments))
			b.Publish(t, vhost, "q", "kept")
		}
	}
	for _, from := range []string{"classic", "quorum"} {
		queue := `resource "rabbitmq_queue" "q" {
  name = "q"
  type = "` + from + `"
  %s
}
`
		for to, arguments := range map[string]string{
			"classic": `{"x-queue-type":"classic"}`, "quorum": `{"x-queue-type":"quorum"}`, "stream": stream,
		} {
			for change, after := range map[string]string{"destroy": "", "replace": fmt.Sprintf(queue, "max_length = 5\n overflow = \"reject-publish\"")} {
				t.Run(change+" "+from+" that has become "+to, func(t *testing.T) {
					vhost := b.Vhost(t)
					config := func(body string) string { return acctest.Config(b, vhost, body) }
					pt.Run(t,
						resource.TestStep{Config: config(fmt.Sprintf(queue, ""))},
						resource.TestStep{
							Config: config(after), ConfigPlanChecks: pt.Plan(pt.Meanwhile(remade(vhost, arguments))),
							ExpectError: regexp.MustCompile(`(?s)Queue\s+"q"\s+is\s+not\s+empty|replace_loses_messages`),
						},
						resource.TestStep{
							PreConfig: func() {
								if to == "stream" {
									b.Counted(t, vhost, "q", 1)
								} else if n := messages(t, b, vhost, "q"); n != 1 {
									t.Errorf("the queue has %d messages", n)
								}
								b.API(t, http.MethodDelete, "", "queues", vhost, "q")
							},
							Config: config(""),
						},
					)
				})
			}
		}
	}
}

// What was there to be created may be there by now.
func TestAccASavedPlanTakesOverOnlyWhatIsEqual(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const queue = "resource \"rabbitmq_queue\" \"%s\" {\n name = \"%s\"\n type = \"classic\"\n max_length = 5\n overflow = \"reject-publish\"\n}\n"
	config := func(name string) string { return acctest.Config(b, vhost, strings.ReplaceAll(queue, "%s", name)) }
	made := func(name string, length int) resource.ConfigPlanChecks {
		return pt.Plan(pt.Meanwhile(func() {
			body := fmt.Sprintf(`{"x-queue-type":"classic","x-max-length":%d,"x-overflow":"reject-publish"}`, length)
			b.API(t, http.MethodPut, acctest.Queue(body), "queues", vhost, name)
		}))
	}
	pt.Run(t,
		resource.TestStep{Config: config("equal"), ConfigPlanChecks: made("equal", 5)},
		resource.TestStep{
			Config: config("other"), ConfigPlanChecks: made("other", 6),
			ExpectError: regexp.MustCompile(`(?s)"other"\s+exists\s+already.*x-max-length\s+is\s+6,\s+wanted\s+is\s+5`),
		},
	)
}
