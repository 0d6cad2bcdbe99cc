package provider_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// everything is one of each resource.
const everything = `
resource "rabbitmq_exchange" "x" {
  name = "x"
}
resource "rabbitmq_queue" "q" {
  name           = "q"
  delivery_limit = -1
}
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = "k"
}
resource "rabbitmq_expiring_queue" "e" {
  name        = "e"
  message_ttl = "1h"
  on_expiry   = "discard"
}
resource "rabbitmq_delay_tier" "t" {
  name       = "t"
  delay      = "10s"
  enter_from = { exchange = rabbitmq_exchange.x.name, routing_keys = ["delay"] }
  return_to  = { exchange = "", routing_key = rabbitmq_queue.q.name }
}
resource "rabbitmq_dead_letter_queue" "d" {
  name         = "d"
  exchange     = "d.dlx"
  routing_keys = ["k"]
}
`

// An endpoint that does not lead to the broker, or a user without access, must never look like a vhost in which everything is gone.
func TestAccWrongAccessIsAnErrorAndLeavesTheState(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	stranger := b.User(t, "management")
	config := acctest.Config(b, vhost, everything)
	as := func(change func(b *acctest.BrokerInfo)) string {
		other := *b
		change(&other)
		return acctest.Config(&other, vhost, everything)
	}
	refused := func(config, message string) []resource.TestStep {
		return []resource.TestStep{
			{Config: config, PlanOnly: true, ExpectError: regexp.MustCompile(message)},
			{Config: acctest.Config(b, vhost, everything), PlanOnly: true},
		}
	}
	steps := []resource.TestStep{{Config: config}, {Config: config, PlanOnly: true}}
	for _, endpoint := range []string{b.Endpoint + "/", b.Endpoint + "/api", b.Endpoint + "/api/"} {
		steps = append(steps, resource.TestStep{Config: as(func(b *acctest.BrokerInfo) { b.Endpoint = endpoint }), PlanOnly: true})
	}
	steps = append(steps, refused(as(func(b *acctest.BrokerInfo) { b.Endpoint += "/rabbit" }), `(?s)does\s+not\s+come\s+from\s+RabbitMQ|404`)...)
	steps = append(steps, refused(as(func(b *acctest.BrokerInfo) { b.Password = "wrong" }),
		`(?s)(Login\s+failed|Not_Authorized|not_authorized).*The\s+user\s+name\s+or\s+password\s+is\s+wrong\s+for\s+user\s+"`+b.Username+`"`)...)
	steps = append(steps, refused(as(func(b *acctest.BrokerInfo) { b.Username, b.Password = stranger, stranger }),
		`(?s)`+stranger+`.*has\s+no\s+permissions\s+in\s+(vhost\s+"`+vhost+`"|it)`)...)
	pt.Run(t, steps...)
}

// The same, where nothing is in the state yet.
func TestAccWrongAccessIsAnErrorOfAPlanThatCreates(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	wrong, intruder := *b, *b
	wrong.Endpoint += "/rabbit"
	intruder.Password = "wrong"
	pt.Run(t,
		resource.TestStep{Config: acctest.Config(&wrong, vhost, everything), PlanOnly: true, ExpectError: regexp.MustCompile(`Unable\s+to\s+read\s+virtual\s+host`)},
		resource.TestStep{Config: acctest.Config(&intruder, vhost, everything), PlanOnly: true, ExpectError: regexp.MustCompile(`user\s+name\s+or\s+password\s+is\s+wrong`)},
		resource.TestStep{Config: acctest.Config(b, vhost, everything)},
	)
}

// A broker that the same apply makes, or makes anew, cannot be asked while its endpoint is not known.
func TestAccEndpointThatIsNotKnownYet(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(generation string) string {
		return strings.Replace(acctest.Config(b, vhost, everything), acctest.HCL(b.Endpoint), "terraform_data.broker.output", 1) +
			fmt.Sprintf("resource \"terraform_data\" \"broker\" {\n input = %q\n triggers_replace = [%q]\n}\n", b.Endpoint, generation)
	}
	var created, kept []plancheck.PlanCheck
	for _, address := range []string{"rabbitmq_exchange.x", "rabbitmq_queue.q", "rabbitmq_binding.b", "rabbitmq_expiring_queue.e", "rabbitmq_delay_tier.t", "rabbitmq_dead_letter_queue.d"} {
		created = append(created, pt.Does(address, plancheck.ResourceActionCreate))
		kept = append(kept, pt.Does(address, plancheck.ResourceActionNoop))
	}
	pt.Run(t,
		resource.TestStep{Config: config("first"), ConfigPlanChecks: pt.Plan(created...)},
		resource.TestStep{Config: config("first"), PlanOnly: true},
		resource.TestStep{Config: config("second"), ConfigPlanChecks: pt.Plan(kept...)},
	)
}

// secret fails where a text turns up in a plan or a state.
type secret string

func (s secret) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = s.in(req.Plan)
}

func (s secret) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resp.Error = s.in(req.State)
}

func (s secret) in(document any) error {
	text, err := json.Marshal(document)
	if err == nil && strings.Contains(string(text), string(s)) {
		return fmt.Errorf("the password stands in a %T", document)
	}
	return err
}

// The provider block may be empty: the environment says it all. This test cannot run beside others, since they share the environment.
func TestAccPasswordFromTheEnvironmentIsNowhereElse(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	user := b.User(t, "management")
	const password = "correct-horse-battery-staple"
	b.API(t, http.MethodPut, `{"password":"`+password+`","tags":"management"}`, "users", user)
	b.Grant(t, vhost, user)
	for name, value := range map[string]string{"ENDPOINT": b.Endpoint, "USERNAME": user, "PASSWORD": password, "VHOST": vhost} {
		t.Setenv("RABBITMQ_"+name, value)
	}
	config := "provider \"rabbitmq\" {}\n" + everything
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: pt.Factories(),
		ErrorCheck: func(err error) error {
			if strings.Contains(err.Error(), password) {
				t.Error("the password stands in an error")
			}
			return err
		},
		Steps: []resource.TestStep{
			{Config: config, ConfigPlanChecks: pt.Plan(secret(password)), ConfigStateChecks: []statecheck.StateCheck{secret(password)}},
			{
				Config:      config + "resource \"rabbitmq_exchange\" \"refused\" {\n name = \"refused\"\n type = \"no-such-type\"\n}\n",
				ExpectError: regexp.MustCompile(`no-such-type`),
			},
		},
	})
}
