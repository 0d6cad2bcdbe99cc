//go:build faults

package faults

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"text/tabwriter"
)

// tally counts what one test has done to the provider, and what became of it. Faults count as survived if the test passes.
type tally struct {
	test                              string
	injected, survived, wanted, found int
}

var (
	tallies   []*tally
	talliesMu sync.Mutex
)

// counting starts the tally of a test, which is said at its end and once more when all tests have run.
func counting(t *testing.T) *tally {
	t.Helper()
	c := &tally{test: t.Name()}
	t.Cleanup(func() {
		if !t.Failed() {
			c.survived = c.injected
		}
		t.Logf("faults injected %d, survived %d; objects wanted %d, found %d", c.injected, c.survived, c.wanted, c.found)
		talliesMu.Lock()
		defer talliesMu.Unlock()
		tallies = append(tallies, c)
	})
	return c
}

// has requires that the broker has exactly the objects that are wanted.
func (c *tally) has(t *testing.T, found, wanted []string) {
	t.Helper()
	c.wanted, c.found = c.wanted+len(wanted), c.found+len(found)
	for _, o := range wanted {
		if !slices.Contains(found, o) {
			t.Errorf("the broker lacks %s", o)
		}
	}
	for i, o := range found {
		if !slices.Contains(wanted, o) {
			t.Errorf("the broker has %s, which nobody wants", o)
		}
		if slices.Contains(found[:i], o) {
			t.Errorf("the broker has %s twice", o)
		}
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	var sum tally
	table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "FAULTS\ttest\tinjected\tsurvived\tobjects wanted\tfound")
	slices.SortFunc(tallies, func(a, b *tally) int {
		if a.test < b.test {
			return -1
		}
		return 1
	})
	for _, c := range tallies {
		_, _ = fmt.Fprintf(table, "FAULTS\t%s\t%d\t%d\t%d\t%d\n", c.test, c.injected, c.survived, c.wanted, c.found)
		sum.injected, sum.survived, sum.wanted, sum.found = sum.injected+c.injected, sum.survived+c.survived, sum.wanted+c.wanted, sum.found+c.found
	}
	_, _ = fmt.Fprintf(table, "FAULTS\tall\t%d\t%d\t%d\t%d\n", sum.injected, sum.survived, sum.wanted, sum.found)
	_ = table.Flush()
	os.Exit(code)
}
