package provider_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// reach is the provider's configuration for a virtual host of the broker.
func reach(b *acctest.BrokerInfo, vhost string) pt.Object {
	return pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}
}

// put makes a prepare that puts one object with a JSON body; segments follow the virtual host.
func put(kind, body string, segments ...string) func(*testing.T, *acctest.BrokerInfo, string) *pt.Existing {
	return func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
		b.API(t, http.MethodPut, body, append([]string{kind, vhost}, segments...)...)
		return nil
	}
}

func planned(b *acctest.BrokerInfo, t *testing.T) map[string]triggers {
	versioned := triggers{object: queue(pt.Object{"consumer_disconnected_timeout": "1m"}), named: onQueue, at: "consumer_disconnected_timeout"}
	if b.AtLeast(t, "4.3.0") {
		versioned = triggers{
			object: queue(pt.Object{"type": "classic", "extra_arguments": pt.Object{"x-queue-master-locator": "min-masters"}}),
			named:  onQueue, at: "extra_arguments",
		}
	}
	return map[string]triggers{
		"argument_needs_version": versioned,
		"at_least_once_unbounded": {
			before: []object{{"rabbitmq_dead_letter_queue", pt.Object{"name": "dlq", "exchange": "dlx", "routing_keys": []string{"k"}}}},
			object: queue(pt.Object{"overflow": "reject-publish", "dead_letter": pt.Object{"exchange": "dlx", "strategy": "at-least-once"}}),
			named:  onQueue, at: "dead_letter.strategy",
		},
		"binding_end_missing": {
			object: object{"rabbitmq_binding", pt.Object{"source": "absent", "destination": "q", "destination_type": "queue", "routing_key": "k"}},
			named:  `binding "absent -> q (k)"`, at: "source", prepare: put("queues", acctest.Queue(`{"x-queue-type":"classic"}`), "q"),
		},
		"dead_letters_lost": {
			before: []object{queue(dlx("", "q", pt.Object{"name": "work"}))},
			object: queue(pt.Object{"message_ttl": "1h"}), named: onQueue, at: "message_ttl",
		},
		"delay_queue_consumed": {object: tier(pt.Object{"delay": "10s"}), named: onQueue, prepare: consumedTier},
		"delayed_retry_endless": {
			object: queue(pt.Object{"delayed_retry": pt.Object{"type": "all", "min": "10s"}}), named: onQueue, at: "delayed_retry.type", since: "4.3.0",
		},
		"delay_route_overlaps": {
			before: []object{
				{"rabbitmq_delay_network", pt.Object{"prefix": "d", "levels": 2}},
				{"rabbitmq_binding", pt.Object{"source": "d.delivery", "destination": "a", "routing_key": "#.orders"}},
			},
			object: object{"rabbitmq_binding", pt.Object{"source": "d.delivery", "destination": "q", "routing_key": "#.sales.orders"}},
			named:  `binding "d.delivery -> q (#.sales.orders)"`, at: "routing_key",
		},
		"delayed_exchange_unavailable": {
			object: object{"rabbitmq_exchange", pt.Object{"name": "x", "type": "x-delayed-message", "delayed_type": "direct"}},
			named:  `exchange "x"`, at: "type",
		},
		"delivery_limit_into_delay": {
			before: []object{queue(dlx("", "q", pt.Object{"name": "delay", "message_ttl": "10s"}))},
			object: queue(dlx("", "delay", pt.Object{"delivery_limit": 5})), named: onQueue, at: "delivery_limit",
		},
		"dlx_cycle_drops": {
			before: []object{queue(dlx("", "q", pt.Object{"name": "second", "message_ttl": "10s"}))},
			object: queue(dlx("", "second", pt.Object{"message_ttl": "10s"})), named: onQueue, at: "dead_letter.exchange",
		},
		"dlx_missing": {object: queue(dlx("absent", "k", nil)), named: onQueue, at: "dead_letter.exchange"},
		"dlx_unroutable": {
			object: queue(dlx("dlx", "k", nil)), named: onQueue, at: "dead_letter.exchange",
			before: []object{{"rabbitmq_dead_letter_queue", pt.Object{"name": "dlq", "exchange": "dlx", "routing_keys": []string{"other"}}}},
		},
		"exchange_replaced": {object: anExchange(pt.Object{"type": "topic"}), named: `exchange "x"`, prepare: boundExchange},
		"owned_twice": {
			before: []object{tier(pt.Object{"delay": "10s"})}, object: queue(pt.Object{}), named: onQueue, at: "name",
		},
		"exchange_type_unknown": {object: object{"rabbitmq_exchange", pt.Object{"name": "x", "type": "Direct"}}, named: `exchange "x"`, at: "type"},
		"policy_skips_queue": {
			object: queue(pt.Object{"type": "classic"}), named: onQueue,
			prepare: put("policies", `{"pattern":"^q$","definition":{"delivery-limit":5,"message-ttl":1000}}`, "skipped"),
		},
		"policy_tie": {
			object: queue(pt.Object{}), named: onQueue,
			prepare: func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
				put("policies", `{"pattern":"^q$","priority":1,"definition":{"max-length":5}}`, "one")(t, b, vhost)
				return put("policies", `{"pattern":"^q","priority":1,"definition":{"max-length":6}}`, "two")(t, b, vhost)
			},
		},
		"policy_shadowed": {
			object: policy(pt.Object{"pattern": "^q$", "max_length": 5}), named: onPolicy, at: "priority",
			prepare: func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
				put("queues", acctest.Queue("{}"), "q")(t, b, vhost)
				return put("policies", `{"pattern":"","priority":1,"definition":{"max-length":6}}`, "high")(t, b, vhost)
			},
		},
		"policy_ttl_not_retroactive": {
			object: policy(pt.Object{"message_ttl": "1h"}), named: onQueue, at: "message_ttl",
			prepare: func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
				put("queues", acctest.Queue("{}"), "q")(t, b, vhost)
				b.Publish(t, vhost, "q", "old")
				counted(t, b, vhost, "messages")
				return nil
			},
		},
		"policy_drops_messages": {
			object: policy(pt.Object{"max_length": 0}), named: onQueue, at: "max_length",
			prepare: func(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
				put("queues", acctest.Queue("{}"), "q")(t, b, vhost)
				b.Publish(t, vhost, "q", "dropped")
				counted(t, b, vhost, "messages")
				return nil
			},
		},
		"policy_unevaluated": {
			object: queue(pt.Object{}), named: onQueue, prepare: put("policies", `{"pattern":"^(?!x)q","definition":{"max-length":5}}`, "unevaluated"),
		},
		"replace_loses_messages": {
			object: queue(pt.Object{"type": "classic", "max_length": 5}), named: onQueue, prepare: filled,
		},
		"retry_key_overwritten": {
			before: []object{
				{"rabbitmq_retry_topology", pt.Object{"name": "p", "delays": []string{"10s"}, "exhausted": pt.Object{"queue": "parking"}, "type": "quorum", "deletion_policy": "if_empty"}},
				{"rabbitmq_binding", pt.Object{"source": "p.return", "destination": "q", "destination_type": "queue", "routing_key": ""}},
			},
			object: queue(dlx("p.retry", "failed", pt.Object{"delivery_limit": -1})), named: onQueue, at: "dead_letter.routing_key",
		},
		"vhost_unusable": {object: queue(pt.Object{"vhost": "acc-no-such-vhost"}), named: `virtual host "acc-no-such-vhost"`, at: "vhost"},
		"ttl_lowered_by_policy": {
			object: queue(pt.Object{"message_ttl": "1h"}), named: onQueue, at: "message_ttl",
			prepare: put("operator-policies", `{"pattern":"^q$","definition":{"message-ttl":1000}}`, "lower"),
		},
	}
}

// filled is a queue in the state that holds a message.
func filled(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
	state := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_queue", pt.Object{"name": "q", "type": "classic"})
	b.Publish(t, vhost, "q", "kept")
	counted(t, b, vhost, "messages")
	return state
}

// boundExchange is an exchange in the state to which others have bound a queue.
func boundExchange(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
	state := pt.Serve(t, reach(b, vhost)).Configure().Create("rabbitmq_exchange", pt.Object{"name": "x"})
	b.API(t, http.MethodPut, acctest.Queue("{}"), "queues", vhost, "theirs")
	b.Bind(t, vhost, "x", "k", "theirs")
	return state
}

// consumedTier is the queue of a delay tier that somebody consumes.
func consumedTier(t *testing.T, b *acctest.BrokerInfo, vhost string) *pt.Existing {
	args := `{"x-queue-type":"quorum","x-message-ttl":10000,"x-dead-letter-exchange":"","x-dead-letter-routing-key":"work"}`
	b.API(t, http.MethodPut, acctest.Queue(args), "queues", vhost, "q")
	connection, err := amqp.DialConfig(b.AMQPURL, amqp.Config{Vhost: vhost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	channel, err := connection.Channel()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := channel.Consume("q", "", false, false, false, false, nil); err != nil {
		t.Fatal(err)
	}
	counted(t, b, vhost, "consumers")
	return nil
}

// counted waits until the broker's statistics have noticed the one message or consumer of the queue.
func counted(t *testing.T, b *acctest.BrokerInfo, vhost, counter string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		var stats map[string]any
		if err := json.Unmarshal(b.API(t, http.MethodGet, "", "queues", vhost, "q"), &stats); err != nil {
			t.Fatal(err)
		}
		if stats[counter] == 1.0 {
			return
		}
	}
	t.Fatalf("the broker never counted %s", counter)
}

func TestAccEachRuleOfThePlanSpeaks(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	cases := planned(b, t)
	for _, rule := range lint.Rules() {
		if rule.Homes&lint.Plan == 0 || rule.Homes&lint.Validate != 0 {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			t.Parallel()
			c, ok := cases[rule.ID]
			if !ok {
				t.Fatal("no plan here triggers the rule")
			}
			vhost := b.Vhost(t)
			var prior *pt.Existing
			if c.prepare != nil {
				prior = c.prepare(t, b, vhost)
			}
			say := func(t *testing.T, provider, config pt.Object) []pt.Diagnostic {
				server := pt.Serve(t, with(reach(b, vhost), provider)).Configure()
				for _, o := range c.before {
					server.Plan(o.typeName, nil, o.config)
				}
				return server.Plan(c.typeName, prior, config)
			}
			if c.since != "" && !b.AtLeast(t, c.since) {
				if of := found(say(t, nil, c.config), rule.ID); len(of) > 0 {
					t.Errorf("said on this broker: %+v", of)
				}
				return
			}
			c.behaves(t, rule, say)
		})
	}
}

// What validation could not say, since severities were not known, the plan says; and it does not say twice what validation has said.
func TestAccEachRuleOfValidationIsSaidOnceInARun(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	for _, rule := range lint.Rules() {
		if rule.Homes&lint.Validate == 0 {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			for _, c := range append([]triggers{offline[rule.ID]}, elsewhere[rule.ID]...) {
				provider := with(with(reach(b, vhost), c.provider), pt.Object{"lint": pt.Object{rule.ID: "warning"}})
				c.behaves(t, rule, func(t *testing.T, settings, config pt.Object) []pt.Diagnostic {
					return pt.Serve(t, with(with(reach(b, vhost), c.provider), settings)).Configure().Plan(c.typeName, nil, config)
				})
				server := pt.Serve(t, provider)
				all := server.Validate(c.typeName, c.config)
				all = append(all, server.Configure().Plan(c.typeName, nil, c.config)...)
				if of := found(all, rule.ID); len(of) != 1 {
					t.Errorf("said %d times: %+v", len(of), of)
				}
			}
		})
	}
}

// The destruction of a queue that holds messages is a warning, since the deletion itself is then refused.
func TestAccDestructionOfFilledQueueIsAWarning(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	state := filled(t, b, vhost)
	for _, rule := range lint.Rules() {
		if rule.ID != "replace_loses_messages" {
			continue
		}
		c := triggers{object: object{"rabbitmq_queue", nil}, named: onQueue, severity: lint.Warning}
		c.behaves(t, rule, func(t *testing.T, provider, _ pt.Object) []pt.Diagnostic {
			return pt.Serve(t, with(reach(b, vhost), provider)).Configure().Plan("rabbitmq_queue", state, nil)
		})
	}
}

// Of what a resource says itself these rules need no broker; of a policy that is in force on its queue the plan speaks.
func TestAccRulesOfValidationSpeakOfPoliciesInThePlan(t *testing.T) {
	b := acctest.Broker(t)
	for rule, c := range map[string]struct{ kind, definition, at string }{
		"ttl_out_of_range":     {"policies", `{"message-ttl":10000000000000000000}`, "message_ttl"},
		"routing_key_too_long": {"policies", `{"dead-letter-exchange":"","dead-letter-routing-key":"` + tooLong + `"}`, "dead_letter.routing_key"},
		"ttl_zero":             {"operator-policies", `{"message-ttl":0}`, "message_ttl"},
		"overflow_drops":       {"operator-policies", `{"max-length":0}`, "max_length"},
	} {
		vhost := b.Vhost(t)
		put(c.kind, `{"pattern":"^q$","definition":`+c.definition+`}`, "in force")(t, b, vhost)
		of := found(pt.Serve(t, reach(b, vhost)).Configure().Plan("rabbitmq_queue", nil, pt.Object{"name": "q"}), rule)
		if len(of) != 1 || of[0].Attribute != c.at || !strings.Contains(of[0].Detail, `policy "in force"`) {
			t.Errorf("%s: %+v", rule, of)
		}
	}
}
