// Package examples_test plans every example with Terraform itself, against a real broker, and compares what the plan says with
// what the example promises.
package examples_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
)

// topologies are the examples that are whole configurations.
var topologies = []string{"quickstart", "delay-tiers", "one-time-codes", "telemetry", "price-feed", "ttl-ceiling", "settings-in-policy", "retry-topology", "delay-network", "audit"}

func TestAccExamplesPlanWithoutFindings(t *testing.T) {
	b := acctest.Broker(t)
	for _, example := range topologies {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			newWorkspace(t, b, b.Vhost(t), example).expect("plan")
		})
	}
}

// Once applied there is nothing to do. Whatever dead-letters to what goes is going too, in whatever order Terraform plans that.
func TestAccExamplesAreStableAndGoWithoutFindings(t *testing.T) {
	b := acctest.Broker(t)
	for _, example := range topologies {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, b, b.Vhost(t), example)
			w.expect("apply", "-auto-approve")
			w.expect("plan", "-detailed-exitcode") // its exit code is 2 if there is anything to do
			w.expect("plan", "-destroy")
			files, _ := filepath.Glob(filepath.Join(w.directory, "*.tf"))
			for _, file := range files {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			}
			w.write("main.tf", "terraform {\n  required_providers {\n    rabbitmq = { source = \"delaytier/rabbitmq\" }\n  }\n}\nprovider \"rabbitmq\" {}\n")
			w.expect("apply", "-auto-approve")
		})
	}
}

// The examples of the resources' documentation pages leave out what all have in common, and their import blocks are about objects
// that are there already.
func TestAccResourceExamplesPlanWithoutFindings(t *testing.T) {
	b := acctest.Broker(t)
	directories, err := filepath.Glob("resources/*")
	if err != nil || len(directories) == 0 {
		t.Fatal("no examples of resources", err)
	}
	for _, example := range directories {
		t.Run(filepath.Base(example), func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, b, b.Vhost(t), example)
			w.write("versions.tf", "terraform {\n  required_providers {\n    rabbitmq = { source = \"delaytier/rabbitmq\" }\n  }\n}\n")
			w.expect("validate")
			if err := os.Remove(filepath.Join(w.directory, "import-by-string-id.tf")); err != nil {
				t.Fatal(err)
			}
			w.expect("plan")
		})
	}
}

// Data sources are about what somebody else has made, a policy and an operator policy of one name among that.
func TestAccDataSourceExamplesCanBePlanned(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.API(t, http.MethodPut, acctest.Queue(`{}`), "queues", vhost, "orders")
	b.API(t, http.MethodPut, `{"type":"topic","durable":true}`, "exchanges", vhost, "events")
	for _, kind := range []string{"policies", "operator-policies"} {
		b.API(t, http.MethodPut, `{"pattern":"^orders$","apply-to":"queues","definition":{"message-ttl":60000}}`, kind, vhost, "short")
	}
	directories, err := filepath.Glob("data-sources/*")
	if err != nil || len(directories) == 0 {
		t.Fatal("no examples of data sources", err)
	}
	for _, example := range directories {
		t.Run(filepath.Base(example), func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, b, vhost, example)
			w.write("versions.tf", "terraform {\n  required_providers {\n    rabbitmq = { source = \"delaytier/rabbitmq\" }\n  }\n}\n")
			w.run(terraform(t), "plan", "-input=false")
		})
	}
}

func TestAccProviderExampleIsValid(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	newWorkspace(t, b, "", "provider").expect("validate")
}

// mistakesOf4_3 are about delayed retry, which older brokers accept and ignore: that is what the plan says then.
const mistakesOf4_3 = "mistakes/delayed_retry"

func TestAccMistakesAreFoundAsAnnounced(t *testing.T) {
	b := acctest.Broker(t)
	for example, command := range map[string]string{"mistakes/offline": "validate", "mistakes/plan": "plan", "mistakes/policies": "plan", mistakesOf4_3: "plan"} {
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			vhost := ""
			if command == "plan" {
				vhost = b.Vhost(t)
			}
			if example == "mistakes/policies" {
				setPolicies(t, b, vhost, example)
			}
			w := newWorkspace(t, b, vhost, example)
			if example == mistakesOf4_3 && !b.AtLeast(t, "4.3.0") {
				w.announced = []string{"argument_needs_version (error)"}
			}
			w.expect(command)
		})
	}
}

// unshown are the rules about what is there already: no configuration alone can show them.
var unshown = []string{"replace_loses_messages", "delay_queue_consumed", "policy_ttl_not_retroactive", "policy_drops_messages", "exchange_replaced"}

func TestMistakesShowEveryRuleOfThePlan(t *testing.T) {
	var announcements []string
	for _, example := range []string{"mistakes/offline", "mistakes/plan", "mistakes/policies", mistakesOf4_3} {
		announcements = append(announcements, announced(t, example)...)
	}
	for _, rule := range lint.Rules() {
		if rule.Homes&(lint.Validate|lint.Plan) == 0 || slices.Contains(unshown, rule.ID) {
			continue
		}
		if !slices.Contains(announcements, fmt.Sprintf("%s (%s)", rule.ID, rule.Default)) {
			t.Errorf("no mistake shows the rule %s", rule.ID)
		}
	}
}

var announcement = regexp.MustCompile(`(?m)^# ([a-z_]+ \((?:error|warning)\)): `)

// announced lists the findings that the comments of an example announce, as "rule (severity)", sorted.
func announced(t *testing.T, example string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, "main.tf"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var all []string
	for _, match := range announcement.FindAllStringSubmatch(string(text), -1) {
		all = append(all, match[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

var policyCommand = regexp.MustCompile(`(?m)^#   rabbitmqctl set_policy (\S+) '(\S+)' '(\S+)' --priority (\d+)$`)

// setPolicies makes the policies that the comment of an example asks for.
func setPolicies(t *testing.T, b *acctest.BrokerInfo, vhost, example string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(example, "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	commands := policyCommand.FindAllStringSubmatch(string(text), -1)
	if len(commands) == 0 {
		t.Fatalf("%s asks for no policies", example)
	}
	for _, c := range commands {
		b.API(t, http.MethodPut, fmt.Sprintf(`{"pattern":%q,"definition":%s,"priority":%s}`, c[2], c[3], c[4]), "policies", vhost, c[1])
	}
}

// workspace is a copy of an example in which Terraform runs with the provider as it is built from this tree.
type workspace struct {
	t         *testing.T
	example   string
	directory string
	env       []string
	// announced are the findings that Terraform is expected to say.
	announced []string
}

func newWorkspace(t *testing.T, b *acctest.BrokerInfo, vhost, example string) *workspace {
	t.Helper()
	w := &workspace{t: t, example: example, directory: t.TempDir(), announced: announced(t, example)}
	files, err := filepath.Glob(filepath.Join(example, "*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no configuration (%v)", example, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		w.write(filepath.Base(file), string(text))
	}
	provider, err := buildProvider()
	if err != nil {
		t.Fatal(err)
	}
	w.write("overrides.tfrc", fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"delaytier/rabbitmq\" = %s\n  }\n  direct {}\n}\n", acctest.HCL(provider)))
	w.env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(w.directory, "overrides.tfrc"), "CHECKPOINT_DISABLE=1",
		"RABBITMQ_ENDPOINT="+b.Endpoint, "RABBITMQ_USERNAME="+b.Username, "RABBITMQ_PASSWORD="+b.Password, "RABBITMQ_VHOST="+vhost)
	return w
}

func (w *workspace) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.directory, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// expect runs Terraform and fails the test unless its diagnostics are those that the example announces, and it succeeds if none of
// them is an error.
func (w *workspace) expect(args ...string) {
	w.t.Helper()
	args = append(args, "-json")
	if args[0] != "validate" {
		args = append(args, "-input=false")
	}
	cmd := exec.CommandContext(w.t.Context(), terraform(w.t), args...)
	cmd.Dir, cmd.Env = w.directory, w.env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	want := w.announced
	got, text := found(w.t, out)
	if !slices.Equal(got, want) {
		w.t.Errorf("terraform %v in %s found %q, announced is %q\n%s%s", args, w.example, got, want, text, stderr.String())
	}
	mayFail := slices.ContainsFunc(want, func(finding string) bool { return strings.HasSuffix(finding, "(error)") })
	if failed := err != nil; failed != mayFail {
		w.t.Errorf("terraform %v in %s: %v\n%s%s", args, w.example, err, text, stderr.String())
	}
}

type diagnostic struct{ Severity, Summary, Detail string }

// found reads the diagnostics in what Terraform writes as JSON: an object for each, or one with all of them (validate). What is not a finding
// of a rule is returned with its whole summary.
func found(t *testing.T, out []byte) (findings []string, text string) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(out))
	for decoder.More() {
		var message struct {
			Diagnostic  *diagnostic
			Diagnostics []diagnostic
		}
		if err := decoder.Decode(&message); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if message.Diagnostic != nil {
			message.Diagnostics = append(message.Diagnostics, *message.Diagnostic)
		}
		for _, d := range message.Diagnostics {
			if strings.Contains(d.Summary, "development overrides") {
				continue
			}
			rule, _, ok := strings.Cut(d.Summary, ":")
			if !ok || !lint.Known(rule) {
				rule = d.Summary
			}
			findings = append(findings, fmt.Sprintf("%s (%s)", rule, d.Severity))
			text += fmt.Sprintf("%s: %s\n%s\n", d.Severity, d.Summary, d.Detail)
		}
	}
	slices.Sort(findings)
	return slices.Compact(findings), text
}

func terraform(t *testing.T) string {
	t.Helper()
	if program := os.Getenv("TF_ACC_TERRAFORM_PATH"); program != "" {
		return program
	}
	for _, name := range []string{"terraform", "tofu"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	t.Fatal("neither terraform nor tofu is on the PATH, and TF_ACC_TERRAFORM_PATH names none")
	return ""
}

// executables is the directory of the provider's executable once it is built; TestMain removes it.
var executables string

// buildProvider builds the provider once for all tests and returns the directory of its executable.
var buildProvider = sync.OnceValues(func() (directory string, err error) {
	if directory, err = os.MkdirTemp("", "examples"); err != nil {
		return "", err
	}
	executables = directory
	cmd := exec.CommandContext(context.Background(), "go", "build", "-o", filepath.Join(directory, "terraform-provider-rabbitmq"), "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := cmd.CombinedOutput(); err != nil {
		return directory, fmt.Errorf("building the provider: %w\n%s", err, output)
	}
	return directory, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(executables)
	os.Exit(code)
}
