package acctest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// PrivateBroker is a broker that one test has for itself.
type PrivateBroker struct {
	*BrokerInfo
	series, instance, cluster string
}

var privateBrokers atomic.Int32

// OwnBroker starts a broker of the release series of the one under test, which the test may restart and kill. It ends with the test.
func (b *BrokerInfo) OwnBroker(t testing.TB) *PrivateBroker {
	t.Helper()
	return b.start(t, "")
}

// OwnCluster starts so many brokers that are nodes of one cluster.
func (b *BrokerInfo) OwnCluster(t testing.TB, size int) []*PrivateBroker {
	t.Helper()
	first := b.start(t, "first")
	nodes := []*PrivateBroker{first}
	for len(nodes) < size {
		nodes = append(nodes, b.start(t, first.instance))
	}
	return nodes
}

// start starts a broker, which becomes the first node of a cluster or joins the one whose first node is the named instance.
func (b *BrokerInfo) start(t testing.TB, cluster string) *PrivateBroker {
	t.Helper()
	version := b.Version(t).Segments()
	p := &PrivateBroker{
		BrokerInfo: &BrokerInfo{}, series: fmt.Sprintf("%d.%d", version[0], version[1]),
		instance: fmt.Sprintf("test-%d-%d", os.Getpid(), privateBrokers.Add(1)), cluster: cluster,
	}
	if cluster == "first" {
		p.cluster = p.instance
	}
	t.Cleanup(func() { p.script(t, `"$SCRIPT" down "$SERIES"`) })
	p.script(t, `"$SCRIPT" up "$SERIES"`)
	found := strings.Fields(p.script(t, `eval "$("$SCRIPT" env "$SERIES")"
		echo "$RABBITMQ_TEST_ENDPOINT" "$RABBITMQ_TEST_USERNAME" "$RABBITMQ_TEST_PASSWORD" "$RABBITMQ_TEST_AMQP_URI"`))
	if len(found) != 4 {
		t.Fatalf("scripts/broker env %s says %q", p.series, found)
	}
	p.Endpoint, p.Username, p.Password, p.AMQPURL = found[0], found[1], found[2], found[3]
	return p
}

// Restart ends the broker as an operator would, if it runs, and starts it again with all that it has stored.
func (p *PrivateBroker) Restart(t testing.TB) {
	t.Helper()
	p.script(t, `"$SCRIPT" restart "$SERIES"`)
}

// Kill ends the broker with SIGKILL.
func (p *PrivateBroker) Kill(t testing.TB) {
	t.Helper()
	p.script(t, `"$SCRIPT" kill "$SERIES"`)
}

// Ctl runs rabbitmqctl on the broker's node and returns what it says.
func (p *PrivateBroker) Ctl(t testing.TB, args ...string) string {
	t.Helper()
	return p.script(t, `"$SCRIPT" ctl "$SERIES" "$@"`, args...)
}

// script runs a command that calls scripts/broker for this broker. The last one is called when the context of the test is over.
func (p *PrivateBroker) script(t testing.TB, command string, args ...string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "bash", append([]string{"-euc", command, "bash"}, args...)...)
	for _, variable := range os.Environ() {
		// Those of the broker under test would be taken for this one.
		if !strings.HasPrefix(variable, "RABBITMQ_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "SCRIPT="+filepath.Join(filepath.Dir(here), "../../scripts/broker"), "SERIES="+p.series,
		"BROKER_INSTANCE="+p.instance, "BROKER_CLUSTER="+p.cluster)
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, errors.String())
	}
	return string(out)
}
