//go:build faults

package faults

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// Two runs with states of their own both find what they want, whoever has made it.
func TestAccFaultTwoAppliesOfOneConfigurationAtOnce(t *testing.T) {
	t.Parallel()
	c := counting(t)
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	first, second := open(t, b, vhost, many), open(t, b, vhost, many)
	one, other := first.start(apply...), second.start(apply...)
	c.injected++
	for _, r := range []*run{one, other} {
		if ok, said := r.end(); !ok {
			t.Errorf("it says: %s", said)
		}
	}
	first.settles(c, b, vhost, manyObjects())
	second.succeeds("plan", "-detailed-exitcode")
	takesMessages(t, b, vhost, manyObjects())

	one, other = first.start(destroy...), second.start(destroy...)
	c.injected++
	for _, r := range []*run{one, other} {
		if ok, said := r.end(); !ok {
			t.Errorf("it says: %s", said)
		}
	}
	c.has(t, objects(t, b, vhost), nil)
}

// Two runs with one state: Terraform's lock refuses the second. Without the lock both make the same, and the state of the later to end
// has all of it.
func TestAccFaultTwoAppliesOfOneStateAtOnce(t *testing.T) {
	t.Parallel()
	c := counting(t)
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	w := open(t, b, vhost, many)
	one := w.start(apply...)
	one.halfWay(b, vhost, 20)
	c.injected++
	w.refused([]string{"acquiring the state lock"}, apply...)
	if ok, said := one.end(); !ok {
		t.Errorf("the first says: %s", said)
	}
	w.settles(c, b, vhost, manyObjects())
	w.leaves(c, b, vhost)
	if err := os.Remove(filepath.Join(w.dir, "terraform.tfstate")); err != nil {
		t.Fatal(err)
	}

	unlocked := append(apply, "-lock=false")
	one, other := w.start(unlocked...), w.start(unlocked...)
	c.injected++
	for _, r := range []*run{one, other} {
		// Terraform itself may find that the state has changed below it.
		if ok, said := r.end(); !ok {
			t.Logf("without a lock one says: %s", said)
		}
	}
	w.settles(c, b, vhost, manyObjects())
	w.leaves(c, b, vhost)
}
