package delaynetwork_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const address = "rabbitmq_delay_network.n"

// site is a virtual host that one test has for itself.
type site struct {
	*acctest.BrokerInfo
	t     *testing.T
	vhost string
}

func open(t *testing.T) *site {
	t.Helper()
	b := acctest.Broker(t)
	return &site{BrokerInfo: b, t: t, vhost: b.Vhost(t)}
}

// network writes the resource; without a prefix or preset among the settings it is one of three levels with the prefix "d". Every finding of a
// rule stops it.
func network(settings ...string) string {
	body := strings.Join(settings, "\n")
	if !strings.Contains(body, "preset =") && !strings.Contains(body, "prefix =") {
		body += "\nprefix = \"d\""
		if !strings.Contains(body, "levels =") {
			body += "\nlevels = 3"
		}
	}
	return "resource \"rabbitmq_delay_network\" \"n\" {\n" + body + "\n}\n"
}

func (s *site) config(settings ...string) string {
	return acctest.ConfigWith(s.BrokerInfo, s.vhost, strict, network(settings...))
}

// strict makes errors of the findings that a ladder might cause.
const strict = `lint = { dlx_cycle_drops = "error", dlx_unroutable = "error", dlx_missing = "error", dead_letters_lost = "error", at_least_once_unbounded = "error" }`

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

// described is all that is in the virtual host, one line for each object, sorted.
func (s *site) described() []string {
	s.t.Helper()
	var lines []string
	var exchanges []struct {
		Name, Type                     string
		Durable, Internal, Auto_delete bool
		Arguments                      map[string]any
	}
	s.list("exchanges", &exchanges)
	for _, x := range exchanges {
		if x.Name != "" && !strings.HasPrefix(x.Name, "amq.") {
			lines = append(lines, fmt.Sprintf("exchange %+v", x))
		}
	}
	var queues []struct {
		Name, Type                      string
		Durable, Exclusive, Auto_delete bool
		Arguments                       json.RawMessage
	}
	s.list("queues", &queues)
	for _, q := range queues {
		var arguments map[string]any
		if err := json.Unmarshal(q.Arguments, &arguments); err != nil {
			s.t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("queue %s %s %t %t %t %v", q.Name, q.Type, q.Durable, q.Exclusive, q.Auto_delete, arguments))
	}
	var bindings []struct {
		Source, Destination, Destination_type, Routing_key string
		Arguments                                          map[string]any
	}
	s.list("bindings", &bindings)
	for _, b := range bindings {
		if b.Source != "" {
			lines = append(lines, fmt.Sprintf("binding %+v", b))
		}
	}
	slices.Sort(lines)
	return lines
}

func (s *site) list(kind string, into any) {
	s.t.Helper()
	if err := json.Unmarshal(s.API(s.t, http.MethodGet, "", kind, s.vhost), into); err != nil {
		s.t.Fatal(err)
	}
}

// same requires that the virtual host has exactly what it had.
func (s *site) same(want []string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		got := s.described()
		for _, line := range append(slices.Clone(got), want...) {
			if slices.Contains(got, line) != slices.Contains(want, line) {
				return fmt.Errorf("only one side has %s", line)
			}
		}
		return nil
	}
}
