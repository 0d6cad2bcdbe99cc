package queuekit_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
)

// migratable is every kind of resource that has a queue to migrate, bound and fed by exchanges of its own and of others.
func migratable(queue, expiring, tier, dead string) string {
	return `resource "rabbitmq_queue" "q" {
  name       = "q"
  on_replace = "migrate"
  ` + queue + `
}
resource "rabbitmq_binding" "q" {
  source      = "amq.topic"
  destination = rabbitmq_queue.q.name
  routing_key = "q.#"
  arguments   = { "some" = 1 }
}
resource "rabbitmq_expiring_queue" "e" {
  name       = "e"
  on_replace = "migrate"
  on_expiry  = "discard"
  ` + expiring + `
}
resource "rabbitmq_binding" "e" {
  source      = "amq.topic"
  destination = rabbitmq_expiring_queue.e.name
  routing_key = "e.#"
}
resource "rabbitmq_delay_tier" "t" {
  name       = "t"
  on_replace = "migrate"
  enter_from = { exchange = "amq.topic", routing_keys = ["t.#"] }
  return_to  = { exchange = "", routing_key = "q" }
  ` + tier + `
}
resource "rabbitmq_dead_letter_queue" "d" {
  name          = "d"
  on_replace    = "migrate"
  exchange      = "dlx"
  exchange_type = "topic"
  routing_keys  = ["d.#"]
  ` + dead + `
}`
}

// holding publishes messages to an exchange with routing keys that begin with a prefix.
func holding(t *testing.T, b *acctest.BrokerInfo, vhost, exchange, prefix string, n int) {
	t.Helper()
	for i := range n {
		body := fmt.Sprintf(`{"routing_key":"%s.%d","payload":"%d","payload_encoding":"string","properties":{"delivery_mode":2,"message_id":"%d","headers":{"n":%d}}}`, prefix, i, i, i, i)
		b.API(t, http.MethodPost, body, "exchanges", vhost, exchange, "publish")
	}
}

// held lists the messages of a queue by routing key, payload, id and headers.
func held(t *testing.T, b *acctest.BrokerInfo, vhost, queue string) []string {
	t.Helper()
	var messages []struct {
		Key        string `json:"routing_key"`
		Payload    string `json:"payload"`
		Properties struct {
			ID      string         `json:"message_id"`
			Mode    int            `json:"delivery_mode"`
			Headers map[string]any `json:"headers"`
		} `json:"properties"`
	}
	answer := b.API(t, http.MethodPost, `{"count":100,"ackmode":"ack_requeue_true","encoding":"auto"}`, "queues", vhost, queue, "get")
	if err := json.Unmarshal(answer, &messages); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range messages {
		all = append(all, fmt.Sprintf("%s %s %s %d %v", m.Key, m.Payload, m.Properties.ID, m.Properties.Mode, m.Properties.Headers["n"]))
	}
	slices.Sort(all)
	return all
}

// nothingLeft requires that a migration has left neither queue nor exchange nor shovel behind.
func nothingLeft(t *testing.T, b *acctest.BrokerInfo, vhost string) {
	t.Helper()
	for _, kind := range [][]string{{"queues", vhost}, {"exchanges", vhost}, {"parameters", "shovel", vhost}} {
		if answer := string(b.API(t, http.MethodGet, "", kind...)); strings.Contains(answer, "migration-") {
			t.Errorf("%v: something is left over: %s", kind, answer)
		}
	}
}

func TestAccMigrationKeepsMessagesAndBindings(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const n = 20
	queues := map[string]string{"q": "amq.topic", "e": "amq.topic", "t": "amq.topic", "d": "dlx"}
	addresses := []string{"rabbitmq_queue.q", "rabbitmq_expiring_queue.e", "rabbitmq_delay_tier.t", "rabbitmq_dead_letter_queue.d"}
	before := acctest.ConfigWith(b, vhost, lintOff(), migratable(`type = "classic"`, `message_ttl = "1h"`, `delay = "1h"`, `retention = "1h"`)+`
resource "rabbitmq_binding" "given_up" {
  source      = "amq.topic"
  destination = rabbitmq_queue.q.name
  routing_key = "given.up"
}`)
	after := acctest.ConfigWith(b, vhost, lintOff(), migratable("dead_letter = { exchange = \"amq.fanout\" }\n settings_in = \"policy\"", "message_ttl = \"2h\"\n type = \"classic\"", `delay = "2h"`, `retention = "2h"`))
	var updates []plancheck.PlanCheck
	for _, address := range addresses {
		updates = append(updates, action(address, plancheck.ResourceActionUpdate))
	}
	updates = append(updates, action("rabbitmq_binding.q", plancheck.ResourceActionNoop), action("rabbitmq_binding.e", plancheck.ResourceActionNoop))
	want, bound := map[string][]string{}, map[string][]string{}
	run(t,
		resource.TestStep{Config: before},
		resource.TestStep{
			PreConfig: func() {
				for queue, exchange := range queues {
					holding(t, b, vhost, exchange, queue, n)
					want[queue], bound[queue] = held(t, b, vhost, queue), b.Bindings(t, vhost, queue)
				}
				bound["q"] = slices.DeleteFunc(bound["q"], func(binding string) bool { return binding == "amq.topic given.up" })
			},
			Config: after, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: updates, PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			Check: func(*terraform.State) error {
				for queue := range queues {
					if got := held(t, b, vhost, queue); !slices.Equal(got, want[queue]) || len(got) != n {
						t.Errorf("queue %q holds %q, not %q", queue, got, want[queue])
					}
					if got := b.Bindings(t, vhost, queue); !slices.Equal(got, bound[queue]) {
						t.Errorf("queue %q has the bindings %q, not %q", queue, got, bound[queue])
					}
					b.API(t, http.MethodDelete, "", "queues", vhost, queue, "contents")
				}
				nothingLeft(t, b, vhost)
				return nil
			},
		},
	)
}

// An apply that fails anywhere is gone on with by the next one, and nothing else forgets what waits in the temporary queue.
func TestAccInterruptedMigrationIsFinished(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	const n = 5
	proxy := acctest.NewFaultProxy(t, b.Endpoint)
	through := *b
	through.Endpoint = proxy.URL()
	config := func(body string) string {
		return acctest.ConfigWith(&through, vhost, lintOff()+"\n max_retries = 0", body)
	}
	before := config(migratable(`type = "classic"`, `message_ttl = "1h"`, `delay = "1h"`, `retention = "1h"`))
	after := config(migratable(`type = "quorum"`, `message_ttl = "2h"`, `delay = "2h"`, `retention = "2h"`))
	queues := map[string]string{"q": "amq.topic", "e": "amq.topic", "t": "amq.topic", "d": "dlx"}
	want, bound := map[string][]string{}, map[string][]string{}
	refuse := func(method string, paths ...string) func() {
		return func() {
			proxy.Forget()
			for _, path := range paths {
				proxy.On(acctest.Request(method, path), 1, acctest.Answer(http.StatusServiceUnavailable, "text/plain", "upstream is down"))
			}
		}
	}
	var declarations, ends []string
	for _, queue := range []string{"q", "e", "t", "d"} {
		declarations = append(declarations, "/queues/"+vhost+"/"+queue)
		ends = append(ends, "/queues/"+vhost+"/"+migration.Temporary(queue))
	}
	unfinished := regexp.MustCompile(`(?s)Migration\s+of\s+queue\s+"[qetd]"\s+is\s+not\s+finished|Unable\s+to\s+create\s+queue`)
	kept := func(*terraform.State) error {
		for queue := range queues {
			if got := held(t, b, vhost, queue); !slices.Equal(got, want[queue]) || len(got) != n {
				t.Errorf("queue %q holds %q, not %q", queue, got, want[queue])
			}
			if got := b.Bindings(t, vhost, queue); !slices.Equal(got, bound[queue]) {
				t.Errorf("queue %q has the bindings %q, not %q", queue, got, bound[queue])
			}
		}
		nothingLeft(t, b, vhost)
		return nil
	}
	run(t,
		resource.TestStep{Config: before},
		resource.TestStep{
			PreConfig: func() {
				for queue, exchange := range queues {
					holding(t, b, vhost, exchange, queue, n)
					want[queue], bound[queue] = held(t, b, vhost, queue), b.Bindings(t, vhost, queue)
				}
				refuse(http.MethodPut, declarations...)()
			},
			Config: after, ExpectError: unfinished,
		},
		// The old queues are gone, the new ones are not there.
		resource.TestStep{Config: after, Destroy: true, ExpectError: regexp.MustCompile(`(?s)A\s+migration\s+of\s+queue.*was\s+interrupted.*holds`)},
		resource.TestStep{PreConfig: refuse(http.MethodDelete, ends...), Config: after, ExpectError: unfinished},
		// All is where it belongs, but the temporary queues are there still.
		resource.TestStep{
			PreConfig: proxy.Forget, Config: after, Check: kept,
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             []plancheck.PlanCheck{action("rabbitmq_queue.q", plancheck.ResourceActionUpdate), action("rabbitmq_delay_tier.t", plancheck.ResourceActionUpdate)},
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
		resource.TestStep{
			PreConfig: func() {
				for queue := range queues {
					b.API(t, http.MethodDelete, "", "queues", vhost, queue, "contents")
				}
			},
			Config: config(""),
		},
	)
}

// What a consumer has not acknowledged can neither be moved nor be left behind.
func TestAccMigrationWaitsForUnacknowledgedMessages(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(body string) string {
		return acctest.ConfigWith(b, vhost, lintOff(), kinds[0].block("q", "on_replace = \"migrate\"\n timeouts = { update = \"9s\" }\n"+body))
	}
	connection := b.Connect(t, vhost)
	run(t,
		resource.TestStep{Config: config(`type = "classic"`)},
		resource.TestStep{
			PreConfig: func() {
				channel, err := connection.Channel()
				if err != nil {
					t.Fatal(err)
				}
				b.Publish(t, vhost, "q", "kept")
				if _, err := channel.Consume("q", "", false, false, false, false, nil); err != nil {
					t.Fatal(err)
				}
				acctest.Eventually(t, "the message is counted as unacknowledged", func() bool {
					return strings.Contains(string(b.API(t, http.MethodGet, "", "queues", vhost, "q")), `"messages_unacknowledged":1,`)
				})
			},
			Config:      config(`type = "quorum"`),
			ExpectError: regexp.MustCompile(`(?s)is\s+not\s+finished.*still\s+holds\s+1\s+messages?\s+at\s+the\s+last\s+count,\s+1\s+of\s+them\s+delivered\s+and\s+not\s+acknowledged`),
		},
		resource.TestStep{
			PreConfig: func() { _ = connection.Close() },
			Config:    strings.Replace(config(`type = "quorum"`), `"9s"`, `"1m"`, 1),
			Check: func(*terraform.State) error {
				if got := held(t, b, vhost, "q"); len(got) != 1 || !strings.Contains(got[0], "kept") {
					t.Errorf("the queue holds %q", got)
				}
				b.API(t, http.MethodDelete, "", "queues", vhost, "q", "contents")
				nothingLeft(t, b, vhost)
				return nil
			},
		},
	)
}

// A binding that the user may not make stops a migration before it has changed anything, and a destruction takes back what it has made.
func TestAccMigrationThatMayNotBindChangesNothing(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.Exchange(t, vhost, "a", "topic")
	b.Exchange(t, vhost, "secret", "topic")
	user := *b
	user.Username = b.User(t, "policymaker")
	user.Password = user.Username
	b.API(t, http.MethodPut, `{"configure":".*","write":".*","read":"^(?!secret)"}`, "permissions", vhost, user.Username)
	config := func(kind string) string {
		return acctest.ConfigWith(&user, vhost, lintOff(), kinds[0].block("q", "on_replace = \"migrate\"\n type = \""+kind+"\""))
	}
	run(t,
		resource.TestStep{Config: config("classic")},
		resource.TestStep{
			PreConfig: func() { b.Bind(t, vhost, "a", "k", "q"); b.Bind(t, vhost, "secret", "k", "q") },
			Config:    config("quorum"), ExpectError: regexp.MustCompile(`(?s)is\s+not\s+finished.*secret`),
		},
		resource.TestStep{
			PreConfig: func() {
				if got := b.Bindings(t, vhost, migration.Temporary("q")); len(got) != 1 || !strings.HasPrefix(got[0], "migration-") {
					t.Errorf("the temporary queue is bound: %q", got)
				}
				if got := b.Bindings(t, vhost, "q"); len(got) != 2 {
					t.Errorf("the queue has the bindings %q", got)
				}
			},
			Config: config("quorum"), Destroy: true,
		},
	)
	nothingLeft(t, b, vhost)
}
