//go:build bench

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// workspace is one Terraform configuration with its state.
type workspace struct {
	t   *testing.T
	dir string
	env []string
	// timed and weighed are the settings under which Terraform runs the provider as it is, and so that its memory is noted.
	timed, weighed string
}

func newWorkspace(t *testing.T, config string) *workspace {
	t.Helper()
	w := &workspace{t: t, dir: t.TempDir()}
	w.write("main.tf", config)
	w.env = append(os.Environ(), "CHECKPOINT_DISABLE=1", memoryLog+"="+filepath.Join(w.dir, "memory"))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w.timed = w.provider("timed", os.Getenv(realProvider))
	// This program stands in for the provider: it runs the real one and notes its peak memory, which takes time of its own.
	w.weighed = w.provider("weighed", self)
	return w
}

// provider returns the setting that makes Terraform run a program as the provider.
func (w *workspace) provider(name, program string) string {
	dir := filepath.Join(w.dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(dir, providerBinary)); err != nil {
		w.t.Fatal(err)
	}
	config := filepath.Join(name, "cli.tfrc")
	w.write(config, fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"delaytier/rabbitmq\" = %q\n  }\n  direct {}\n}\n", dir))
	return "TF_CLI_CONFIG_FILE=" + filepath.Join(w.dir, config)
}

func (w *workspace) write(name, text string) {
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) connect(endpoint, username, password, vhost string) {
	w.env = append(w.env, "RABBITMQ_ENDPOINT="+endpoint, "RABBITMQ_USERNAME="+username, "RABBITMQ_PASSWORD="+password, "RABBITMQ_VHOST="+vhost)
}

// terraform runs a command that must succeed, and without changes if it is a plan, and returns its wall time.
func (w *workspace) terraform(args ...string) time.Duration {
	w.t.Helper()
	if strings.Contains(w.config(), "terraform_data") && !w.initialised() {
		w.run(w.timed, "init")
	}
	return w.run(w.timed, args...)
}

func (w *workspace) config() string {
	text, err := os.ReadFile(filepath.Join(w.dir, "main.tf"))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

func (w *workspace) initialised() bool {
	_, err := os.Stat(filepath.Join(w.dir, ".terraform"))
	return err == nil
}

func (w *workspace) run(provider string, args ...string) time.Duration {
	w.t.Helper()
	cmd := exec.CommandContext(w.t.Context(), os.Getenv("TF_ACC_TERRAFORM_PATH"), append(args, "-no-color")...)
	cmd.Dir, cmd.Env = w.dir, append(w.env, provider)
	began := time.Now()
	output, err := cmd.CombinedOutput()
	took := time.Since(began)
	if err != nil {
		w.t.Fatalf("terraform %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return took
}

// peakMemory runs a command once more and returns the most memory that a process of the provider had, in MiB. Everything is made anew
// for an apply.
func (w *workspace) peakMemory(args ...string) int64 {
	w.t.Helper()
	if args[0] == "apply" {
		w.run(w.timed, "destroy", "-auto-approve")
	}
	w.run(w.weighed, args...)
	path := filepath.Join(w.dir, "memory")
	text, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = os.Remove(path)
	var peak int64
	for _, line := range strings.Fields(string(text)) {
		kib, err := strconv.ParseInt(line, 10, 64)
		if err != nil {
			w.t.Fatal(err)
		}
		peak = max(peak, kib)
	}
	return peak / 1024
}

func (g graph) rabbitmq() string {
	return fmt.Sprintf(`terraform {
  required_providers {
    rabbitmq = { source = "delaytier/rabbitmq" }
  }
}
provider "rabbitmq" {}
resource "rabbitmq_exchange" "x" {
  name = "bench"
}
resource "rabbitmq_queue" "dead" {
  name            = "bench.dead"
  delivery_limit  = -1
  deletion_policy = "force"
}
resource "rabbitmq_binding" "dead" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.dead.name
  routing_key = "dead"
}
resource "rabbitmq_queue" "q" {
  depends_on     = [rabbitmq_binding.dead]
  count          = %d
  name           = "bench.${count.index}"
  type           = "classic"
  deletion_policy = "force"
  message_ttl    = "60s"
  dead_letter    = { exchange = rabbitmq_exchange.x.name, routing_key = "dead" }
}
resource "rabbitmq_binding" "b" {
  count       = %d
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q[count.index %% %d].name
  routing_key = "key.${count.index}"
}
`, g.queues, g.bindings, g.queues)
}

// terraformData is the same graph, with as much in each resource, without a provider.
func (g graph) terraformData() string {
	return fmt.Sprintf(`resource "terraform_data" "x" {
  input = { name = "bench", type = "direct", durable = true, auto_delete = false, internal = false, vhost = "bench" }
}
resource "terraform_data" "dead" {
  input = { name = "bench.dead", type = "quorum", durable = true, auto_delete = false, deletion_policy = "force", vhost = "bench" }
}
resource "terraform_data" "dead_binding" {
  input = {
    source      = terraform_data.x.input.name, destination = terraform_data.dead.input.name
    routing_key = "dead", destination_type = "queue", properties_key = "dead", vhost = "bench"
  }
}
resource "terraform_data" "q" {
  depends_on = [terraform_data.dead_binding]
  count      = %d
  input = {
    name        = "bench.${count.index}", type = "classic", durable = true, auto_delete = false, deletion_policy = "force", vhost = "bench"
    message_ttl = "60s", dead_letter = { exchange = terraform_data.x.input.name, routing_key = "dead" }
    arguments   = { "x-queue-type" = "classic", "x-message-ttl" = 60000, "x-dead-letter-exchange" = "bench", "x-dead-letter-routing-key" = "dead" }
  }
}
resource "terraform_data" "b" {
  count = %d
  input = {
    source      = terraform_data.x.input.name, destination = terraform_data.q[count.index %% %d].input.name
    routing_key = "key.${count.index}", destination_type = "queue", properties_key = "key.${count.index}", vhost = "bench"
  }
}
`, g.queues, g.bindings, g.queues)
}
