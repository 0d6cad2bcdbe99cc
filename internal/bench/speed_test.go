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

// runs is how often a plan is measured; the median counts. An apply is measured once.
const runs = 5

// graphs are the configurations, with the targets that the project has set itself: the longest time of a plan without changes, as
// a multiple of Terraform's own, and the provider's peak memory. A zero is no target.
var graphs = []graph{
	{name: "300 queues + 300 bindings", queues: 300, bindings: 300, networks: []time.Duration{0, roundTrip}, slowPlanAtMost: 1.3},
	{name: "1 queue + 1000 bindings", queues: 1, bindings: 1000, networks: []time.Duration{0}, fastPlanAtMost: 1.2},
	{name: "1000 queues + 1000 bindings", queues: 1000, bindings: 1000, networks: []time.Duration{0}, memoryAtMost: 60},
}

type graph struct {
	name             string
	queues, bindings int
	// networks are the times that are added to each round trip.
	networks                       []time.Duration
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
		for _, latency := range g.networks {
			network := "loopback"
			if latency > 0 {
				network = fmt.Sprintf("+%s a round trip", latency)
			}
			t.Run(g.name+"/"+network, func(t *testing.T) { measure(t, broker, g, latency, network, table) })
			if err := table.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func measure(t *testing.T, broker *acctest.BrokerInfo, g graph, latency time.Duration, network string, table *tabwriter.Writer) {
	own := newWorkspace(t, g.terraformData())
	vhost := broker.Vhost(t)
	proxy := acctest.NewFaultProxy(t, broker.Endpoint)
	proxy.SetLatency(latency)
	real := newWorkspace(t, g.rabbitmq())
	real.connect(proxy.URL(), broker.Username, broker.Password, vhost)
	row := func(times int, command string, args ...string) {
		var ownTimes, realTimes []time.Duration
		requests, connections := proxy.Requests(), proxy.Connections()
		for range times {
			// Turn about, so that what else the machine does falls on both alike.
			ownTimes = append(ownTimes, own.terraform(append([]string{command}, args...)...))
			realTimes = append(realTimes, real.terraform(append([]string{command}, args...)...))
		}
		ratio := float64(median(realTimes)) / float64(median(ownTimes))
		requests, connections = (proxy.Requests()-requests)/times, (proxy.Connections()-connections)/times
		peak := real.peakMemory(append([]string{command}, args...)...)
		fmt.Fprintf(table, "%s\t%s\t%s\t%.2f s\t%.2f s\t%.2f\t%d MiB\t%d\t%d\t%s\t\n", g.name, network, command,
			median(ownTimes).Seconds(), median(realTimes).Seconds(), ratio, peak,
			requests, connections, g.verdict(command, latency, ratio, peak))
	}
	row(1, "apply", "-auto-approve")
	row(runs, "plan", "-detailed-exitcode")
	real.terraform("destroy", "-auto-approve")
}

// verdict compares with the targets. A missed one is said and does not fail the run: times depend on the machine.
func (g graph) verdict(command string, latency time.Duration, ratio float64, peak int64) string {
	text := ""
	check := func(applies bool, what string, met bool) {
		switch {
		case applies && met:
			text += what
		case applies:
			text += what + " MISSED"
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
