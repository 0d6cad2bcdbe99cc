//go:build faults

package faults

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// workspace is a folder with a configuration and its state, in which Terraform runs the built provider as a process of its own.
type workspace struct {
	t   *testing.T
	dir string
	env []string
}

const head = `terraform {
  required_providers {
    rabbitmq = { source = "delaytier/rabbitmq" }
  }
}
`

// open makes a workspace with a configuration. The provider finds a virtual host of a broker in its environment.
func open(t *testing.T, b *acctest.BrokerInfo, vhost, config string) *workspace {
	t.Helper()
	if os.Getenv("TF_ACC_TERRAFORM_PATH") == "" || os.Getenv("TF_CLI_CONFIG_FILE") == "" {
		t.Fatal("TF_ACC_TERRAFORM_PATH and TF_CLI_CONFIG_FILE are not set: run make test-faults, which sets them and builds the provider")
	}
	w := &workspace{t: t, dir: t.TempDir()}
	w.env = append(os.Environ(), "CHECKPOINT_DISABLE=1", "RABBITMQ_ENDPOINT="+b.Endpoint, "RABBITMQ_USERNAME="+b.Username,
		"RABBITMQ_PASSWORD="+b.Password, "RABBITMQ_VHOST="+vhost, "TF_VAR_max_retries=4", "TF_VAR_ttl=2")
	w.write(config)
	return w
}

// write replaces the configuration.
func (w *workspace) write(config string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, "main.tf"), []byte(head+config), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// run is a call of Terraform that is under way.
type run struct {
	t      *testing.T
	cmd    *exec.Cmd
	output strings.Builder
	done   chan error
}

// start calls Terraform and does not wait.
func (w *workspace) start(args ...string) *run {
	w.t.Helper()
	r := &run{t: w.t, done: make(chan error, 1)}
	r.cmd = exec.CommandContext(context.WithoutCancel(w.t.Context()), os.Getenv("TF_ACC_TERRAFORM_PATH"), append(args, "-no-color", "-input=false")...)
	r.cmd.Dir, r.cmd.Env, r.cmd.Stdout, r.cmd.Stderr = w.dir, w.env, &r.output, &r.output
	if err := r.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go func() { r.done <- r.cmd.Wait() }()
	return r
}

// end waits for the call, and returns whether it succeeded and what it said, in one line: of a call that failed only its errors and
// what follows the first.
func (r *run) end() (ok bool, said string) {
	err := <-r.done
	said = strings.Join(strings.Fields(strings.ReplaceAll(r.output.String(), "│", " ")), " ")
	if _, failure, found := strings.Cut(said, "Error: "); err != nil && found {
		said = failure
	}
	return err == nil, said
}

// terraform calls Terraform and waits.
func (w *workspace) terraform(args ...string) (ok bool, said string) {
	w.t.Helper()
	return w.start(args...).end()
}

// succeeds requires that a call succeeds.
func (w *workspace) succeeds(args ...string) {
	w.t.Helper()
	if ok, said := w.terraform(args...); !ok {
		w.t.Fatalf("terraform %s: %s", strings.Join(args, " "), said)
	}
}

// refused requires that a call fails, with errors that have all the words.
func (w *workspace) refused(words []string, args ...string) {
	w.t.Helper()
	ok, said := w.terraform(args...)
	if ok {
		w.t.Fatalf("terraform %s succeeded", strings.Join(args, " "))
	}
	first, _, _ := strings.Cut(said, " Error: ")
	w.t.Logf("terraform %s says: %s", args[0], first)
	for _, word := range words {
		if !strings.Contains(said, word) {
			w.t.Errorf("it does not say %q", word)
		}
	}
}

var apply, destroy = []string{"apply", "-auto-approve"}, []string{"destroy", "-auto-approve"}

// settles requires that an apply succeeds, that nothing is left to do then, and that the broker has what is wanted.
func (w *workspace) settles(c *tally, b *acctest.BrokerInfo, vhost string, wanted []string) {
	w.t.Helper()
	if ok, said := w.terraform(apply...); !ok {
		w.advised(b, vhost, said)
		w.succeeds(apply...)
	}
	w.succeeds("plan", "-detailed-exitcode")
	c.has(w.t, objects(w.t, b, vhost), wanted)
}

var halfMade = regexp.MustCompile(`delete it \(rabbitmqctl delete_queue -p "[^"]*" "([^"]*)"\)`)

// advised does what the errors of an apply advise about queues that may have been half made, and fails for other errors. Whether those hold
// messages brokers before 3.13.7 do not tell, 4.0.5 not while a node is away, and none, rarely, if the caller was killed.
func (w *workspace) advised(b *acctest.BrokerInfo, vhost, said string) {
	w.t.Helper()
	queues := halfMade.FindAllStringSubmatch(said, -1)
	if len(queues) == 0 || len(queues) != strings.Count(said, "Error: ")+1 {
		w.t.Fatalf("terraform apply: %s", said)
	}
	for _, queue := range queues {
		w.t.Logf("the apply advises to delete queue %s", queue[1])
		b.API(w.t, http.MethodDelete, "", "queues", vhost, queue[1])
	}
}

// leaves requires that a destroy succeeds and leaves nothing.
func (w *workspace) leaves(c *tally, b *acctest.BrokerInfo, vhost string) {
	w.t.Helper()
	w.succeeds(destroy...)
	c.has(w.t, objects(w.t, b, vhost), nil)
}
