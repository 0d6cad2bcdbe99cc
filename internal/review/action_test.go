package review

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// actionRun runs the steps of action.yml as GitHub does.
type actionRun struct {
	t         *testing.T
	directory string
	// github answers expressions that are no inputs.
	github map[string]string
	// answer is what GitHub's client prints when it is asked for comments, or nothing for a client that fails.
	answer string
	stdout string
}

const githubClient = `#!/bin/sh
printf '%s\n' "$*" >>"$CALLS"
[ -n "$ANSWER" ] || exit 1
case $* in *graphql*) printf '%s' "$ANSWER" | grep -v none || true ;; esac
`

func newActionRun(t *testing.T) *actionRun {
	t.Helper()
	directory := t.TempDir()
	root, err := filepath.Abs("../..")
	if err == nil {
		err = os.WriteFile(filepath.Join(directory, "gh"), []byte(githubClient), 0o700) //nolint:gosec // a program
	}
	if err != nil {
		t.Fatal(err)
	}
	return &actionRun{t: t, directory: directory, github: map[string]string{
		"github.token": "token", "github.action_path": root, "github.repository": "team/queues", "github.event.pull_request.number": "7",
	}}
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z_.-]+) *\}\}`)

// run runs all steps up to the one that fails, and returns the exit code.
func (a *actionRun) run(inputs map[string]string) int {
	a.t.Helper()
	content, err := os.ReadFile("../../action.yml")
	if err != nil {
		a.t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				ID, If, Run string
				Env         map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(content, &action); err != nil {
		a.t.Fatal(err)
	}
	values := map[string]string{}
	for name, input := range action.Inputs {
		values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		values["inputs."+name] = value
	}
	for name, value := range a.github {
		values[name] = value
	}
	for _, file := range []string{"calls", "summary", "output"} {
		a.write(file, "")
	}
	a.stdout = ""
	for _, step := range action.Runs.Steps {
		if step.Run == "" || strings.Contains(step.If, "outputs.code != '0'") && strings.Contains(a.read("output"), "code=0") {
			continue
		}
		if expression.MatchString(step.Run) {
			a.t.Errorf("a script with values pasted into it runs what is in them: %s", step.Run)
		}
		cmd := exec.CommandContext(a.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = a.directory
		cmd.Env = append(os.Environ(), "PATH="+a.directory+":"+os.Getenv("PATH"), "RUNNER_TEMP="+a.directory, "GITHUB_JOB=plan", "CALLS="+a.path("calls"),
			"ANSWER="+a.answer, "GITHUB_STEP_SUMMARY="+a.path("summary"), "GITHUB_OUTPUT="+a.path("output"))
		for name, value := range step.Env {
			for expression.MatchString(value) {
				value = expression.ReplaceAllStringFunc(value, func(e string) string { return values[expression.FindStringSubmatch(e)[1]] })
			}
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		a.stdout += string(out)
		if err != nil {
			return cmd.ProcessState.ExitCode()
		}
	}
	return 0
}

func (a *actionRun) path(file string) string { return filepath.Join(a.directory, file) }

func (a *actionRun) write(file, content string) {
	a.t.Helper()
	if err := os.WriteFile(a.path(file), []byte(content), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

func (a *actionRun) read(file string) string {
	a.t.Helper()
	content, err := os.ReadFile(a.path(file))
	if err != nil {
		a.t.Fatal(err)
	}
	return string(content)
}

// want fails the test unless a file has these texts.
func (a *actionRun) want(file string, texts ...string) {
	a.t.Helper()
	content := a.read(file)
	for _, text := range texts {
		if !strings.Contains(content, text) {
			a.t.Errorf("%q is not in the file %s: %.2000s\n%s", text, file, content, a.stdout)
		}
	}
}

func TestTheActionReviewsAPlan(t *testing.T) {
	a := newActionRun(t)
	a.answer = "none"
	a.write("none.json", string(planned(t, nil)))
	if code := a.run(map[string]string{"plan": "none.json"}); code != 0 {
		t.Fatalf("%d: %s", code, a.stdout)
	}
	a.want("summary", "0 errors, 0 warnings")
	a.want("calls", "repos/team/queues/issues/7/comments -F body=@")
	a.want("comment.md.marked", "<!-- terraform-provider-rabbitmq review ", "0 errors")

	// Nothing in a name is run. The comment that is there is changed.
	name := `with space; "$(touch run)".json`
	a.write(name, string(planned(t, nil, change("rabbitmq_queue.q", this, nil, queue(object{"message_ttl": "1m"}), nil))))
	a.answer = "42"
	if code := a.run(map[string]string{"plan": name, "fail-on": "warning"}); code != 1 {
		t.Errorf("%d: %s", code, a.stdout)
	}
	a.want("summary", "ttl_without_dlx")
	a.want("output", "code=1", "sarif=", "report=")
	a.want("calls", "-X PATCH repos/team/queues/issues/comments/42")
	if _, err := os.Stat(a.path("run")); err == nil {
		t.Error("a part of the name was run")
	}
	var sarif struct{ Runs []struct{ Results []any } }
	if err := json.Unmarshal([]byte(a.read("review.sarif")), &sarif); err != nil || len(sarif.Runs) != 1 || len(sarif.Runs[0].Results) != 1 {
		t.Errorf("%v: %+v", err, sarif)
	}
	a.write("accepted.yml", "- rule: ttl_without_dlx\n  reason: prices\n")
	if code := a.run(map[string]string{"plan": name, "fail-on": "warning", "suppressions": "accepted.yml"}); code != 0 {
		t.Errorf("%d: %s", code, a.stdout)
	}
}

func TestTheActionSaysWhatItCannotDo(t *testing.T) {
	a := newActionRun(t)
	a.write("plan.json", "no JSON")
	if code := a.run(map[string]string{"plan": "plan.json"}); code != 2 || !strings.Contains(a.stdout, "the input is no JSON") || a.read("calls") != "" {
		t.Errorf("%d: %s", code, a.stdout)
	}
	a.write("plan.json", string(planned(t, nil)))
	if code := a.run(map[string]string{"plan": "plan.json"}); code != 0 || !strings.Contains(a.stdout, "::warning::") {
		t.Errorf("without the right to comment: %d: %s", code, a.stdout)
	}
}

// A comment may have 65,536 characters, and a summary 1 MiB.
func TestTheActionShortensWhatIsTooLong(t *testing.T) {
	a := newActionRun(t)
	a.answer = "none"
	queues := make([]object, 5000)
	for i := range queues {
		queues[i] = object{"name": fmt.Sprintf("q.%d", i), "vhost": "/", "durable": true, "auto_delete": false, "arguments": object{"x-message-ttl": 1000}}
	}
	content, err := json.Marshal(object{"rabbit_version": "4.3.6", "queues": queues})
	if err != nil {
		t.Fatal(err)
	}
	a.write("definitions.json", string(content))
	if code := a.run(map[string]string{"plan": "definitions.json"}); code != 0 {
		t.Fatalf("%d: %s", code, a.stdout)
	}
	for file, limit := range map[string]int{"comment.md.marked": 65536, "summary": 1 << 20} {
		text := []byte(a.read(file))
		if len(text) > limit || len(text) < limit*8/10 || !bytes.Contains(text, []byte("longer than this place has room for")) || bytes.Contains(text, []byte("mermaid")) {
			t.Errorf("%s has %d bytes: %.300s ... %s", file, len(text), text, text[len(text)-300:])
		}
	}
	if len(a.read("review.md")) < 1<<20 {
		t.Errorf("the whole report has %d bytes", len(a.read("review.md")))
	}
}
