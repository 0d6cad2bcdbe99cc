package delaytier_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const (
	typeName = "rabbitmq_delay_tier"
	address  = typeName + ".t"
)

// site is a virtual host with the exchanges "in" and "out" that one test has for itself.
type site struct {
	*acctest.BrokerInfo
	t     *testing.T
	vhost string
}

func open(t *testing.T) *site {
	t.Helper()
	b := acctest.Broker(t)
	s := &site{BrokerInfo: b, t: t, vhost: b.Vhost(t)}
	s.Exchange(t, s.vhost, "in", "direct")
	s.Exchange(t, s.vhost, "out", "fanout")
	return s
}

// config is a tier "t" of 30 minutes that leads to exchange "out".
func (s *site) config(body string) string {
	return acctest.Config(s.BrokerInfo, s.vhost, tier(body))
}

func tier(body string) string {
	settings := map[string]string{"name": `"t"`, "delay": `"30m"`, "return_to": `{ exchange = "out" }`}
	for name := range settings {
		if strings.Contains("\n"+body, "\n"+name+" =") {
			delete(settings, name)
		}
	}
	var b strings.Builder
	for _, name := range []string{"name", "delay", "return_to"} {
		if value, ok := settings[name]; ok {
			fmt.Fprintf(&b, "%s = %s\n", name, value)
		}
	}
	return fmt.Sprintf("resource \"rabbitmq_delay_tier\" \"t\" {\n%s%s\n}\n", b.String(), body)
}

// enter writes enter_from.
func enter(exchange string, keys ...string) string {
	return fmt.Sprintf("enter_from = { exchange = %s, routing_keys = %s }", acctest.HCL(exchange), list(keys))
}

func list(keys []string) string {
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = acctest.HCL(k)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// bindings is the attribute `bindings` of the tier "t".
func bindings(exchange string, keys ...string) string { return bindingsOf("t", exchange, keys...) }

func bindingsOf(queue, exchange string, keys ...string) string {
	all := []map[string]string{}
	for _, key := range keys {
		all = append(all, map[string]string{"source": exchange, "destination": queue, "routing_key": key})
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// bound requires that the broker has exactly these bindings, each "source key", to the queue "t".
func (s *site) bound(want ...string) resource.TestCheckFunc {
	return s.boundTo("t", want...)
}

func does(action plancheck.ResourceActionType) plancheck.PlanCheck { return pt.Does(address, action) }

func shows(attribute, value string) plancheck.PlanCheck { return pt.Shows(address, attribute, value) }

// undone makes Terraform's plan do nothing.
func (s *site) undone(config string) resource.TestStep {
	return resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}}
}

func (s *site) drop(segments ...string) {
	s.t.Helper()
	s.API(s.t, http.MethodDelete, "", segments...)
}

func (s *site) boundTo(queue string, want ...string) resource.TestCheckFunc {
	return s.Bound(s.t, s.vhost, queue, want...)
}
