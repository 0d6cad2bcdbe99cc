package retrytopology_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func attempt(number int, delay, since string) string {
	return fmt.Sprintf(`{"number":%d,"delay":%q,"key":"p.retry.%d","queue":"p.retry.%d","since_first_failure":%q}`, number, delay, number, number, since)
}

func TestAccRetryTopologyShowsItsScheduleAndAllObjects(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{
			Config: s.config(), Check: s.whole(),
			ConfigPlanChecks: pt.Plan(
				does(plancheck.ResourceActionCreate),
				shows("attempts", "["+attempt(1, "5s", "5s")+","+attempt(2, "1m", "1m5s")+","+attempt(3, "10m", "11m5s")+"]"),
				shows("parked_after", `"11m5s"`), shows("retiring", `[]`), shows("retry_exchange", `"p.retry"`), shows("return_exchange", `"p.return"`),
				shows("objects.exchanges", `{"p.first":{"type":"fanout"},"p.retry":{"type":"direct","arguments":{"alternate-exchange":"p.first"}},"p.return":{"type":"fanout"}}`),
				shows("objects.queues", s.queues()),
				shows("objects.bindings", `[
					{"source":"main","destination":"p.work","destination_type":"queue","routing_key":"pay.#"},
					{"source":"p.first","destination":"p.retry.1","destination_type":"queue","routing_key":""},
					{"source":"p.retry","destination":"p.parking","destination_type":"queue","routing_key":"p.retry.3"},
					{"source":"p.retry","destination":"p.retry.2","destination_type":"queue","routing_key":"p.retry.1"},
					{"source":"p.retry","destination":"p.retry.3","destination_type":"queue","routing_key":"p.retry.2"},
					{"source":"p.return","destination":"p.work","destination_type":"queue","routing_key":""}]`),
			),
		},
		undone(s.config()),
		undone(s.config(`delays = ["5000ms", "60s", "600s"]`, `exhausted = { queue = "p.parking", retention = "20160m" }`)),
		resource.TestStep{
			Config: s.config(`backoff = { initial = "5s", multiplier = 12, max = "10m", attempts = 3 }`), Check: s.whole(),
			ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionUpdate), shows("parked_after", `"11m5s"`)),
		},
		undone(s.config(`backoff = { initial = "5000ms", multiplier = 12, max = "600s", attempts = 3 }`)),
	)
	if left := append(s.list("queues"), s.list("exchanges")...); fmt.Sprint(left) != "[main]" {
		t.Errorf("destroying the topology has left %q", left)
	}
}

// queues are those of the default topology as the plan shows them.
func (s *site) queues() string {
	return fmt.Sprintf(`{"p.parking":{"arguments":%s},"p.retry.1":{"arguments":%s},"p.retry.2":{"arguments":%s},"p.retry.3":{"arguments":%s},"p.work":{"arguments":%s}}`,
		s.parking(), tier(1, 5000), tier(2, 60000), tier(3, 600000), s.work(""))
}

func TestAccRetryTopologyForAQueueOfTheApplication(t *testing.T) {
	s := open(t)
	config := acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { delivery_limit_into_delay = "error", dlx_unroutable = "error", dlx_missing = "error", at_least_once_unbounded = "error" }`,
		topology("work_queue =")+`
resource "rabbitmq_queue" "app" {
  name           = "app"
  dead_letter    = { exchange = rabbitmq_retry_topology.t.retry_exchange }
  delivery_limit = -1
}
resource "rabbitmq_binding" "app" {
  source      = rabbitmq_retry_topology.t.return_exchange
  destination = rabbitmq_queue.app.name
}
resource "rabbitmq_binding" "main" {
  source      = "main"
  destination = rabbitmq_queue.app.name
  routing_key = "pay.#"
}
`)
	pt.Run(t,
		resource.TestStep{Config: config, Check: all(s.has("app", "p.parking", "p.retry.1", "p.retry.2", "p.retry.3"), s.Bound(t, s.vhost, "app", "main pay.#", "p.return "))},
		undone(config),
	)
}

// What would lose messages in the loop of a queue that the application owns is found, with the one tier that a first failure reaches as with
// three.
func TestAccRetryTopologyFindsSettingsOfAnApplicationsQueueThatLoseMessages(t *testing.T) {
	s := open(t)
	limit := pt.Object{}
	if !s.AtLeast(t, "4.0.0") {
		limit["delivery_limit"] = 20 // which is the default from then on
	}
	for _, delays := range [][]string{{"5s"}, {"5s", "1m", "10m"}} {
		for name, c := range map[string]struct {
			rule     string
			settings pt.Object
		}{
			"delivery limit":   {"delivery_limit_into_delay", limit},
			"message_ttl":      {"dlx_cycle_drops", pt.Object{"message_ttl": "1h"}},
			"max_length":       {"dlx_cycle_drops", pt.Object{"max_length": 5}},
			"max_length_bytes": {"dlx_cycle_drops", pt.Object{"max_length_bytes": 500}},
			"routing key":      {"retry_key_overwritten", pt.Object{"delivery_limit": -1, "dead_letter": pt.Object{"exchange": "p.retry", "routing_key": "failed"}}},
			"nothing":          {"", pt.Object{"delivery_limit": -1}},
		} {
			server := pt.Serve(t, s.provider()).Configure()
			theirs := planned()
			theirs["work_queue"], theirs["enter_from"], theirs["delays"] = nil, nil, delays
			app := pt.Object{"name": "app", "type": "quorum", "durable": true, "auto_delete": false, "deletion_policy": "if_empty", "dead_letter": pt.Object{"exchange": "p.retry"}}
			maps.Copy(app, c.settings)
			said := server.Plan("rabbitmq_retry_topology", nil, theirs)
			said = append(said, server.Plan("rabbitmq_queue", nil, app)...)
			said = append(said, server.Plan("rabbitmq_binding", nil, pt.Object{"source": "p.return", "destination": "app", "destination_type": "queue", "routing_key": ""})...)
			found := slices.ContainsFunc(said, func(d pt.Diagnostic) bool {
				return c.rule != "" && regexp.MustCompile(c.rule+`: queue "(app|p\.retry\.1)"`).MatchString(d.Summary)
			})
			if found != (c.rule != "") || c.rule == "" && len(said) > 0 {
				t.Errorf("%s and delays %s: said %+v", name, delays, said)
			}
		}
	}
}
