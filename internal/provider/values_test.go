package provider_test

import (
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// refusal is an error of validation.
type refusal struct {
	at      string
	details []string
}

func (r refusal) in(t *testing.T, all []pt.Diagnostic) {
	t.Helper()
	said := 0
	for _, d := range all {
		if d.Severity != "error" || d.Attribute != r.at {
			continue
		}
		said++
		for _, detail := range r.details {
			if !strings.Contains(d.Summary+"\n"+d.Detail, detail) {
				t.Errorf("%q is not in %+v", detail, d)
			}
		}
	}
	if said != 1 {
		t.Errorf("%d errors at %q: %+v", said, r.at, all)
	}
}

// An element that is null would be passed over: the rule would be said, the binding would be missing.
func TestNullElementsAreRefused(t *testing.T) {
	enter := pt.Object{"exchange": "x", "routing_keys": []any{"k", nil}}
	for _, c := range []struct {
		object
		at string
	}{
		{queue(pt.Object{"lint_ignore": []any{nil}}), "lint_ignore.0"},
		{tier(pt.Object{"delay": "1s", "enter_from": enter}), "enter_from.routing_keys.1"},
		{deadLetterQueue(pt.Object{"routing_keys": []any{nil, "k"}}), "routing_keys.0"},
	} {
		refusal{c.at, []string{" is null"}}.in(t, pt.Serve(t, pt.Object{}).Validate(c.typeName, c.config))
	}
	for _, c := range []struct {
		object
		at string
	}{
		{tier(pt.Object{"delay": "1s", "enter_from": pt.Object{"exchange": "x", "routing_keys": []any{}}}), "enter_from.routing_keys"},
		{deadLetterQueue(pt.Object{"routing_keys": []any{}}), "routing_keys"},
	} {
		refusal{c.at, []string{" is empty. Write at least one element, or leave it out."}}.in(t, pt.Serve(t, pt.Object{}).Validate(c.typeName, c.config))
	}
	validating, _ := pt.ProviderBlock(t, pt.Object{"lint": pt.Object{"ttl_zero": nil}})
	refusal{"lint.ttl_zero", []string{" is null"}}.in(t, validating)
}

// One error at the attribute, in its words; and nothing is concluded from the value.
func TestNumbersAndDurationsThatCannotBeConverted(t *testing.T) {
	for _, c := range []struct {
		object
		refusal
	}{
		{queue(pt.Object{"max_length": 1.5}), refusal{"max_length", []string{"max_length = 1.5 is not possible: write a whole number."}}},
		{queue(pt.Object{"max_length_bytes": 0x1p63}), refusal{"max_length_bytes", []string{"= 9223372036854775808 is not possible", "to 9223372036854775807."}}},
		{queue(pt.Object{"expires": "soon"}), refusal{"expires", []string{`expires = "soon" is no duration`, "such as 10s"}}},
		{queue(pt.Object{"message_ttl": "60000"}), refusal{"message_ttl", []string{`write "60000ms"`}}},
		{queue(pt.Object{"delayed_retry": pt.Object{"type": "all", "min": "1d"}}), refusal{"delayed_retry.min", []string{`delayed_retry.min = "1d"`, `write "24h"`}}},
		{queue(pt.Object{"timeouts": pt.Object{"create": "1d"}}), refusal{"timeouts.create", []string{`timeouts.create = "1d"`, `write "24h"`}}},
		{tier(pt.Object{"delay": "1d"}), refusal{"delay", []string{`delay = "1d"`, `write "24h"`}}},
		{deadLetterQueue(pt.Object{"retention": "2 weeks"}), refusal{"retention", []string{`write "336h"`}}},
		{queue(pt.Object{"message_ttl": "1500us"}), refusal{"message_ttl", []string{`message_ttl = "1500us" is not possible`, "whole units of 1ms"}}},
		{queue(pt.Object{"message_ttl": "500us", "expires": "1s"}), refusal{"message_ttl", []string{`"500us" is not possible`}}},
		{queue(pt.Object{"max_length": -1}), refusal{"max_length", []string{"at least 0"}}},
		{queue(pt.Object{"max_length": 5, "overflow": "drop"}), refusal{"overflow", []string{`"drop"`}}},
		{tier(pt.Object{"delay": "1500us"}), refusal{"delay", []string{`"1500us" is not possible`}}},
		{policy(pt.Object{"message_ttl": "500us"}), refusal{"message_ttl", []string{`"500us" is not possible`}}},
		{policy(pt.Object{"delayed_retry": pt.Object{"type": "all", "min": "1ms", "max": "10us"}}), refusal{"delayed_retry.max", []string{`"10us" is not possible`}}},
	} {
		t.Run(c.at, func(t *testing.T) {
			all := pt.Serve(t, pt.Object{}).Validate(c.typeName, c.config)
			c.in(t, all)
			if len(all) != 1 {
				t.Errorf("%d are said: %+v", len(all), all)
			}
		})
	}
	for attribute, refused := range map[string]struct {
		value  any
		detail string
	}{
		"max_retries": {1.5, "write a whole number"}, "request_timeout": {"1 minute", `write "1m"`}, "max_message_ttl": {"1d", `write "24h"`},
	} {
		validating, _ := pt.ProviderBlock(t, pt.Object{attribute: refused.value})
		if refusal := (refusal{attribute, []string{refused.detail}}); len(validating) != 1 {
			t.Errorf("%s: %+v", attribute, validating)
		} else {
			refusal.in(t, validating)
		}
	}
}

func TestMisspelledRulesAreNamed(t *testing.T) {
	for misspelled, details := range map[string][]string{
		"ttl_witout_dlx": {`There is no rule "ttl_witout_dlx"; did you mean "ttl_without_dlx"?`},
		"something_else": {`There is no rule "something_else"; the rules are argument_needs_version, `},
	} {
		ignoring := queue(pt.Object{"lint_ignore": []string{misspelled}})
		refusal{"lint_ignore.0", details}.in(t, pt.Serve(t, pt.Object{}).Validate(ignoring.typeName, ignoring.config))
		validating, _ := pt.ProviderBlock(t, pt.Object{"lint": pt.Object{misspelled: "off"}})
		refusal{"lint." + misspelled, details}.in(t, validating)
	}
}
