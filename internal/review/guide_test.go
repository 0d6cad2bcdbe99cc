package review

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

var snippet = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// guideSnippet reads the YAML example of the guide that has a word.
func guideSnippet(t *testing.T, with string, into any) {
	t.Helper()
	guide, err := os.ReadFile("../../docs/guides/review.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range snippet.FindAllStringSubmatch(string(guide), -1) {
		if strings.Contains(match[1], with) {
			if err := yaml.Unmarshal([]byte(match[1]), into); err != nil {
				t.Fatalf("%v: %s", err, match[1])
			}
			return
		}
	}
	t.Fatalf("the guide has no example with %q", with)
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../..", file))
	if err == nil {
		err = yaml.Unmarshal(content, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func TestTheWorkflowOfTheGuideFitsTheAction(t *testing.T) {
	var action struct{ Inputs, Outputs map[string]any }
	readYAML(t, "action.yml", &action)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses, If string
				With     map[string]string
			}
		}
	}
	guideSnippet(t, "runs-on", &workflow)
	output := regexp.MustCompile(`steps\.review\.outputs\.([a-z]+)`)
	used := 0
	for _, step := range workflow.Jobs["plan"].Steps {
		if strings.HasPrefix(step.Uses, "delaytier/terraform-provider-rabbitmq@") {
			used++
			for name := range step.With {
				if action.Inputs[name] == nil {
					t.Errorf("the action has no input %s", name)
				}
			}
		}
		for _, match := range output.FindAllStringSubmatch(step.If+step.With["sarif_file"], -1) {
			used++
			if action.Outputs[match[1]] == nil {
				t.Errorf("the action has no output %s", match[1])
			}
		}
	}
	if used != 3 {
		t.Errorf("action and outputs are used %d times", used)
	}
}

func TestTheHookOfTheGuideIsOffered(t *testing.T) {
	var offered []struct{ ID, Entry, Language, Files string }
	readYAML(t, ".pre-commit-hooks.yaml", &offered)
	var config struct {
		Repos []struct{ Hooks []struct{ ID string } }
	}
	guideSnippet(t, "repos:", &config)
	if len(offered) != 1 || config.Repos[0].Hooks[0].ID != offered[0].ID {
		t.Fatalf("%+v: %+v", offered, config)
	}
	files := regexp.MustCompile(offered[0].Files)
	for name, want := range map[string]bool{"plan.json": true, "broker/definitions-live.json": true, "rabbitmq.json": true, "swagger-definitions.json": false, "airplane.json": false} {
		if files.MatchString(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}

// GitLab runs the lines of a script in one shell, which ends at the first command that fails.
func TestTheGitLabJobOfTheGuideRuns(t *testing.T) {
	var pipeline struct {
		Review struct {
			Script    []string
			Artifacts struct{ Reports struct{ JUnit string } }
		}
	}
	guideSnippet(t, "image: golang", &pipeline)
	directory := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o700); err != nil { //nolint:gosec // programs among them
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", filepath.Join(directory, "terraform-provider-rabbitmq"), "../..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	write("go", "#!/bin/sh\n")
	write("curl", "#!/bin/sh\nprintf '%s\\n' \"$*\" >>calls\n")
	for content, want := range map[string]int{
		string(planned(t, nil)): 0,
		"no JSON":               2,
		string(planned(t, nil, change("rabbitmq_exchange.x", this, nil, object{"vhost": "/", "name": "amq.x", "type": "direct", "durable": true, "auto_delete": false, "internal": false}, nil))): 1,
	} {
		write("plan.json", content)
		write("calls", "")
		cmd := exec.CommandContext(t.Context(), "bash", "-eo", "pipefail", "-c", strings.Join(pipeline.Review.Script, "\n"))
		cmd.Dir = directory
		cmd.Env = append(os.Environ(), "PATH="+directory+":"+os.Getenv("PATH"), "REVIEW_TOKEN=secret", "CI_API_V4_URL=api", "CI_PROJECT_ID=3", "CI_MERGE_REQUEST_IID=7")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != want {
			t.Errorf("%d, want %d: %s", code, want, out)
		}
		calls, err := os.ReadFile(filepath.Join(directory, "calls"))
		if err != nil {
			t.Fatal(err)
		}
		if posted := strings.Contains(string(calls), "body@review.md api/projects/3/merge_requests/7/notes"); posted != (want < 2) {
			t.Errorf("%d: %s", want, calls)
		}
		if _, err := os.Stat(filepath.Join(directory, pipeline.Review.Artifacts.Reports.JUnit)); err != nil {
			t.Error(err)
		}
	}
}
