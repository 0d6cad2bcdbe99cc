package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// terraform runs Terraform or OpenTofu in a copy of an example. TF_CLI_CONFIG_FILE, which scripts/demo sets, makes it take the
// provider that was just built.
type terraform struct {
	program, version, directory string
	env                         []string
	color                       bool
}

const quickstart = "examples/quickstart/main.tf"

func newTerraform(ctx context.Context, b *broker, out *printer) (*terraform, error) {
	t := &terraform{program: os.Getenv("TF_ACC_TERRAFORM_PATH"), color: out.terminal}
	if t.program == "" || os.Getenv("TF_CLI_CONFIG_FILE") == "" {
		return nil, errors.New("TF_ACC_TERRAFORM_PATH and TF_CLI_CONFIG_FILE are not set: run make demo, which sets them")
	}
	t.env = append(os.Environ(), "RABBITMQ_ENDPOINT="+b.endpoint, "RABBITMQ_USERNAME="+b.username,
		"RABBITMQ_PASSWORD="+b.password, "RABBITMQ_VHOST="+b.vhost, "TF_IN_AUTOMATION=1")
	version, err := t.command(ctx, "version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s version: %w", t.program, err)
	}
	t.version, _, _ = strings.Cut(string(version), "\n")
	text, err := os.ReadFile(quickstart)
	if err != nil {
		return nil, err
	}
	if t.directory, err = os.MkdirTemp("", "rabbitmq-demo"); err != nil {
		return nil, err
	}
	return t, t.write(filepath.Base(quickstart), string(text))
}

func (t *terraform) remove() error { return os.RemoveAll(t.directory) }

func (t *terraform) write(name, text string) error {
	return os.WriteFile(filepath.Join(t.directory, name), []byte(text), 0o600)
}

func (t *terraform) erase(name string) error { return os.Remove(filepath.Join(t.directory, name)) }

// run runs one command to its end and returns what it printed; ok is false if it failed. An interrupt from the keyboard reaches
// Terraform itself, which then ends its plugins before it ends.
func (t *terraform) run(ctx context.Context, args ...string) (output string, ok bool, err error) {
	args = append(args, "-input=false")
	text, err := t.command(context.WithoutCancel(ctx), args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", false, fmt.Errorf("%s %s: %w", t.program, args[0], err)
	}
	if !t.color {
		text = escape.ReplaceAll(text, nil)
	}
	return string(text), err == nil, ctx.Err()
}

// escape is what colours text on terminals. Terraform is not asked to leave the colours out, since it then leaves out the boxes around
// errors and warnings too.
var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

func (t *terraform) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, t.program, args...)
	cmd.Dir, cmd.Env = t.directory, t.env
	return cmd
}

// succeed runs a command that has to succeed and returns those lines of its output that contain one of some texts.
func (t *terraform) succeed(ctx context.Context, args []string, telling ...string) ([]string, error) {
	output, ok, err := t.run(ctx, args...)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("terraform %s failed:\n%s", strings.Join(args, " "), output)
	}
	var lines []string
	for line := range strings.Lines(output) {
		for _, text := range telling {
			if strings.Contains(line, text) {
				lines = append(lines, strings.TrimSpace(line))
				break
			}
		}
	}
	return lines, nil
}

// refuse runs a plan that has to fail with an error that contains a text, and returns the errors and warnings as Terraform
// writes them.
func (t *terraform) refuse(ctx context.Context, finding string, args ...string) ([]string, error) {
	output, ok, err := t.run(ctx, append([]string{"plan"}, args...)...)
	if err != nil {
		return nil, err
	}
	if ok {
		return nil, fmt.Errorf("the plan succeeded, although %s was expected to stop it:\n%s", finding, output)
	}
	said := diagnostics(output)
	for _, box := range said {
		if strings.Contains(box, "Error: ") && strings.Contains(box, finding) {
			return said, nil
		}
	}
	return nil, fmt.Errorf("the plan failed without saying %s:\n%s", finding, output)
}

// diagnostics returns the boxes that Terraform draws around errors and warnings, except the one about the provider that stands
// in for a released one.
func diagnostics(output string) []string {
	var boxes []string
	var box strings.Builder
	inside := false
	for line := range strings.Lines(output) {
		inside = inside || strings.Contains(line, "╷")
		if inside {
			box.WriteString(line)
		}
		if strings.Contains(line, "╵") {
			if text := box.String(); !strings.Contains(text, "development overrides") {
				boxes = append(boxes, text)
			}
			box.Reset()
			inside = false
		}
	}
	return boxes
}
