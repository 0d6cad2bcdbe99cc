package provider_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// object is one resource block.
type object struct {
	typeName string
	config   pt.Object
}

// triggers is a configuration that a rule has something to say about.
type triggers struct {
	// before are planned earlier in the same run.
	before []object
	object
	// named is the kind and the name in the finding, and at the attribute that it points to.
	named, at string
	provider  pt.Object
	// prepare makes the broker what the rule speaks about, and returns what is in the state already.
	prepare func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing
	// since is the release of RabbitMQ from which on the rule has something to say; empty for all.
	since string
	// severity is the default severity, where it is not that of the rule.
	severity lint.Severity
}

func queue(config pt.Object) object {
	c := maps.Clone(config)
	if c["name"] == nil {
		c["name"] = "q"
	}
	return object{"rabbitmq_queue", c}
}

// policy is a policy named p for all queues, unless the configuration says otherwise.
func policy(config pt.Object) object {
	return object{"rabbitmq_policy", with(pt.Object{"name": "p", "pattern": ""}, config)}
}

const (
	onQueue  = `queue "q"`
	onPolicy = `policy "p"`
)

// offline are the rules that need nothing but the resource.
var offline = map[string]triggers{
	"argument_type":        {object: queue(pt.Object{"type": "classic", "extra_arguments": pt.Object{"x-max-length": "5"}}), named: onQueue, at: "extra_arguments"},
	"argument_unknown":     {object: queue(pt.Object{"extra_arguments": pt.Object{"x-mesage-ttl": 5}}), named: onQueue, at: "extra_arguments"},
	"argument_unsupported": {object: queue(pt.Object{"max_priority": 5}), named: onQueue, at: "max_priority"},
	"at_least_once_ineffective": {
		object: queue(pt.Object{"overflow": "drop-head", "dead_letter": pt.Object{"exchange": "dlx", "strategy": "at-least-once"}}), named: onQueue, at: "overflow",
	},
	"binding_key_unaddressable": {
		object: object{"rabbitmq_binding", pt.Object{"source": "x", "destination": "q", "routing_key": "a~b", "arguments": pt.Object{"n": 1}}},
		named:  `binding "x -> q (a~b)"`, at: "routing_key",
	},
	"binding_refused": {
		object: object{"rabbitmq_binding", pt.Object{"source": "amq.headers", "destination": "q", "routing_key": "", "arguments": pt.Object{"x-match": "bogus"}}},
		named:  `binding "amq.headers -> q ()"`, at: "arguments",
	},
	"delayed_retry_ineffective": {
		object: queue(pt.Object{"delayed_retry": pt.Object{"type": "failed", "min": "10s", "max": "5s"}}), named: onQueue, at: "delayed_retry.max",
	},
	"delivery_limit_drops":     {object: queue(pt.Object{"delivery_limit": 3}), named: onQueue, at: "delivery_limit"},
	"dlx_key_without_exchange": {object: queue(pt.Object{"dead_letter": pt.Object{"routing_key": "k"}}), named: onQueue, at: "dead_letter.routing_key"},
	"dlx_self_loop":            {object: queue(pt.Object{"dead_letter": pt.Object{"exchange": ""}}), named: onQueue, at: "dead_letter.exchange"},
	"exchange_argument_invalid": {
		object: object{"rabbitmq_exchange", pt.Object{"name": "x", "type": "x-consistent-hash", "extra_arguments": pt.Object{"hash-property": "bogus"}}},
		named:  `exchange "x"`, at: "extra_arguments",
	},
	"expires_before_ttl": {object: queue(pt.Object{"expires": "1m", "message_ttl": "1h"}), named: onQueue, at: "expires"},
	"name_invalid":       {object: queue(pt.Object{"name": "amq.q"}), named: `queue "amq.q"`, at: "name"},
	"overflow_drops":     {object: queue(pt.Object{"max_length": 5}), named: onQueue, at: "max_length"},
	"queue_flags":        {object: queue(pt.Object{"durable": false}), named: onQueue, at: "durable"},
	"routing_key_too_long": {
		object: object{"rabbitmq_binding", pt.Object{"source": "x", "destination": "q", "routing_key": tooLong}}, named: `binding "x -> q (k`, at: "routing_key",
	},
	"ttl_above_ceiling": {object: queue(pt.Object{"message_ttl": "2h"}), named: onQueue, at: "message_ttl", provider: pt.Object{"max_message_ttl": "1h"}},
	"ttl_out_of_range":  {object: queue(pt.Object{"message_ttl": "100000h"}), named: onQueue, at: "message_ttl"},
	"ttl_without_dlx":   {object: queue(pt.Object{"message_ttl": "1h"}), named: onQueue, at: "message_ttl"},
	"ttl_zero":          {object: queue(pt.Object{"message_ttl": "0s"}), named: onQueue, at: "message_ttl"},
}

// tooLong is a routing key that AMQP has no room for.
var tooLong = strings.Repeat("k", 256)

// elsewhere are the same rules in the other resources, and other attributes that they point to.
var elsewhere = map[string][]triggers{
	"argument_unknown":     {{object: policy(pt.Object{"extra_definition": pt.Object{"max-lengt": 5}}), named: onPolicy, at: "extra_definition"}},
	"argument_unsupported": {{object: queue(pt.Object{"overflow": "reject-publish-dlx"}), named: onQueue, at: "overflow"}},
	"argument_type": {
		{object: object{"rabbitmq_expiring_queue", pt.Object{"name": "q", "message_ttl": "1h", "extra_arguments": pt.Object{"x-expires": "1"}}}, named: onQueue, at: "extra_arguments"},
		{object: policy(pt.Object{"extra_definition": pt.Object{"max-length": "5"}}), named: onPolicy, at: "extra_definition"},
	},
	"delayed_retry_ineffective": {
		{object: policy(pt.Object{"delayed_retry": pt.Object{"type": "all"}}), named: onPolicy, at: "delayed_retry.type"},
		{object: policy(pt.Object{"delayed_retry": pt.Object{"type": "all", "min": "1m", "max": "1s"}}), named: onPolicy, at: "delayed_retry.max"},
	},
	"ttl_out_of_range": {
		{object: policy(pt.Object{"message_ttl": "100000h"}), named: onPolicy, at: "message_ttl"},
		{object: object{"rabbitmq_operator_policy", pt.Object{"name": "p", "pattern": "", "expires": "0s"}}, named: `operator policy "p"`, at: "expires"},
	},
	"ttl_without_dlx": {{object: object{"rabbitmq_expiring_queue", pt.Object{"name": "q", "message_ttl": "1h"}}, named: onQueue, at: "message_ttl"}},
	"exchange_argument_invalid": {
		{object: anExchange(pt.Object{"type": "x-delayed-message"}), named: `exchange "x"`, at: "delayed_type"},
		{object: anExchange(pt.Object{"delayed_type": "direct"}), named: `exchange "x"`, at: "delayed_type"},
	},
	"name_invalid": {
		{object: object{"rabbitmq_exchange", pt.Object{"name": "amq.x"}}, named: `exchange "amq.x"`, at: "name"},
		{object: policy(pt.Object{"name": "..", "max_length": 5}), named: `policy ".."`, at: "name"},
		{object: object{"rabbitmq_binding", pt.Object{"source": "amq.default", "destination": "q"}}, named: `binding "amq.default -> q ()"`, at: "source"},
		{object: object{"rabbitmq_binding", pt.Object{"source": "x", "destination": "q\n"}}, named: `binding "x -> q\n ()"`, at: "destination"},
		{object: tier(pt.Object{"delay": "1s", "enter_from": pt.Object{"exchange": "."}}), named: `binding ". -> q ()"`, at: "enter_from.exchange"},
		{object: deadLetterQueue(pt.Object{"exchange": "."}), named: `exchange "."`, at: "exchange"},
	},
	"routing_key_too_long": {
		{object: queue(pt.Object{"dead_letter": pt.Object{"exchange": "", "routing_key": tooLong}}), named: onQueue, at: "dead_letter.routing_key"},
		{object: tier(pt.Object{"delay": "1s", "return_to": pt.Object{"exchange": "", "routing_key": tooLong}}), named: onQueue, at: "return_to.routing_key"},
		{
			object: tier(pt.Object{"delay": "1s", "enter_from": pt.Object{"exchange": "x", "routing_keys": []string{"k", tooLong}}}),
			named:  `binding "x -> q (k`, at: "enter_from.routing_keys",
		},
		{object: policy(pt.Object{"dead_letter": pt.Object{"exchange": "", "routing_key": tooLong}}), named: onPolicy, at: "dead_letter.routing_key"},
		{object: deadLetterQueue(pt.Object{"routing_keys": []string{"k", tooLong}}), named: `binding "x -> q (k`, at: "routing_keys"},
	},
	"ttl_above_ceiling": {
		{object: tier(pt.Object{"delay": "2h"}), named: onQueue, at: "delay", provider: pt.Object{"max_message_ttl": "1h"}},
		{object: deadLetterQueue(pt.Object{"retention": "2h"}), named: onQueue, at: "retention", provider: pt.Object{"max_message_ttl": "1h"}},
	},
}

func tier(config pt.Object) object {
	c := pt.Object{"name": "q", "return_to": pt.Object{"exchange": "", "routing_key": "work"}}
	maps.Copy(c, config)
	return object{"rabbitmq_delay_tier", c}
}

func deadLetterQueue(config pt.Object) object {
	c := pt.Object{"name": "q", "exchange": "x", "routing_keys": []string{"k"}}
	maps.Copy(c, config)
	return object{"rabbitmq_dead_letter_queue", c}
}

// found returns what a rule says, whatever else is said.
func found(all []pt.Diagnostic, rule string) (of []pt.Diagnostic) {
	for _, d := range all {
		if strings.HasPrefix(d.Summary, rule+": ") {
			of = append(of, d)
		}
	}
	return of
}

func with(config pt.Object, more pt.Object) pt.Object {
	all := maps.Clone(config)
	if all == nil {
		all = pt.Object{}
	}
	maps.Copy(all, more)
	return all
}

// behaves checks that the rule is said once, where and as it should be, that provider.lint decides over its severity, and that
// lint_ignore silences it. say returns what a run with these settings of the provider says of the configuration.
func (c triggers) behaves(t *testing.T, rule *lint.Rule, say func(t *testing.T, provider, config pt.Object) []pt.Diagnostic) {
	t.Helper()
	severity := rule.Default
	if c.severity != "" {
		severity = c.severity
	}
	summary := rule.ID + ": " + c.named
	expect := func(severity lint.Severity, settings pt.Object) {
		t.Helper()
		of := found(say(t, with(c.provider, settings), c.config), rule.ID)
		if len(of) != 1 {
			t.Fatalf("%v: said %d times: %+v", settings, len(of), of)
		}
		d := of[0]
		if d.Severity != string(severity) || d.Attribute != c.at || !strings.HasPrefix(d.Summary, summary) || d.Detail == "" {
			t.Errorf("%v: said %+v, not as %s with summary %q at attribute %q", settings, d, severity, summary, c.at)
		}
	}
	silent := func(provider, config pt.Object) {
		t.Helper()
		if of := found(say(t, with(c.provider, provider), config), rule.ID); len(of) > 0 {
			t.Errorf("%v, %v: said %+v", provider, config["lint_ignore"], of)
		}
	}
	expect(severity, nil)
	for _, severity := range []lint.Severity{lint.Error, lint.Warning} {
		expect(severity, pt.Object{"lint": pt.Object{rule.ID: string(severity)}})
	}
	silent(pt.Object{"lint": pt.Object{rule.ID: "off"}}, c.config)
	if c.config != nil {
		silent(nil, with(c.config, pt.Object{"lint_ignore": []string{rule.ID}}))
	}
}

func TestEachRuleOfValidationSpeaksWithoutABroker(t *testing.T) {
	for _, rule := range lint.Rules() {
		if rule.Homes&lint.Validate == 0 {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			c, ok := offline[rule.ID]
			if !ok {
				t.Fatal("no configuration here triggers the rule")
			}
			for _, c := range append([]triggers{c}, elsewhere[rule.ID]...) {
				say := func(t *testing.T, provider, config pt.Object) []pt.Diagnostic {
					return pt.Serve(t, provider).Validate(c.typeName, config)
				}
				c.behaves(t, rule, say)
				// What is not known yet may be "off": the plan says it then.
				for _, unknown := range []any{pt.Unknown{}, pt.Object{rule.ID: pt.Unknown{}}} {
					if of := found(say(t, with(c.provider, pt.Object{"lint": unknown}), c.config), rule.ID); len(of) > 0 {
						t.Errorf("with lint = %v: said %+v", unknown, of)
					}
				}
			}
		})
	}
}
