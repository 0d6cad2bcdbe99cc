//go:build faults

package faults

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// What a killed provider has made is in the state or not, and is taken over by the next apply in either case. So it is with a killed
// Terraform, which writes its state from time to time.
func TestAccFaultProviderIsKilledDuringAnApply(t *testing.T) {
	t.Parallel()
	c := counting(t)
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	w := open(t, b, vhost, many)
	for i, kill := range []func(*run){(*run).killProvider, (*run).killTerraform, (*run).killProvider} {
		applying := w.start(append(apply, "-parallelism=4")...)
		applying.halfWay(b, vhost, 30+60*i)
		kill(applying)
		c.injected++
		if ok, _ := applying.end(); ok {
			t.Error("the apply succeeded without a provider")
		}
	}
	w.settles(c, b, vhost, manyObjects())
	takesMessages(t, b, vhost, manyObjects())

	destroying := w.start(append(destroy, "-parallelism=4")...)
	acctest.Eventually(t, "half of the objects are gone", func() bool { return len(objects(t, b, vhost)) < 100 })
	destroying.killProvider()
	c.injected++
	if ok, _ := destroying.end(); ok {
		t.Error("the destroy succeeded without a provider")
	}
	w.leaves(c, b, vhost)
}

func (r *run) killTerraform() {
	r.t.Helper()
	provider := r.provider()
	r.kill(r.cmd.Process)
	r.kill(provider)
}

func (r *run) killProvider() {
	r.t.Helper()
	r.kill(r.provider())
}

func (r *run) kill(p *os.Process) {
	r.t.Helper()
	if p == nil {
		return
	}
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		r.t.Fatal(err)
	}
}

// provider finds the process of the provider, a child of Terraform's; nil if it has ended.
func (r *run) provider() *os.Process {
	r.t.Helper()
	list, err := exec.CommandContext(r.t.Context(), "ps", "-A", "-o", "pid=,ppid=,args=").Output()
	if err != nil {
		r.t.Fatal(err)
	}
	for line := range bytes.Lines(list) {
		fields := strings.Fields(string(line))
		if len(fields) > 2 && fields[1] == strconv.Itoa(r.cmd.Process.Pid) && strings.Contains(fields[2], "terraform-provider-rabbitmq") {
			pid, err := strconv.Atoi(fields[0])
			if err != nil {
				r.t.Fatal(err)
			}
			p, err := os.FindProcess(pid)
			if err != nil {
				r.t.Fatal(err)
			}
			return p
		}
	}
	r.t.Log("Terraform has no provider any more")
	return nil
}
