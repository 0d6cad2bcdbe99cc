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
	validating, _ := pt.ProviderBlock(t, pt.Object{"lint": pt.Object{"ttl_zero": nil}})
	refusal{"lint.ttl_zero", []string{" is null"}}.in(t, validating)
}

func TestMisspelledRulesAreNamed(t *testing.T) {
	for misspelled, details := range map[string][]string{
		"ttl_witout_dlx": {`There is no rule "ttl_witout_dlx". Did you mean "ttl_without_dlx"?`},
		"something_else": {`There is no rule "something_else".`, "Write the name of a rule: argument_needs_version, "},
	} {
		ignoring := queue(pt.Object{"lint_ignore": []string{misspelled}})
		refusal{"lint_ignore.0", details}.in(t, pt.Serve(t, pt.Object{}).Validate(ignoring.typeName, ignoring.config))
		validating, _ := pt.ProviderBlock(t, pt.Object{"lint": pt.Object{misspelled: "off"}})
		refusal{"lint." + misspelled, details}.in(t, validating)
	}
}
