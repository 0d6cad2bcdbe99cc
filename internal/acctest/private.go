package acctest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// PrivateBroker is a broker that one test has for itself.
type PrivateBroker struct {
	*BrokerInfo
	series string
}

// OwnBroker starts a broker of the release series of the one under test, which the test may restart. It ends with the test.
func (b *BrokerInfo) OwnBroker(t testing.TB) *PrivateBroker {
	t.Helper()
	version := b.Version(t).Segments()
	p := &PrivateBroker{BrokerInfo: &BrokerInfo{}, series: fmt.Sprintf("%d.%d", version[0], version[1])}
	p.script(t, `"$SCRIPT" up "$SERIES"`)
	t.Cleanup(func() { p.script(t, `"$SCRIPT" down "$SERIES"`) })
	found := strings.Fields(p.script(t, `eval "$("$SCRIPT" env "$SERIES")"
		echo "$RABBITMQ_TEST_ENDPOINT" "$RABBITMQ_TEST_USERNAME" "$RABBITMQ_TEST_PASSWORD" "$RABBITMQ_TEST_AMQP_URI"`))
	if len(found) != 4 {
		t.Fatalf("scripts/broker env %s says %q", p.series, found)
	}
	p.Endpoint, p.Username, p.Password, p.AMQPURL = found[0], found[1], found[2], found[3]
	return p
}

// Restart ends the broker as an operator would, and starts it again with all that it has stored.
func (p *PrivateBroker) Restart(t testing.TB) {
	t.Helper()
	p.script(t, `"$SCRIPT" restart "$SERIES"`)
}

// script runs a command that calls scripts/broker for this broker. The last one is called when the context of the test is over.
func (p *PrivateBroker) script(t testing.TB, command string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "bash", "-euc", command)
	for _, variable := range os.Environ() {
		// Those of the broker under test would be taken for this one.
		if !strings.HasPrefix(variable, "RABBITMQ_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, "SCRIPT="+filepath.Join(filepath.Dir(here), "../../scripts/broker"), "SERIES="+p.series,
		fmt.Sprintf("BROKER_INSTANCE=test-%d", os.Getpid()))
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, errors.String())
	}
	return string(out)
}
