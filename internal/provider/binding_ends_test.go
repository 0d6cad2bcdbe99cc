package provider_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func binding(source, key, destination string, more pt.Object) object {
	return object{"rabbitmq_binding", with(pt.Object{"source": source, "destination": destination, "destination_type": "queue", "routing_key": key}, more)}
}

// said is what a rule has to say of the last of some resources that are planned one after the other, each as "severity attribute".
func said(t *testing.T, b *acctest.BrokerInfo, vhost, rule string, planned ...object) []string {
	t.Helper()
	server := pt.Serve(t, reach(b, vhost)).Configure()
	last := []string{}
	for _, o := range planned {
		last = last[:0]
		for _, d := range found(server.Plan(o.typeName, nil, o.config), rule) {
			last = append(last, d.Severity+" "+d.Attribute)
		}
	}
	return last
}

func TestAccEndsOfBindingsThatAreMissing(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	classic := queue(pt.Object{"type": "classic"})
	x := object{"rabbitmq_exchange", pt.Object{"name": "x", "type": "direct"}}
	entered := func(exchange string) object {
		return tier(pt.Object{"delay": "1s", "return_to": pt.Object{"exchange": "amq.direct", "routing_key": "k"}, "enter_from": pt.Object{"exchange": exchange, "routing_keys": []string{"k"}}})
	}
	for _, c := range []struct {
		rule    string
		planned []object
		want    []string
	}{
		{"binding_end_missing", []object{classic, binding("x", "k", "q", nil)}, []string{"warning source"}},
		{"binding_end_missing", []object{x, binding("x", "k", "q", nil)}, []string{"warning destination"}},
		{"binding_end_missing", []object{binding("x", "k", "q", nil)}, []string{"warning source", "warning destination"}},
		{"binding_end_missing", []object{x, classic, binding("x", "k", "q", nil)}, nil},
		{"binding_end_missing", []object{x, classic, binding("x", "k", "q", pt.Object{"routing_key": pt.Unknown{}})}, nil},
		{"binding_end_missing", []object{classic, binding("x", "k", "q", pt.Object{"routing_key": pt.Unknown{}})}, []string{"warning source"}},
		{"binding_end_missing", []object{classic, binding("x", "k", "q", pt.Object{"source": pt.Unknown{}})}, nil},
		{"binding_end_missing", []object{x, binding("x", "k", "amq.direct", pt.Object{"destination_type": "exchange"})}, nil},
		{"binding_end_missing", []object{x, binding("x", "k", "y", pt.Object{"destination_type": "exchange"})}, []string{"warning destination"}},
		{"binding_end_missing", []object{entered("x")}, []string{"warning enter_from.exchange"}},
		{"binding_end_missing", []object{x, entered("x")}, nil},
		{"binding_end_missing", []object{entered("amq.topic")}, nil},
		{"binding_end_missing", []object{deadLetterQueue(nil)}, nil},
		{"dlx_missing", []object{tier(pt.Object{"delay": "1s", "return_to": pt.Object{"exchange": "x", "routing_key": "k"}})}, []string{"warning return_to.exchange"}},
	} {
		if got := said(t, b, vhost, c.rule, c.planned...); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s of %+v: %q, want %q", c.rule, c.planned, got, c.want)
		}
	}
}

// A delay tier that is there and is to be fed by another exchange has a new binding, too.
func TestAccAnExchangeThatAnExistingTierIsToEnterFromIsMissing(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := func(exchange string) pt.Object {
		return with(tier(pt.Object{"delay": "1s", "enter_from": pt.Object{"exchange": exchange, "routing_keys": []string{"k"}}}).config,
			pt.Object{"type": "quorum", "strategy": "at-most-once", "deletion_policy": "if_empty", "durable": true, "auto_delete": false, "vhost": vhost})
	}
	state := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_delay_tier", config("amq.topic"))
	all := pt.Serve(t, reach(b, vhost)).Configure().Plan("rabbitmq_delay_tier", state, config("absent"))
	if of := found(all, "binding_end_missing"); len(of) != 1 || of[0].Attribute != "enter_from.exchange" {
		t.Errorf("%+v", all)
	}
	all = pt.Serve(t, reach(b, vhost)).Configure().Plan("rabbitmq_delay_tier", state, config("amq.topic"))
	if of := found(all, "binding_end_missing"); len(of) > 0 {
		t.Errorf("%+v", all)
	}
}

func TestAccBindingsThatTheirExchangeRefuses(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.Exchange(t, vhost, "of others", "headers")
	exchange := func(kind string) object { return object{"rabbitmq_exchange", pt.Object{"name": "x", "type": kind}} }
	entered := func(keys ...string) object {
		return tier(pt.Object{"delay": "1s", "type": "quorum", "enter_from": pt.Object{"exchange": "x", "routing_keys": keys}})
	}
	match := pt.Object{"arguments": pt.Object{"x-match": "ANY"}}
	hashes := []string{}
	if b.AtLeast(t, "4.3.5") {
		hashes = append(hashes, "error routing_keys")
	}
	cases := []struct {
		planned []object
		want    []string
	}{
		{[]object{exchange("headers"), binding("x", "", "q", match)}, []string{"error arguments"}},
		{[]object{binding("x", "", "q", match), exchange("headers")}, []string{"error "}}, // said by what completes it
		{[]object{exchange("topic"), binding("x", "", "q", match)}, nil},
		{[]object{binding("amq.match", "", "q", match)}, []string{"error arguments"}},
		{[]object{binding("of others", "", "q", match)}, []string{"warning arguments"}}, // that exchange may be planned otherwise
		{[]object{exchange("x-consistent-hash"), binding("x", "a", "q", nil)}, []string{"error routing_key"}},
		{[]object{exchange("x-consistent-hash"), binding("x", "1", "q", nil)}, nil},
		{[]object{exchange("x-consistent-hash"), binding("x", "a", "q", pt.Object{"routing_key": pt.Unknown{}})}, nil},
		{[]object{exchange("x-consistent-hash"), entered("1", "a")}, []string{"error enter_from.routing_keys"}},
		{[]object{deadLetterQueue(pt.Object{"exchange_type": "topic", "routing_keys": []string{"#.#.#"}})}, hashes},
	}
	if b.AtLeast(t, "4.0.0") {
		cases = append(cases, struct {
			planned []object
			want    []string
		}{[]object{exchange("x-local-random"), entered("")}, []string{"error "}})
	}
	for _, c := range cases {
		if got := said(t, b, vhost, "binding_refused", c.planned...); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%+v: %q, want %q", c.planned, got, c.want)
		}
	}
}

// Names may be repeated instead of referred to: whatever is planned first, the plan is not stopped.
func TestAccBindingsOfNamesThatAreRepeatedAreNoError(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	config := acctest.Config(b, vhost, `
resource "rabbitmq_binding" "a" {
  source      = "x"
  destination = "q"
  routing_key = "k"
  depends_on  = [rabbitmq_exchange.x, rabbitmq_queue.q]
}
resource "rabbitmq_exchange" "x" { name = "x" }
resource "rabbitmq_queue" "q" {
  name = "q"
  type = "classic"
}
`)
	pt.Run(t,
		resource.TestStep{Config: config},
		resource.TestStep{PreConfig: func() { b.API(t, http.MethodDelete, "", "exchanges", vhost, "x") }, Config: config, ConfigPlanChecks: pt.Plan(pt.Does("rabbitmq_exchange.x", plancheck.ResourceActionCreate))},
	)
}
