package ttlceiling_test

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

const address = "rabbitmq_ttl_ceiling.team"

func block(body string) string {
	return fmt.Sprintf("resource \"rabbitmq_ttl_ceiling\" \"team\" {\n  %s\n}\n", strings.ReplaceAll(body, "; ", "\n  "))
}

// has requires that the broker has an operator policy with this JSON, its name and virtual host left out.
func has(t *testing.T, b *acctest.BrokerInfo, vhost, name, want string) {
	t.Helper()
	var got map[string]any
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", "operator-policies", vhost, name), &got); err != nil {
		t.Fatal(err)
	}
	delete(got, "vhost")
	delete(got, "name")
	text, err := json.Marshal(got)
	if err != nil || string(text) != want {
		t.Errorf("the broker has %s (%v), not %s", text, err, want)
	}
}

func reach(b *acctest.BrokerInfo, vhost string) pt.Object {
	return pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}
}

func TestAccCeilingIsAnOperatorPolicy(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	step := func(body string, want plancheck.ResourceActionType) resource.TestStep {
		return resource.TestStep{Config: acctest.Config(b, vhost, block(body)), ConfigPlanChecks: pt.Plan(pt.Does(address, want))}
	}
	then := func(check func(), s resource.TestStep) resource.TestStep { s.PreConfig = check; return s }
	const derived = `ttl-ceiling ^team-a\.`
	first := step(`pattern = "^team-a\\."; message_ttl = "24h"`, plancheck.ResourceActionCreate)
	first.ConfigStateChecks = pt.State(
		pt.Has(address, "name", `"ttl-ceiling ^team-a\\."`), pt.Has(address, "id", `"`+kit.ID(vhost, derived)+`"`), pt.Has(address, "apply_to", `"queues"`),
		pt.Has(address, "priority", "0"), pt.Has(address, "definition", `{"message-ttl":86400000}`), pt.Has(address, "affects", "[]"),
	)
	pt.Run(t, first,
		then(func() {
			has(t, b, vhost, derived, `{"apply-to":"queues","definition":{"message-ttl":86400000},"pattern":"^team-a\\.","priority":0}`)
		}, step(`pattern = "^team-a\\."; message_ttl = "1440m"`, plancheck.ResourceActionNoop)),
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: kit.ID(vhost, derived), ImportStateVerify: true},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: derived + "@" + vhost, ImportStateVerify: true},
		// The name stays when the pattern changes.
		step(`pattern = "^team-b\\."; message_ttl = "12h"; expires = "48h"; max_length = 1000; max_length_bytes = 5000; priority = 10`, plancheck.ResourceActionUpdate),
		then(func() {
			has(t, b, vhost, derived, `{"apply-to":"queues","definition":{"expires":172800000,"max-length":1000,"max-length-bytes":5000,"message-ttl":43200000},`+
				`"pattern":"^team-b\\.","priority":10}`)
			// Drift, also of keys that the resource has no attribute for.
			b.API(t, http.MethodPut, `{"pattern":"^team-b\\.","priority":10,"apply-to":"queues","definition":{"delivery-limit":5,"message-ttl":43200000}}`, "operator-policies", vhost, derived)
		}, step(`pattern = "^team-b\\."; message_ttl = "12h"; priority = 10`, plancheck.ResourceActionUpdate)),
		then(func() {
			has(t, b, vhost, derived, `{"apply-to":"queues","definition":{"message-ttl":43200000},"pattern":"^team-b\\.","priority":10}`)
		}, step(`name = "mine"; pattern = "^team-b\\."; message_ttl = "12h"`, plancheck.ResourceActionUpdate)),
		step(`pattern = "^team-b\\."; message_ttl = "12h"`, plancheck.ResourceActionNoop),
	)
	if b.Exists(t, "operator-policies", vhost, "mine") || b.Exists(t, "operator-policies", vhost, derived) {
		t.Error("a ceiling that was destroyed is still there")
	}
}

// affected are queues below and above a ceiling of 24 hours, with and without a dead-letter exchange.
func affected(t *testing.T, b *acctest.BrokerInfo, vhost string) {
	for name, arguments := range map[string]string{
		"team-a.none":     `{"x-queue-type":"quorum"}`,
		"team-a.long":     `{"x-queue-type":"classic","x-message-ttl":259200000,"x-dead-letter-exchange":"amq.fanout"}`,
		"team-a.short":    `{"x-queue-type":"classic","x-message-ttl":60000}`,
		"team-a.rejects":  `{"x-queue-type":"quorum","x-overflow":"reject-publish","x-dead-letter-exchange":"amq.fanout"}`,
		"team-b.none":     `{"x-queue-type":"quorum"}`,
		"team-a.a.stream": `{"x-queue-type":"stream"}`,
	} {
		b.API(t, http.MethodPut, acctest.Queue(arguments), "queues", vhost, name)
	}
}

func TestAccCeilingSaysWhatItChanges(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	affected(t, b, vhost)
	ceiling := pt.Object{"pattern": `^team-a\.`, "message_ttl": "24h", "max_length": 1000, "priority": 0, "apply_to": "queues"}
	said := func(prior *pt.Existing, config pt.Object) (of []pt.Diagnostic) {
		t.Helper()
		for _, d := range pt.Serve(t, reach(b, vhost)).Configure().Plan("rabbitmq_ttl_ceiling", prior, config) {
			if strings.HasPrefix(d.Summary, "Ceiling ") {
				of = append(of, d)
			} else if strings.Contains(d.Summary, "ttl_without_dlx") || strings.Contains(d.Summary, "ttl_lowered") || strings.Contains(d.Summary, "overflow_drops") {
				t.Errorf("said twice: %+v", d)
			}
		}
		return of
	}
	says := func(what string, of []pt.Diagnostic, summary string, lines ...string) {
		t.Helper()
		if len(of) != 1 || of[0].Severity != "warning" || of[0].Summary != summary {
			t.Fatalf("%s: said %+v, not %s", what, of, summary)
		}
		if got := of[0].Detail; got != fmt.Sprintf("In virtual host %q:\n\n  - %s", vhost, strings.Join(lines, "\n  - ")) {
			t.Errorf("%s: said %s, not %q", what, got, lines)
		}
	}
	const drops, overflows = "; it has no dead-letter exchange, so that expired messages are dropped", "; it has no dead-letter exchange, so that its oldest messages are dropped"
	says("creation", said(nil, ceiling), `Ceiling "ttl-ceiling ^team-a\\." changes 4 existing queues, 2 of which will drop messages`,
		`queue "team-a.long": message_ttl from 72h to 24h`, `queue "team-a.long": max_length from none to 1000`,
		`queue "team-a.none": message_ttl from none to 24h`+drops, `queue "team-a.none": max_length from none to 1000`+overflows,
		`queue "team-a.rejects": message_ttl from none to 24h`, `queue "team-a.rejects": max_length from none to 1000`,
		`queue "team-a.short": max_length from none to 1000`+overflows)

	state := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_ttl_ceiling", ceiling)
	if of := said(state, with(ceiling, "name", `ttl-ceiling ^team-a\.`)); len(of) > 0 {
		t.Errorf("unchanged: %+v", of)
	}
	says("update", said(state, with(with(ceiling, "max_length", nil), "expires", "240h")), `Ceiling "ttl-ceiling ^team-a\\." changes 4 existing queues, 4 of which will drop messages`,
		`queue "team-a.long": expires from none to 240h; unused for so long, it is deleted with its messages`, `queue "team-a.long": max_length from 1000 to none`,
		`queue "team-a.none": expires from none to 240h; unused for so long, it is deleted with its messages`, `queue "team-a.none": max_length from 1000 to none`,
		`queue "team-a.rejects": expires from none to 240h; unused for so long, it is deleted with its messages`, `queue "team-a.rejects": max_length from 1000 to none`,
		`queue "team-a.short": expires from none to 240h; unused for so long, it is deleted with its messages`, `queue "team-a.short": max_length from 1000 to none`)
}

func with(config pt.Object, name string, value any) pt.Object {
	more := pt.Object{name: value}
	for n, v := range config {
		if n != name {
			more[n] = v
		}
	}
	return more
}

// What a ceiling has changed is in the state, and stays there until the next change; queues that come and go are no drift.
func TestAccCeilingRemembersWhatItChanged(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for name, arguments := range map[string]string{
		"team-a.none": `{"x-queue-type":"classic"}`, "team-a.long": `{"x-queue-type":"quorum","x-message-ttl":259200000,"x-dead-letter-exchange":"amq.fanout"}`,
	} {
		b.API(t, http.MethodPut, acctest.Queue(arguments), "queues", vhost, name)
	}
	config := func(body string) string {
		return acctest.Config(b, vhost, block(`pattern = "^team-a\\."; `+body)+`
resource "rabbitmq_queue" "new" {
  name           = "team-a.new"
  delivery_limit = -1
}
`)
	}
	const long = `{"queue":"team-a.long","setting":"message_ttl","from":%s,"to":"%s","drops":false}`
	const none = `{"queue":"team-a.none","setting":"message_ttl","from":%s,"to":"%s","drops":true}`
	first := "[" + fmt.Sprintf(long, `"72h"`, "24h") + "," + fmt.Sprintf(none, "null", "24h") + "]"
	pt.Run(t,
		resource.TestStep{
			Config: config(`message_ttl = "24h"`), ConfigStateChecks: pt.State(pt.Has(address, "affects", first)),
			ConfigPlanChecks: pt.Plan(plancheck.ExpectUnknownValue(address, pt.Path("affects"))),
		},
		resource.TestStep{
			PreConfig: func() { b.API(t, http.MethodPut, acctest.Queue("{}"), "queues", vhost, "team-a.later") },
			Config:    config(`message_ttl = "24h"`), PlanOnly: true,
		},
		resource.TestStep{
			Config:           config(`message_ttl = "24h"; lint_ignore = ["policy_tie"]`),
			ConfigPlanChecks: pt.Plan(pt.Does(address, plancheck.ResourceActionUpdate), pt.Shows(address, "affects", first)),
		},
		resource.TestStep{
			PreConfig: func() { b.API(t, http.MethodDelete, "", "queues", vhost, "team-a.later") },
			Config:    config(`message_ttl = "96h"`),
			ConfigStateChecks: pt.State(pt.Has(address, "affects", "["+fmt.Sprintf(long, `"24h"`, "72h")+","+
				`{"queue":"team-a.new","setting":"message_ttl","from":"24h","to":"96h","drops":true},`+fmt.Sprintf(none, `"24h"`, "96h")+"]")),
		},
	)
}

func TestAccCeilingOfValuesThatAreNotKnownYet(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, "team-a.none")
	config := acctest.Config(b, vhost, `
resource "terraform_data" "later" {
  input = { pattern = "^team-a", ttl = "24h" }
}
`+block(`pattern = terraform_data.later.output.pattern; message_ttl = terraform_data.later.output.ttl`))
	pt.Run(t,
		resource.TestStep{
			Config:           config,
			ConfigPlanChecks: pt.Plan(plancheck.ExpectUnknownValue(address, pt.Path("name")), plancheck.ExpectUnknownValue(address, pt.Path("definition"))),
			ConfigStateChecks: pt.State(pt.Has(address, "name", `"ttl-ceiling ^team-a"`),
				pt.Has(address, "affects", `[{"queue":"team-a.none","setting":"message_ttl","from":null,"to":"24h","drops":true}]`)),
		},
		resource.TestStep{Config: config, PlanOnly: true},
	)
}

func TestAccCeilingRefusals(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	maker := &acctest.BrokerInfo{Endpoint: b.Endpoint, Username: b.User(t, "policymaker")}
	maker.Password = maker.Username
	b.Grant(t, vhost, maker.Username)
	refused := func(as *acctest.BrokerInfo, body, message string) resource.TestStep {
		return resource.TestStep{Config: acctest.Config(as, vhost, block(body)), ExpectError: regexp.MustCompile(strings.ReplaceAll(message, " ", `\s+`))}
	}
	byType := refused(b, `pattern = ""; message_ttl = "1h"; apply_to = "quorum_queues"`, `apply_to = "quorum_queues", which works from RabbitMQ 3.12.0 on`)
	if b.AtLeast(t, "3.12.0") {
		byType = resource.TestStep{Config: acctest.Config(b, vhost, block(`pattern = ""; message_ttl = "1h"; apply_to = "quorum_queues"`))}
	}
	pt.Run(t,
		refused(maker, `pattern = ""; message_ttl = "1h"`, `needs the tag administrator`),
		refused(b, `pattern = ""`, `Policy without settings`),
		refused(b, `pattern = ""; message_ttl = "1h"; apply_to = "exchanges"`, `apply_to value must be one of`),
		refused(b, `pattern = ""; message_ttl = "100000h"`, `ttl_out_of_range`),
		byType,
	)
}
