package retrytopology_test

import (
	"fmt"
	"regexp"
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

// What would lose messages in the loop of a queue that the application owns is found, with the one tier that a first failure reaches as with three.
func TestAccRetryTopologyFindsSettingsOfAnApplicationsQueueThatLoseMessages(t *testing.T) {
	t.Parallel()
	for _, delays := range []string{`["5s"]`, `["5s", "1m", "10m"]`} {
		for setting, rule := range map[string]string{
			"": "delivery_limit_into_delay", `message_ttl = "1h"`: "dlx_cycle_drops", "max_length = 5": "dlx_cycle_drops", "max_length_bytes = 500": "dlx_cycle_drops",
		} {
			t.Run(rule+" "+setting+delays, func(t *testing.T) {
				s := open(t)
				if setting == "" && !s.AtLeast(t, "4.0.0") {
					setting = "delivery_limit = 20"
				}
				pt.Run(t, resource.TestStep{
					Config: acctest.ConfigWith(s.BrokerInfo, s.vhost, fmt.Sprintf(`lint = { %s = "error" }`, rule), topology("work_queue =", "delays = "+delays)+fmt.Sprintf(`
resource "rabbitmq_queue" "app" {
  name        = "app"
  dead_letter = { exchange = rabbitmq_retry_topology.t.retry_exchange }
  %s
}
resource "rabbitmq_binding" "app" {
  source      = rabbitmq_retry_topology.t.return_exchange
  destination = rabbitmq_queue.app.name
}
resource "rabbitmq_binding" "main" {
  source      = "main"
  destination = rabbitmq_queue.app.name
  routing_key = "pay.#"
  depends_on  = [rabbitmq_binding.app]
}
`, setting)),
					ExpectError: regexp.MustCompile(rule + `: queue "(app|p\.retry\.1)"`),
				})
			})
		}
	}
}
