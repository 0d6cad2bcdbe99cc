package examples_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// reviews is where make reviews wants what the tests below write.
var reviews = flag.String("reviews", "", "folder to write the reviews of the quickstart, of every rule and of a definitions export to")

const everyRule = "every-rule"

// unreviewed are the rules that no review has, and why.
var unreviewed = map[string]string{
	"delay_queue_consumed": "who consumes is true of a moment, and the plan and rabbitmq_topology say it",
	"owned_twice":          "the plan stops before there is anything to review",
	"vhost_unusable":       "the review lists virtual hosts that are not there as not known",
}

func TestEveryRuleOfReviewsHasAnExample(t *testing.T) {
	announcements := announced(t, everyRule)
	for _, rule := range lint.Rules() {
		shown := slices.ContainsFunc(announcements, func(a string) bool { return strings.HasPrefix(a, rule.ID+" ") })
		if reason := unreviewed[rule.ID]; shown == (reason != "") || (rule.Homes&lint.Review != 0) != shown {
			t.Errorf("rule %s: shown %t, reason %q, in reviews %t", rule.ID, shown, reason, rule.Homes&lint.Review != 0)
		}
	}
}

func TestAccReviewFindsEveryRule(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, `{"type":"direct","durable":true}`, "exchanges", vhost, "rerouted")
	holding := map[string][]string{"replaced": {"order"}, "held": {"first", "second"}}
	for queue, messages := range holding {
		b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum"}`), "queues", vhost, queue)
		for _, message := range messages {
			b.Publish(t, vhost, queue, message)
		}
	}
	for queue, messages := range holding {
		for counted := false; !counted; time.Sleep(100 * time.Millisecond) {
			var q struct{ Messages int }
			counted = json.Unmarshal(b.API(t, http.MethodGet, "", "queues", vhost, queue), &q) == nil && q.Messages == len(messages)
		}
	}
	w := newWorkspace(t, b, vhost, everyRule)
	w.env = append(w.env, "TF_VAR_vhost="+vhost)
	w.savePlan("plan")
	var want, got []string
	for _, finding := range w.announced {
		rule, _, _ := strings.Cut(finding, " ")
		// Older brokers ignore what queues say about delayed retries: that is what the review says then.
		if !strings.HasPrefix(rule, "delayed_retry_") || b.AtLeast(t, "4.3.0") {
			want = append(want, rule)
		}
	}
	var report struct{ Findings []struct{ Rule string } }
	if err := json.Unmarshal([]byte(w.run(program(t), "review", "--broker", "--format", "json", "plan.json")), &report); err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		got = append(got, f.Rule)
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the review found %q, announced is %q", got, want)
	}
	w.writeReviews(everyRule, "plan.json", "--broker")
}

func TestAccReviewsOfAPlanAndOfDefinitions(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	w := newWorkspace(t, b, vhost, "quickstart")
	w.savePlan("plan")
	w.writeReviews("quickstart", "plan.json", "--broker")

	teams, err := os.ReadFile("../internal/review/testdata/teams.json")
	if err != nil {
		t.Fatal(err)
	}
	b.API(t, http.MethodPost, string(teams), "definitions", vhost)
	w.write("definitions.json", string(b.API(t, http.MethodGet, "", "definitions", vhost)))
	w.writeReviews("definitions", "definitions.json")
}

// writeReviews writes the review of a file in the forms that somebody may want to look at.
func (w *workspace) writeReviews(name, file string, arguments ...string) {
	w.t.Helper()
	directory := *reviews
	if directory == "" {
		directory = w.t.TempDir()
	}
	for format, extension := range map[string]string{"markdown": "md", "sarif": "sarif", "mermaid": "mmd", "svg": "svg", "html": "html"} {
		text := w.run(program(w.t), slices.Concat([]string{"review", "--fail-on", "off", "--format", format}, arguments, []string{file})...)
		if format == "sarif" {
			report, err := sarif.FromBytes([]byte(text))
			if err == nil {
				err = report.Validate()
			}
			if err != nil {
				w.t.Errorf("%s in SARIF: %v", name, err)
			}
		}
		if err := os.WriteFile(filepath.Join(directory, name+"."+extension), []byte(text), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
}
