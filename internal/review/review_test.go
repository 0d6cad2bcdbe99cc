package review

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

type object = map[string]any

// planned is a plan as terraform show -json prints it, with these changes of resources.
func planned(t *testing.T, provider object, changes ...object) []byte {
	t.Helper()
	if changes == nil {
		changes = []object{}
	}
	content, err := json.Marshal(object{
		"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": changes,
		"configuration": object{"provider_config": object{"rabbitmq": object{"name": "rabbitmq", "expressions": provider}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

const (
	this  = "registry.example/delaytier/rabbitmq"
	other = "registry.example/cyrilgdn/rabbitmq"
)

func change(address, provider string, before, after, unknown object) object {
	kind, name, _ := strings.Cut(address, ".")
	c := object{"actions": []string{"update"}, "before": before, "after": after, "after_unknown": unknown}
	if before == nil {
		c["before"] = nil
	}
	if after == nil {
		c["after"] = nil
	}
	return object{"address": address, "mode": "managed", "type": kind, "name": name, "provider_name": provider, "change": c}
}

func queue(more object) object {
	q := object{"vhost": "/", "name": "q", "type": "quorum", "durable": true, "auto_delete": false, "delivery_limit": -1, "deletion_policy": "if_empty"}
	for attribute, value := range more {
		q[attribute] = value
	}
	return q
}

func reviewed(t *testing.T, content []byte, suppressions ...lint.Suppression) *Report {
	t.Helper()
	input, err := Read(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	return New(input, NewSuppressions("file", suppressions...))
}

// said is rule and address of each finding.
func said(r *Report) []string {
	all := []string{}
	for _, f := range r.Findings {
		all = append(all, f.Rule+" "+f.Address)
	}
	return all
}

func wantSaid(t *testing.T, r *Report, want ...string) {
	t.Helper()
	if got := said(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAPlanIsReviewedAsAWhole(t *testing.T) {
	expiring := change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil)
	wantSaid(t, reviewed(t, planned(t, nil, expiring)), "ttl_without_dlx rabbitmq_queue.q")
	wantSaid(t, reviewed(t, planned(t, nil, change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m", "lint_ignore": []string{"ttl_without_dlx"}}), nil))))
	// Each alone is as it should be: together they are a loop that nobody rejects in.
	way := func(name, to string) []object {
		return []object{change("rabbitmq_queue."+name, this, nil, queue(object{
			"name": name, "message_ttl": "1m", "dead_letter": object{"exchange": "", "routing_key": to},
		}), nil)}
	}
	loop := reviewed(t, planned(t, nil, append(way("a", "b"), way("b", "a")...)...))
	if !slices.Contains(said(loop), "dlx_cycle_drops rabbitmq_queue.a") || !loop.Fails(lint.Error) {
		t.Errorf("%q", said(loop))
	}
}

func TestWhatAPlanDoesNotKnowIsNotGuessed(t *testing.T) {
	r := reviewed(t, planned(t, nil,
		change("rabbitmq_queue.ttl", this, nil, queue(nil), object{"message_ttl": true}),
		change("rabbitmq_queue.name", this, nil, object{"vhost": "/", "type": "quorum", "message_ttl": "1m"}, object{"name": true}),
	))
	wantSaid(t, r)
	if !slices.Equal(r.Unknown, []string{"rabbitmq_queue.ttl: message_ttl", "rabbitmq_queue.name, not looked at: name"}) {
		t.Errorf("%q", r.Unknown)
	}
}

func TestSuppressionsArePrintedWithTheirReasons(t *testing.T) {
	plan := planned(t, object{"lint": object{"constant_value": object{"delivery_limit_drops": "off", "ttl_without_dlx": "error"}}},
		change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m", "delivery_limit": nil}), nil))
	r := reviewed(t, plan)
	if len(r.Findings) != 1 || r.Findings[0].Severity != lint.Error {
		t.Errorf("%+v", r.Findings)
	}
	r = reviewed(t, plan, lint.Suppression{Rule: "ttl_without_dlx", Address: "rabbitmq_queue.q", Reason: "prices are worthless then"})
	if len(r.Findings) != 0 || len(r.Suppressed) == 0 || r.Fails(lint.Error) {
		t.Errorf("%+v", r)
	}
	var text bytes.Buffer
	if err := r.Text(&text); err != nil || !strings.Contains(text.String(), "prices are worthless then") || !strings.HasPrefix(text.String(), "1 object in the plan: ") {
		t.Errorf("%v: %s", err, &text)
	}
	for _, bad := range []string{"- rule: no_rule\n  reason: r", "- rule: ttl_without_dlx", "rule: ttl_without_dlx", "\t",
		"- rule: ttl_without_dlx\n  addr: rabbitmq_queue.q\n  reason: r", "- rule: ttl_without_dlx\n  reason: \" \"", "- rule: ttl_without_dlx\n  object: \"\"\n  reason: r"} {
		if _, err := ReadSuppressions("file", []byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// The block settings with a map of strings, or a text in JSON, is how the older providers write a queue.
func TestResourcesOfOtherProvidersAreReviewed(t *testing.T) {
	r := reviewed(t, planned(t, nil,
		change("rabbitmq_queue.strings", other, nil, object{"name": "strings", "settings": []object{{"durable": true, "arguments": object{"x-message-ttl": "60000"}}}}, nil),
		change("rabbitmq_queue.json", other, nil, object{"name": "json", "vhost": "v", "settings": []object{{"durable": true, "arguments_json": `{"x-queue-type":"quorum","x-message-ttl":60000}`}}}, nil),
		change("rabbitmq_exchange.dlx", other, nil, object{"name": "dlx", "vhost": "v", "settings": []object{{"type": "direct", "durable": true}}}, nil),
		change("rabbitmq_policy.dead", other, nil, object{"name": "dead", "vhost": "v", "policy": []object{{
			"pattern": "^json$", "priority": 1, "apply_to": "queues", "definition": object{"dead-letter-exchange": "dlx", "message-ttl": "5000"},
		}}}, nil),
	))
	if !slices.Contains(said(r), "argument_type rabbitmq_queue.strings") || slices.Contains(said(r), "ttl_without_dlx rabbitmq_queue.json") {
		t.Errorf("%q", said(r))
	}
}

func TestWhatAChangeDoesToMessages(t *testing.T) {
	r := reviewed(t, planned(t, nil,
		change("rabbitmq_queue.replaced", this, queue(object{"name": "replaced"}), queue(object{"name": "replaced", "type": "classic", "delivery_limit": nil, "message_ttl": "1m"}), nil),
		change("rabbitmq_queue.gone", this, queue(object{"name": "gone", "deletion_policy": "force"}), nil, nil),
		change("rabbitmq_queue.migrated", this, queue(object{"name": "migrated", "on_replace": "migrate"}), queue(object{"name": "migrated", "on_replace": "migrate", "max_length": 5}), nil),
		change("rabbitmq_queue.same", this, queue(object{"name": "same"}), queue(object{"name": "same"}), nil),
		change("rabbitmq_binding.b", this, object{"vhost": "/", "source": "amq.direct", "destination": "same", "destination_type": "queue", "routing_key": "k"}, nil, nil),
	))
	var got []string
	for _, c := range r.Changes {
		got = append(got, string(c.Change)+" "+c.Address)
	}
	want := []string{"delete rabbitmq_queue.gone", "migrate rabbitmq_queue.migrated", "replace rabbitmq_queue.replaced", "delete rabbitmq_binding.b", "update rabbitmq_queue.migrated", "update rabbitmq_queue.replaced"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if effect := r.Changes[0].Effect; !strings.Contains(effect, "lost") {
		t.Error(effect)
	}
}

// The exchange that a binding starts from is often somebody else's.
func TestBindingsFromExchangesOfOthersAreReviewed(t *testing.T) {
	binding := func(key string) object {
		return object{"vhost": "/", "source": "elsewhere", "destination": "q", "destination_type": "queue", "routing_key": key}
	}
	r := reviewed(t, planned(t, nil, change("rabbitmq_binding.long", this, nil, binding(strings.Repeat("k", 256)), nil), change("rabbitmq_binding.gone", this, binding("k"), nil, nil)))
	wantSaid(t, r, "routing_key_too_long rabbitmq_binding.long")
	if len(r.Changes) != 1 || r.Changes[0].Change != topology.Deleted || r.Changes[0].Address != "rabbitmq_binding.gone" {
		t.Errorf("%+v", r.Changes)
	}
}

func TestExchangesWithReservedNamesAreReviewed(t *testing.T) {
	x := object{"vhost": "/", "name": "amq.payments", "type": "direct", "durable": true, "auto_delete": false, "internal": false}
	wantSaid(t, reviewed(t, planned(t, nil, change("rabbitmq_exchange.x", this, nil, x, nil))), "name_invalid rabbitmq_exchange.x")
}

// The members are those of RabbitMQ's export: of a cluster, and of a virtual host, whose objects do not name it.
func TestDefinitionsAreReviewed(t *testing.T) {
	q := object{"name": "q", "durable": true, "auto_delete": false, "arguments": object{"x-message-ttl": 60000}}
	dlx := object{"vhost": "v", "component": "operator_policy", "name": "cap", "value": object{"pattern": ".*", "apply-to": "queues", "priority": 0, "definition": object{"message-ttl": 1000}}}
	for name, test := range map[string]struct {
		export object
		vhost  string
	}{
		"cluster": {object{"rabbit_version": "4.0.5", "vhosts": []object{{"name": "v"}}, "queues": []object{with(q, "vhost", "v")}, "parameters": []object{dlx}}, "v"},
		"vhost":   {object{"rabbit_version": "4.3.6", "original_vhost_name": "v", "queues": []object{q}, "exchanges": []object{}}, "v"},
	} {
		content, err := json.Marshal(test.export)
		if err != nil {
			t.Fatal(err)
		}
		r := reviewed(t, content)
		if len(r.Findings) == 0 || r.Findings[len(r.Findings)-1].Vhost != test.vhost || r.Source != "definitions" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func with(o object, key string, value any) object {
	more := object{key: value}
	for k, v := range o {
		more[k] = v
	}
	return more
}

func TestUnusableInput(t *testing.T) {
	for _, content := range []string{"", "PK\x03\x04", "{}", "[]", `{"lineage":"x","terraform_version":"1"}`, `{"resource_changes":[],"format_version":"0.0"}`, `{"queues":3}`,
		`{"format_version":"1.2","errored":true,"resource_changes":[]}`} {
		if _, err := Read(t.Context(), []byte(content)); err == nil {
			t.Errorf("%q is read", content)
		}
	}
}

func TestSARIFIsValid(t *testing.T) {
	r := reviewed(t, planned(t, nil, change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil)))
	r.Suppressed = append(r.Suppressed, Suppressed{r.Findings[0], "known"})
	for file, uri := range map[string]string{"plan.json": "plan.json", `a dir/the #1 "plan".json`: "a%20dir/the%20%231%20%22plan%22.json", "/tmp/plan.json": "file:///tmp/plan.json"} {
		report := r.sarifOf(file)
		if err := report.Validate(); err != nil {
			t.Error(err)
		}
		if got := *report.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != uri {
			t.Errorf("%s: %s", file, got)
		}
	}
}

// Names may have any character; none may end a table or a code span.
func TestMarkdownKeepsItsForm(t *testing.T) {
	r := &Report{Findings: []Finding{{Rule: "r", Severity: lint.Error, Kind: topology.KindQueue, Object: "a|b`c\nd", Vhost: "<v>", Consequence: "x | y\n<b>"}}}
	var text bytes.Buffer
	if err := r.Markdown(&text, &Input{}); err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "|") {
			rows++
			if n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); n != 6 {
				t.Errorf("%d columns: %s", n-1, line)
			}
		}
	}
	if rows != 3 || !strings.Contains(text.String(), "`` a\\|b`c d ``") || strings.Contains(text.String(), "<b>") {
		t.Error(text.String())
	}
}

func TestExitCodes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, planned(t, nil, change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		code      int
		arguments string
	}{
		{0, file}, {1, "--fail-on warning " + file}, {0, "--fail-on off " + file}, {2, "--fail-on never " + file}, {2, "--format xml " + file},
		{2, file + ".missing"}, {2, ""}, {2, "--no-such-flag " + file}, {2, "--vhost missing " + file}, {0, "--help"}, {2, "-"}, {2, "--suppressions " + file + " " + file},
		{0, file + " " + file}, {2, "--format json " + file + " " + file}, {0, "--format json " + file}, {0, "--format sarif " + file}, {0, "--format junit " + file}, {0, "--format markdown " + file}, {0, "--format mermaid " + file}, {0, "--format svg " + file}, {0, "--format html " + file},
	} {
		var out, errs bytes.Buffer
		if code := Run(strings.Fields(test.arguments), strings.NewReader("no JSON"), &out, &errs); code != test.code {
			t.Errorf("%s: %d, want %d: %s", test.arguments, code, test.code, &errs)
		}
		if test.code == 2 && errs.Len() == 0 {
			t.Errorf("%s: no word on why", test.arguments)
		}
	}
}

func TestReportsOfSeveralFilesSayWhichTheyAreAbout(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, planned(t, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := Run([]string{file, file}, nil, &out, &errs); code != 0 || strings.Count(out.String(), file+":\n") != 2 {
		t.Errorf("%d: %s%s", code, &out, &errs)
	}
}

// acts says what the plan does to the resource.
func acts(c object, actions ...string) object {
	c["change"].(object)["actions"] = actions
	return c
}

func TestReplacementsAndDepartures(t *testing.T) {
	two := int64(2)
	review := func(changes ...object) *Report {
		t.Helper()
		input, err := Read(t.Context(), planned(t, nil, changes...))
		if err != nil {
			t.Fatal(err)
		}
		for _, hosts := range []map[string]*Host{input.Before, input.After} {
			for _, q := range hosts["/"].Queues() {
				q.Messages = &two
			}
		}
		return New(input, nil)
	}
	same := func(actions ...string) object {
		return acts(change("rabbitmq_queue.q", this, queue(nil), queue(nil), nil), actions...)
	}
	wantSaid(t, review(same("no-op")))
	wantSaid(t, review(same("delete", "create")), "replace_loses_messages rabbitmq_queue.q")
	wantSaid(t, review(acts(change("rabbitmq_queue.q", this, queue(nil), nil, nil), "delete")), "replace_loses_messages rabbitmq_queue.q")
	wantSaid(t, review(acts(change("rabbitmq_queue.q", this, queue(nil), nil, nil), "forget")))
	gone := review(acts(change("rabbitmq_queue.q", other, object{"name": "q", "settings": []object{{"durable": true}}}, nil, nil), "delete"))
	if len(gone.Changes) != 1 || !strings.Contains(gone.Changes[0].Effect, "2 messages at the last count, which are lost") {
		t.Errorf("%+v", gone.Changes)
	}
}

// Rules that see what goes say it of what stays.
func TestWhatGoesIsMissedByWhatStays(t *testing.T) {
	dlx := object{"vhost": "/", "name": "dlx", "type": "direct", "durable": true, "auto_delete": false, "internal": false}
	stays := queue(object{"dead_letter": object{"exchange": "dlx", "routing_key": "k"}})
	r := reviewed(t, planned(t, nil,
		acts(change("rabbitmq_exchange.dlx", this, dlx, nil, nil), "delete"),
		acts(change("rabbitmq_queue.q", this, stays, stays, nil), "no-op")))
	wantSaid(t, r, "dlx_missing rabbitmq_queue.q")
}

func TestSensitiveValuesStaySecret(t *testing.T) {
	c := change("rabbitmq_queue.q", this, nil, queue(object{"name": "sec.hunter2", "message_ttl": "1m"}), nil)
	c["change"].(object)["after_sensitive"] = object{"name": true}
	content := planned(t, nil, c)
	for format, write := range formats {
		input, err := Read(t.Context(), content)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := write(input, New(input, nil), &out, "plan.json"); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "hunter2") {
			t.Errorf("%s tells the secret", format)
		}
	}
}

// What stands for them is the same each time, so that reports of one plan are.
func TestSensitiveValuesHaveTheSameNamesInEachReport(t *testing.T) {
	c := change("rabbitmq_queue.q", this, nil, queue(object{"name": "sec.hunter2", "dead_letter": object{"exchange": "sec.dlx", "routing_key": "sec.key"}}), nil)
	c["change"].(object)["after_sensitive"] = object{"name": true, "dead_letter": object{"exchange": true, "routing_key": true}}
	content := planned(t, nil, c)
	var first string
	for range 20 {
		input, err := Read(t.Context(), content)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := formats["mermaid"](input, New(input, nil), &out, "plan.json"); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = out.String()
		}
		if out.String() != first {
			t.Fatalf("%s\nand then\n%s", first, out.String())
		}
	}
}

// So terraform show -json writes a state that there is not yet (Terraform 1.11.4).
func TestAStateWithoutAnythingIsReviewed(t *testing.T) {
	input, err := Read(t.Context(), []byte(`{"format_version":"1.0"}`))
	if err != nil || input.Source != "state" || len(input.After) > 0 {
		t.Errorf("%+v, %v", input, err)
	}
}

func TestTextOfPowerShellIsRead(t *testing.T) {
	plain := planned(t, nil)
	wide := []byte{0xff, 0xfe}
	for _, b := range plain {
		wide = append(wide, b, 0)
	}
	for name, content := range map[string][]byte{"UTF-8 with a mark": append([]byte{0xef, 0xbb, 0xbf}, plain...), "UTF-16": wide, "null": planned(t, nil, nil)} {
		if _, err := Read(t.Context(), content); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
