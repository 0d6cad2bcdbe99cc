package deadletterqueue_test

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

const address = "rabbitmq_dead_letter_queue.d"

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

// config is the dead-letter queue "d" with exchange "dlx" and routing key "k", unless body says otherwise.
func (s *site) config(body string) string { return acctest.Config(s.BrokerInfo, s.vhost, dlq(body)) }

func dlq(body string) string {
	var b strings.Builder
	for _, setting := range []string{`name = "d"`, `exchange = "dlx"`, `routing_keys = ["k"]`} {
		name, _, _ := strings.Cut(setting, " ")
		if !strings.Contains("\n"+body, "\n"+name+" =") {
			b.WriteString(setting + "\n")
		}
	}
	return fmt.Sprintf("resource \"rabbitmq_dead_letter_queue\" \"d\" {\n%s%s\n}\n", b.String(), body)
}

// arguments is what a quorum queue is declared with: -1 is no delivery limit from 4.0 on, and no argument before.
func (s *site) arguments(more string) string {
	args := `{"x-queue-type":"quorum"` + more
	if s.AtLeast(s.t, "4.0.0") {
		args += `,"x-delivery-limit":-1`
	}
	return args + "}"
}

func bindings(exchange string, keys ...string) string { return bindingsOf("d", exchange, keys...) }

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

func (s *site) bound(want ...string) resource.TestCheckFunc {
	return s.Bound(s.t, s.vhost, "d", want...)
}

func does(action plancheck.ResourceActionType) plancheck.PlanCheck { return pt.Does(address, action) }

func shows(attribute, value string) plancheck.PlanCheck { return pt.Shows(address, attribute, value) }

func (s *site) undone(config string) resource.TestStep {
	return resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(plancheck.ExpectEmptyPlan())}
}

func (s *site) drop(segments ...string) {
	s.t.Helper()
	s.API(s.t, http.MethodDelete, "", segments...)
}

// typeOf is the type of an exchange of the broker.
func (s *site) typeOf(exchange string) string {
	s.t.Helper()
	var x struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(s.API(s.t, http.MethodGet, "", "exchanges", s.vhost, exchange), &x); err != nil {
		s.t.Fatal(err)
	}
	return x.Type
}

// wait publishes a message to the queue and waits until it is counted.
func (s *site) wait(messages int) {
	s.t.Helper()
	for range messages {
		s.Publish(s.t, s.vhost, "d", "kept")
	}
	s.Counted(s.t, s.vhost, "d", messages)
}

// holds waits until the queue holds so many messages.
func (s *site) holds(messages int) func() {
	return func() { s.Counted(s.t, s.vhost, "d", messages) }
}

func (s *site) through(source, destination string) resource.TestCheckFunc {
	return s.Through(s.t, s.vhost, source, destination)
}
