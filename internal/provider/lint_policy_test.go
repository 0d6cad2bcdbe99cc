package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func dlx(exchange, key string, more pt.Object) pt.Object {
	return with(pt.Object{"dead_letter": pt.Object{"exchange": exchange, "routing_key": key}}, more)
}

// A policy that this configuration owns is said to do to queues what it does, by the policy if it is planned after the queue, and where
// the policy says it.
func TestAccPlannedPoliciesSpeakOfQueues(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	cases := map[string]triggers{
		"at_least_once_ineffective": {
			before: []object{queue(pt.Object{"dead_letter": pt.Object{"exchange": "amq.fanout", "strategy": "at-least-once"}, "overflow": "reject-publish"})},
			object: policy(pt.Object{"overflow": "drop-head"}), at: "overflow",
		},
		"delivery_limit_drops":     {before: []object{queue(pt.Object{"delivery_limit": -1})}, object: policy(pt.Object{"delivery_limit": 3}), at: "delivery_limit"},
		"dlx_key_without_exchange": {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"dead_letter": pt.Object{"routing_key": "k"}}), at: "dead_letter.routing_key"},
		"dlx_missing":              {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"dead_letter": pt.Object{"exchange": "absent"}}), at: "dead_letter.exchange"},
		"dlx_self_loop":            {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"dead_letter": pt.Object{"exchange": ""}}), at: "dead_letter.exchange"},
		"expires_before_ttl":       {before: []object{queue(pt.Object{"message_ttl": "1h"})}, object: policy(pt.Object{"expires": "1m"}), at: "expires"},
		"overflow_drops":           {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"max_length": 5}), at: "max_length"},
		"policy_skips_queue":       {before: []object{queue(pt.Object{"type": "classic"})}, object: policy(pt.Object{"delivery_limit": 5})},
		"policy_tie": {
			before: []object{queue(pt.Object{}), policy(pt.Object{"name": "other", "pattern": "^q", "max_length": 5})}, object: policy(pt.Object{"max_length": 6}),
		},
		"policy_unevaluated":    {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"pattern": "^(?!x)", "max_length": 5})},
		"ttl_lowered_by_policy": {before: []object{queue(pt.Object{"message_ttl": "1h"})}, object: policy(pt.Object{"message_ttl": "1m"}), at: "message_ttl"},
		"ttl_without_dlx":       {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"message_ttl": "1m"}), at: "message_ttl"},
		"ttl_zero":              {before: []object{queue(pt.Object{})}, object: policy(pt.Object{"message_ttl": "0s"}), at: "message_ttl"},
	}
	retry := policy(pt.Object{"delayed_retry": pt.Object{"type": "all", "min": "1s"}})
	if b.AtLeast(t, "4.3.1") {
		cases["delayed_retry_endless"] = triggers{before: []object{queue(pt.Object{})}, object: retry, at: "delayed_retry.type"}
	} else {
		cases["argument_needs_version"] = triggers{
			object: policy(pt.Object{"delayed_retry": pt.Object{"max": "1s"}}), named: onPolicy, at: "delayed_retry.max",
		}
	}
	for rule, c := range cases {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			vhost := b.Vhost(t)
			if c.named == "" {
				c.named = onQueue
			}
			for _, known := range lint.Rules() {
				if known.ID != rule {
					continue
				}
				c.behaves(t, known, func(t *testing.T, provider, config pt.Object) []pt.Diagnostic {
					server := pt.Serve(t, with(reach(b, vhost), provider)).Configure()
					for _, o := range c.before {
						server.Plan(o.typeName, nil, o.config)
					}
					return server.Plan(c.typeName, nil, config)
				})
			}
		})
	}
}

// step is one object of a run, with what the state has of it.
type step struct {
	object
	prior *pt.Existing
}

// says returns what a run says of a rule while it plans objects one after the other.
func says(t *testing.T, provider pt.Object, rule string, steps ...step) (of []pt.Diagnostic) {
	t.Helper()
	server := pt.Serve(t, provider).Configure()
	for _, s := range steps {
		of = append(of, found(server.Plan(s.typeName, s.prior, s.config), rule)...)
	}
	return of
}

func TestAccPlannedPoliciesCountForQueuesThatArePlannedLater(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	short := step{policy(pt.Object{"message_ttl": "1m"}), nil}
	long := step{queue(pt.Object{"message_ttl": "1h"}), nil}
	if of := says(t, reach(b, vhost), "ttl_lowered_by_policy", short, long); len(of) != 1 || of[0].Attribute != "message_ttl" {
		t.Errorf("a queue after its policy: %+v", of)
	}
	put("policies", `{"pattern":"^q$","definition":{"message-ttl":60000}}`, "p")(t, b, vhost)
	prior := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_policy", pt.Object{"name": "p", "pattern": "^q$", "message_ttl": "1m"})
	for change, s := range map[string]step{
		"deleted":       {object{"rabbitmq_policy", nil}, prior},
		"raised":        {policy(pt.Object{"pattern": "^q$", "message_ttl": "2h"}), prior},
		"leaves it out": {policy(pt.Object{"pattern": "^r$", "message_ttl": "1m"}), prior},
		"renamed":       {policy(pt.Object{"name": "r", "pattern": "^r$", "message_ttl": "1m"}), prior},
	} {
		if of := says(t, reach(b, vhost), "ttl_lowered_by_policy", s, long); len(of) != 0 {
			t.Errorf("%s: %+v", change, of)
		}
	}
}

// What a change takes away shows in queues, too.
func TestAccDeletedAndChangedPoliciesSpeakOfQueues(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	put("queues", acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":60000}`), "q")(t, b, vhost)
	config := dlx("amq.fanout", "k", pt.Object{"name": "p", "pattern": "^q$", "priority": 0, "apply_to": "all"})
	prior := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_policy", config)
	const rule = "ttl_without_dlx"
	for change, s := range map[string]step{
		"deleted":   {object{"rabbitmq_policy", nil}, prior},
		"narrowed":  {object{"rabbitmq_policy", with(config, pt.Object{"pattern": "^r$"})}, prior},
		"renamed":   {object{"rabbitmq_policy", with(config, pt.Object{"name": "r", "pattern": "^r$"})}, prior},
		"outranked": {policy(pt.Object{"name": "high", "priority": 1, "max_length": 5}), nil},
	} {
		of := says(t, reach(b, vhost), rule, s)
		if len(of) != 1 || of[0].Severity != "warning" || !strings.HasPrefix(of[0].Summary, rule+": "+onQueue) {
			t.Errorf("%s: %+v", change, of)
		}
	}
	// What takes the deleted one's place may be deleted, too.
	put("policies", `{"pattern":"^q$","priority":-1,"definition":{"max-length":5,"dead-letter-exchange":""}}`, "below")(t, b, vhost)
	for _, of := range []string{"dlx_self_loop", "overflow_drops"} {
		if said := says(t, reach(b, vhost), of, step{object{"rabbitmq_policy", nil}, prior}); len(said) != 0 {
			t.Errorf("deleted: %+v", said)
		}
	}
	b.API(t, http.MethodDelete, "", "policies", vhost, "below")
	for silent, s := range map[string]step{
		"unchanged":         {object{"rabbitmq_policy", config}, prior},
		"of other settings": {object{"rabbitmq_policy", with(config, pt.Object{"max_length": 5})}, prior},
	} {
		if of := says(t, reach(b, vhost), rule, s); len(of) != 0 {
			t.Errorf("%s: %+v", silent, of)
		}
	}
	for severity, provider := range map[string]pt.Object{"error": {"lint": pt.Object{rule: "error"}}, "": {"lint": pt.Object{rule: "off"}}} {
		of := says(t, with(reach(b, vhost), provider), rule, step{object{"rabbitmq_policy", nil}, prior})
		if severity == "" && len(of) > 0 || severity != "" && (len(of) != 1 || of[0].Severity != severity) {
			t.Errorf("%q: %+v", severity, of)
		}
	}
}

// What is destroyed with the queues that it matches takes nothing from them, in whatever order Terraform plans that.
func TestAccPolicyThatIsDestroyedWithItsQueuesSaysNothing(t *testing.T) {
	r := apply(t, queue(pt.Object{"type": "classic", "message_ttl": "1m"}), object{"rabbitmq_policy", dlx("amq.fanout", "k", pt.Object{"name": "p", "pattern": "^q$"})})
	slowly := func() []pt.Diagnostic {
		time.Sleep(200 * time.Millisecond)
		return r.destroys("q")
	}
	r.begin()
	if of := found(together(func() []pt.Diagnostic { return r.destroys("p") }, slowly), "ttl_without_dlx"); len(of) > 0 {
		t.Errorf("said %+v", of)
	}
	r.begin()
	r.keeps("q")
	r.says(r.destroys("p"), "ttl_without_dlx", "q")
}

// A plan that puts a tie right is not stopped because the queue happens to be planned before the policy.
func TestAccPlanThatPutsPoliciesRightIsNotStopped(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	server := pt.Serve(t, reach(b, vhost)).Configure()
	whole := pt.Object{"name": "q", "delivery_limit": -1, "lint_ignore": []string{"overflow_drops"}}
	q := server.Create("rabbitmq_queue", whole)
	one := server.Create("rabbitmq_policy", pt.Object{"name": "one", "pattern": "^q", "max_length": 5})
	put("policies", `{"pattern":"^q$","definition":{"max-length":6}}`, "two")(t, b, vhost)
	server = pt.Serve(t, reach(b, vhost)).Configure()
	stated := server.Read(q)
	full := with(whole, pt.Object{"type": "quorum", "durable": true, "auto_delete": false, "deletion_policy": "if_empty"})
	of := says(t, reach(b, vhost), "policy_tie",
		step{object{"rabbitmq_queue", full}, stated}, step{object{"rabbitmq_policy", pt.Object{"name": "one", "pattern": "^q", "max_length": 5, "priority": 1, "apply_to": "all"}}, one})
	if len(of) != 1 || of[0].Severity != "warning" {
		t.Errorf("said %+v", of)
	}
}

// A policy may match any number of queues; each rule has one thing to say of them.
func TestAccPolicyOfManyQueuesSaysOneThingOfAll(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for i := range 25 {
		b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic"}`), "queues", vhost, fmt.Sprintf("q%02d", i))
	}
	of := says(t, reach(b, vhost), "ttl_without_dlx", step{policy(pt.Object{"message_ttl": "1m"}), nil})
	if len(of) != 1 || of[0].Attribute != "message_ttl" || !strings.Contains(of[0].Summary, `25 queues, by policy "p"`) ||
		!strings.Contains(of[0].Detail, `Of queue "q00"`) || !strings.Contains(of[0].Detail, `"q19", 5 more.`) {
		t.Errorf("said %+v", of)
	}
}
