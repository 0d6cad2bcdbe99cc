package review

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// withLint is a provider block as a plan has it, whose values are literals.
func withLint(attributes object) object {
	block := object{}
	for name, value := range attributes {
		block[name] = object{"constant_value": value}
	}
	return block
}

var worthless = []object{{"rule": "ttl_without_dlx", "object": "q", "vhost": "/", "reason": "prices are worthless then"}, {"rule": "ttl_zero", "reason": "nobody has it"}}

func expiring() object {
	return change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil)
}

func TestTheProviderBlockAcceptsFindingsInAllFormats(t *testing.T) {
	content := planned(t, withLint(object{"lint_ignore": worthless}), expiring())
	wantSaid(t, reviewed(t, content))
	for format, write := range formats {
		if format == "svg" || format == "mermaid" {
			continue
		}
		input, err := Read(t.Context(), content)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := write(input, New(input, nil), &out, "plan.json"); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"prices are worthless then", "rabbitmq_queue.q", "lint_ignore of the provider block", "ttl_zero", "nobody has it"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s does not say %q: %s", format, want, &out)
			}
		}
	}
	if err := reviewed(t, content).sarifOf("plan.json").Validate(); err != nil {
		t.Error(err)
	}
}

func TestWhatTheProviderBlockAcceptsIsOneObject(t *testing.T) {
	for _, more := range []object{{"object": "other"}, {"vhost": "v"}, {"rule": "ttl_zero"}} {
		entry := object{"rule": "ttl_without_dlx", "reason": "r"}
		for name, value := range more {
			entry[name] = value
		}
		r := reviewed(t, planned(t, withLint(object{"lint_ignore": []object{entry}}), expiring()))
		wantSaid(t, r, "ttl_without_dlx rabbitmq_queue.q")
		if len(r.Unused) != 1 {
			t.Errorf("%v: %+v", more, r.Unused)
		}
	}
}

// A plan has the values of literals only.
func TestSettingsOfTheProviderThatReferToOthersAreNamed(t *testing.T) {
	r := reviewed(t, planned(t, object{"lint_ignore": object{"references": []string{"var.accepted"}}, "max_message_ttl": object{"references": []string{"local.longest"}}}, expiring()))
	wantSaid(t, r, "ttl_without_dlx rabbitmq_queue.q")
	want := []string{
		"provider rabbitmq: lint_ignore, which refers to var.accepted: a plan has no values of these",
		"provider rabbitmq: max_message_ttl, which refers to local.longest: a plan has no values of these",
	}
	if !slices.Equal(r.Unknown, want) {
		t.Errorf("%q", r.Unknown)
	}
}

func TestSettingsOfTheProviderThatSayNothingAreRefused(t *testing.T) {
	for says, block := range map[string]object{
		`max_message_ttl: "banana" is no duration`:                       {"max_message_ttl": "banana"},
		`max_message_ttl: 5 is no duration`:                              {"max_message_ttl": 5},
		`lint: ttl_zero is "banana", and may be error, warning or off`:   {"lint": object{"ttl_zero": "banana"}},
		`lint: there is no rule "ttl_zro"; did you mean "ttl_zero"?`:     {"lint": object{"ttl_zro": "off"}},
		`lint: "off" where a severity for each rule is expected`:         {"lint": "off"},
		`lint_ignore: element 0: there is no rule "banana"; the rules`:   {"lint_ignore": []object{{"rule": "banana", "reason": "r"}}},
		`lint_ignore: element 0: it has no reason`:                       {"lint_ignore": []object{{"rule": "ttl_zero"}}},
		`lint_ignore: element 0: object is 5 where a text is expected`:   {"lint_ignore": []object{{"rule": "ttl_zero", "object": 5, "reason": "r"}}},
		`lint_ignore: "ttl_zero" where a list is expected`:               {"lint_ignore": "ttl_zero"},
		`lint_ignore: element 0: "ttl_zero" where an object is expected`: {"lint_ignore": []string{"ttl_zero"}},
	} {
		if _, err := Read(t.Context(), planned(t, withLint(block), expiring())); err == nil || !strings.Contains(err.Error(), "the provider block rabbitmq: "+says) {
			t.Errorf("%v is not %s", err, says)
		}
	}
}

func TestSuppressionsThatAcceptNothingAreNoted(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	suppressions := write("accepted.yaml", []byte("- {rule: ttl_without_dlx, address: rabbitmq_queue.q, reason: r}\n"+
		"- {rule: ttl_without_dlx, object: q, reason: it fits too}\n"+
		"- {rule: ttl_without_dlx, object: gone, reason: long ago}\n"+
		"- {rule: delay_queue_consumed, reason: no rule of reviews}\n"))
	plan, empty := write("plan.json", planned(t, nil, expiring())), write("empty.json", planned(t, nil))
	said := func(arguments ...string) string {
		var out, errs bytes.Buffer
		if code := Run(append(arguments, "--suppressions", suppressions), nil, &out, &errs); code != 0 {
			t.Errorf("%v: %d: %s", arguments, code, &errs)
		}
		return out.String()
	}
	note := unusedNote + ":\n  " + suppressions + `: ttl_without_dlx, object "gone" (long ago)` + "\n"
	for _, files := range [][]string{{plan}, {plan, empty}, {empty, plan}} {
		if out := said(files...); !strings.HasSuffix(out, note) || strings.Count(out, unusedNote) != 1 {
			t.Errorf("%v: %s", files, out)
		}
	}
	// What is accepted elsewhere may be needed there.
	if out := said("--vhost", "/", plan); strings.Contains(out, unusedNote) {
		t.Error(out)
	}
}

func TestAMisspelledRuleOfTheFileIsNamed(t *testing.T) {
	_, err := ReadSuppressions("file", []byte("- {rule: ttl_witout_dlx, reason: r}"))
	if err == nil || !strings.Contains(err.Error(), lint.UnknownRule("ttl_witout_dlx").Error()) {
		t.Error(err)
	}
}
