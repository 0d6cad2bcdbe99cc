package examples_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// A review knows the whole, and has nothing more to say of examples than their plans have, with a broker or without. What is then applied and
// destroyed is the same topology.
func TestAccExamplesAreReviewedWithoutFindings(t *testing.T) {
	b := acctest.Broker(t)
	for _, example := range topologies {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, b, b.Vhost(t), example)
			w.review("plan")
			w.run(terraform(t), "apply", "-auto-approve", "-input=false")
			w.review("plan", "-destroy")
		})
	}
}

// review reviews a plan in every way.
func (w *workspace) review(plan ...string) {
	w.t.Helper()
	w.savePlan(plan...)
	for _, arguments := range []string{"", "--broker", "--format html", "--format markdown --broker"} {
		text := w.run(program(w.t), append(append([]string{"review", "--fail-on", "warning"}, strings.Fields(arguments)...), "plan.json")...)
		if !strings.Contains(text, "0 errors, 0 warnings, 0 suppressed") {
			w.t.Errorf("review %s of %v in %s: %s", arguments, plan, w.example, text)
		}
	}
}

// savePlan makes plan.json.
func (w *workspace) savePlan(plan ...string) {
	w.t.Helper()
	w.run(terraform(w.t), append(plan, "-out=tfplan", "-input=false")...)
	w.write("plan.json", w.run(terraform(w.t), "show", "-json", "tfplan"))
}

// program is the provider's executable.
func program(t *testing.T) string {
	t.Helper()
	directory, err := buildProvider()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(directory, "terraform-provider-rabbitmq")
}

// run runs a program that must succeed, and returns what it prints.
func (w *workspace) run(program string, args ...string) string {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), program, args...)
	cmd.Dir, cmd.Env = w.directory, append(w.env, "TF_IN_AUTOMATION=1")
	cmd.Stderr = os.Stderr
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("%s %v in %s: %v\n%s", filepath.Base(program), args, w.example, err, &stdout)
	}
	return stdout.String()
}
