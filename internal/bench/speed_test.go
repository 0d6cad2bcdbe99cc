//go:build bench

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// roundTrip is the network's share of each request in the slow runs.
const roundTrip = 20 * time.Millisecond

// runs is how often each command is measured; the median counts.
const runs = 5

// graphs are the configurations, with the targets that the project has set itself: the longest time of a plan without changes, as
// a multiple of Terraform's own, and the provider's peak memory. A zero is no target.
var graphs = []graph{
	{name: "300 queues + 300 bindings", queues: 300, bindings: 300, slowPlanAtMost: 1.3},
	{name: "1 queue + 1000 bindings", queues: 1, bindings: 1000, fastPlanAtMost: 1.2},
	{name: "1000 queues + 1000 bindings", queues: 1000, bindings: 1000, memoryAtMost: 60},
}

type graph struct {
	name                           string
	queues, bindings               int
	fastPlanAtMost, slowPlanAtMost float64
	memoryAtMost                   int64 // MiB
}

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == providerBinary {
		os.Exit(runMeasured())
	}
	os.Exit(m.Run())
}

func TestSpeed(t *testing.T) {
	broker := acctest.Broker(t)
	table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "graph\tnetwork\tcommand\tTerraform's own\tprovider\tratio\tpeak memory\trequests\tconnections\ttarget\t")
	for _, g := range graphs {
		for _, latency := range []time.Duration{0, roundTrip} {
			measure(t, broker, g, latency, table)
		}
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
}

func measure(t *testing.T, broker *acctest.BrokerInfo, g graph, latency time.Duration, table *tabwriter.Writer) {
	own := newWorkspace(t, g.terraformData())
	vhost := broker.Vhost(t)
	proxy := acctest.NewFaultProxy(t, broker.Endpoint)
	proxy.SetLatency(latency)
	real := newWorkspace(t, g.rabbitmq())
	real.connect(proxy.URL(), broker.Username, broker.Password, vhost)
	network := "loopback"
	if latency > 0 {
		network = fmt.Sprintf("+%s a round trip", latency)
	}
	row := func(command string, args ...string) (ratio float64, peak int64) {
		ownTimes, realTimes := []time.Duration{}, []time.Duration{}
		requests, connections := proxy.Requests(), proxy.Connections()
		times := runs
		if command == "apply" {
			times = 1
		}
		for range times {
			// Turn about, so that what else the machine does falls on both alike.
			ownTimes = append(ownTimes, own.terraform(args...))
			realTimes = append(realTimes, real.terraform(args...))
		}
		peak = real.peakMemory()
		ratio = float64(median(realTimes)) / float64(median(ownTimes))
		fmt.Fprintf(table, "%s\t%s\t%s\t%.2f s\t%.2f s\t%.2f\t%d MiB\t%d\t%d\t%s\t\n", g.name, network, command,
			median(ownTimes).Seconds(), median(realTimes).Seconds(), ratio, peak,
			(proxy.Requests()-requests)/times, (proxy.Connections()-connections)/times, g.verdict(t, command, latency, ratio, peak))
		return ratio, peak
	}
	row("apply", "apply", "-auto-approve")
	row("plan", "plan", "-detailed-exitcode")
	real.terraform("destroy", "-auto-approve")
}

// verdict compares with the targets, and fails the run if one is missed.
func (g graph) verdict(t *testing.T, command string, latency time.Duration, ratio float64, peak int64) string {
	text := ""
	check := func(applies bool, what string, met bool) {
		if !applies {
			return
		}
		text += what
		if !met {
			text += " MISSED"
			t.Errorf("%s, %s at %s: %s was missed: ratio %.2f, %d MiB", g.name, command, latency, what, ratio, peak)
		}
	}
	plan := command == "plan"
	check(plan && latency == 0 && g.fastPlanAtMost > 0, fmt.Sprintf("ratio <= %.1f", g.fastPlanAtMost), ratio <= g.fastPlanAtMost)
	check(plan && latency > 0 && g.slowPlanAtMost > 0, fmt.Sprintf("ratio <= %.1f", g.slowPlanAtMost), ratio <= g.slowPlanAtMost)
	check(g.memoryAtMost > 0, fmt.Sprintf("memory <= %d MiB", g.memoryAtMost), peak <= g.memoryAtMost)
	return text
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
