package retrytopology_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const address = "rabbitmq_retry_topology.t"

// site is a virtual host with the topic exchange "main" that one test has for itself.
type site struct {
	*acctest.BrokerInfo
	t     *testing.T
	vhost string
}

func open(t *testing.T) *site {
	t.Helper()
	b := acctest.Broker(t)
	s := &site{BrokerInfo: b, t: t, vhost: b.Vhost(t)}
	s.Exchange(t, s.vhost, "main", "topic")
	return s
}

// defaults are the settings of a topology "p" that a test does not set.
var defaults = []struct{ name, value string }{
	{"name", `"p"`}, {"work_queue", `{ name = "p.work" }`}, {"enter_from", `{ exchange = "main", routing_keys = ["pay.#"] }`},
	{"delays", `["5s", "1m", "10m"]`}, {"exhausted", `{ queue = "p.parking", retention = "336h" }`},
}

// topology writes the resource. A setting without a value leaves the default out.
func topology(settings ...string) string {
	body := strings.Join(settings, "\n")
	var b strings.Builder
	b.WriteString("resource \"rabbitmq_retry_topology\" \"t\" {\n")
	for _, d := range defaults {
		switch {
		case strings.Contains("\n"+body, "\n"+d.name+" ="):
		case d.name == "delays" && strings.Contains(body, "backoff ="):
		case d.name == "enter_from" && strings.Contains("\n"+body+"\n", "\nwork_queue =\n"):
		default:
			fmt.Fprintf(&b, "%s = %s\n", d.name, d.value)
		}
	}
	for _, line := range settings {
		if !strings.HasSuffix(line, "=") {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func (s *site) config(settings ...string) string {
	return acctest.Config(s.BrokerInfo, s.vhost, topology(settings...))
}

func does(action plancheck.ResourceActionType) plancheck.PlanCheck { return pt.Does(address, action) }

func shows(attribute, value string) plancheck.PlanCheck { return pt.Shows(address, attribute, value) }

// undone requires that there is nothing to do.
func undone(config string) resource.TestStep {
	return resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())}
}

func (s *site) drop(segments ...string) {
	s.t.Helper()
	s.API(s.t, http.MethodDelete, "", segments...)
}

// list lists the names of the queues or exchanges that tests and resources have made.
func (s *site) list(kind string) []string {
	s.t.Helper()
	var all []struct{ Name string }
	if err := json.Unmarshal(s.API(s.t, http.MethodGet, "", kind, s.vhost), &all); err != nil {
		s.t.Fatal(err)
	}
	names := []string{}
	for _, o := range all {
		if o.Name != "" && !strings.HasPrefix(o.Name, "amq.") {
			names = append(names, o.Name)
		}
	}
	return names
}

// has requires that the broker has exactly these queues.
func (s *site) has(want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if got := s.list("queues"); strings.Join(got, " ") != strings.Join(want, " ") {
			return fmt.Errorf("the broker has the queues %q, not %q", got, want)
		}
		return nil
	}
}

// all requires several things of the broker.
func all(checks ...resource.TestCheckFunc) resource.TestCheckFunc {
	return resource.ComposeTestCheckFunc(checks...)
}

// arguments requires the arguments of a queue.
func (s *site) arguments(queue, want string) resource.TestCheckFunc {
	return func(*terraform.State) error { s.HasArguments(s.t, "queues", s.vhost, queue, want); return nil }
}

// whole requires that the topology "p" is as the defaults describe it, with a part that may differ by version.
func (s *site) whole() resource.TestCheckFunc {
	return all(
		s.has("p.parking", "p.retry.1", "p.retry.2", "p.retry.3", "p.work"),
		s.arguments("p.retry.1", tier(1, 5000)), s.arguments("p.retry.2", tier(2, 60000)), s.arguments("p.retry.3", tier(3, 600000)),
		s.arguments("p.work", s.work("")), s.arguments("p.parking", s.parking()),
		s.Bound(s.t, s.vhost, "p.work", "main pay.#", "p.return "), s.Bound(s.t, s.vhost, "p.retry.1", "p.first "),
		s.Bound(s.t, s.vhost, "p.retry.2", "p.retry p.retry.1"), s.Bound(s.t, s.vhost, "p.retry.3", "p.retry p.retry.2"),
		s.Bound(s.t, s.vhost, "p.parking", "p.retry p.retry.3"),
		func(*terraform.State) error {
			s.HasArguments(s.t, "exchanges", s.vhost, "p.retry", `{"alternate-exchange":"p.first"}`)
			if got := fmt.Sprint(s.list("exchanges")); got != "[main p.first p.retry p.return]" {
				return fmt.Errorf("the broker has the exchanges %s", got)
			}
			return nil
		},
	)
}

// work are the arguments of the work queue, with more than it always has.
func (s *site) work(more string) string {
	return `{"x-queue-type":"quorum","x-dead-letter-exchange":"p.retry","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"` + s.limit() + more + `}`
}

// parking are the arguments of the parking queue.
func (s *site) parking() string {
	return `{"x-queue-type":"quorum","x-message-ttl":1209600000` + s.limit() + `}`
}

// tier are the arguments of the n-th tier.
func tier(n, ttl int) string {
	return fmt.Sprintf(`{"x-queue-type":"quorum","x-message-ttl":%d,"x-dead-letter-exchange":"p.return","x-dead-letter-routing-key":"p.retry.%d",`+
		`"x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"}`, ttl, n)
}

// limit is how the broker is told that there is no delivery limit, now and after an upgrade.
func (s *site) limit() string {
	if s.AtLeast(s.t, "4.0.0") {
		return `,"x-delivery-limit":-1`
	}
	return `,"x-delivery-limit":2147483647`
}
