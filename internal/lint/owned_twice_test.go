package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestOwnedTwice(t *testing.T) {
	const id = "owned_twice"
	owners := func(object topology.Object, changes ...topology.Change) *Context {
		c := on("4.0.5", nil)
		for i, change := range changes {
			resource := []string{"rabbitmq_queue", "rabbitmq_delay_tier"}[i]
			c.Topology.Claim(object, topology.Claim{Instance: uint64(i + 1), Resource: resource, ID: "payments/q", Change: change})
		}
		return c
	}
	queue, exchange, binding := queueRef("q"), exchangeRef("x"), bindingOf("x", "k", "q")
	f := expect(t, id, owners(queue.Object(), topology.Created, topology.Created), queue, "name")[0]
	says(t, f, `The queue "q" in virtual host "payments" is owned by a rabbitmq_queue (id "payments/q") and a rabbitmq_delay_tier (id "payments/q"):`,
		"with its messages and bindings", "removed block", "terraform state rm", "moved block")
	for _, c := range []struct {
		one, two topology.Change
		want     Severity
	}{
		{topology.Unchanged, topology.Created, Error}, {topology.Unchanged, topology.Replaced, Error}, {topology.Created, topology.Replaced, Error},
		{topology.Unchanged, topology.Unchanged, Warning}, {topology.Unchanged, topology.Deleted, Error},
		{topology.Created, topology.Deleted, Error}, {topology.Replaced, topology.Deleted, Error}, {topology.Deleted, topology.Deleted, ""},
	} {
		for _, changes := range [][]topology.Change{{c.one, c.two}, {c.two, c.one}} {
			if c.want == "" {
				expect(t, id, owners(queue.Object(), changes...), queue)
			} else if f := expect(t, id, owners(queue.Object(), changes...), queue, "name")[0]; f.Severity != c.want {
				t.Errorf("%v: %s, not %s", changes, f.Severity, c.want)
			}
		}
	}
	says(t, expect(t, id, owners(queue.Object(), topology.Deleted, topology.Unchanged), queue, "name")[0],
		"This plan deletes the queue", "with a rabbitmq_queue", "while a rabbitmq_delay_tier", "lifecycle { destroy = false }", "deposed")
	says(t, expect(t, id, owners(queue.Object(), topology.Deleted, topology.Created), queue, "name")[0],
		"This plan deletes the queue", "with a rabbitmq_queue", "and makes it with a rabbitmq_delay_tier", "with its messages and bindings", "moved block")
	expect(t, id, owners(queue.Object(), topology.Created), queue)
	expect(t, id, owners(queue.Object(), topology.Created, topology.Created), queueRef("r"))

	expect(t, id, owners(exchange.Object(), topology.Created, topology.Created), exchange, "name")
	c := owners(binding.Object(), topology.Created, topology.Created)
	f = expect(t, id, c, bindingRef(binding), "")[0]
	also(t, f, c, queue) // which brings the binding in
	expect(t, id, c, exchange)
}

// A resource that is replaced is planned twice, and may own something else the second time.
func TestOwnedTwiceIsNotAboutOneResource(t *testing.T) {
	c := on("4.0.5", nil)
	one, two := topology.Claim{Instance: 1, Change: topology.Unchanged}, topology.Claim{Instance: 2, Change: topology.Created}
	c.Topology.Claim(queueRef("q").Object(), one)
	one.Change = topology.Created
	c.Topology.Claim(queueRef("q").Object(), one)
	expect(t, "owned_twice", c, queueRef("q"))
	c.Topology.Unclaim(1)
	c.Topology.Claim(queueRef("q").Object(), two)
	expect(t, "owned_twice", c, queueRef("q"))
	one.Change = topology.Deleted
	c.Topology.Claim(queueRef("r").Object(), one)
	c.Topology.Unclaim(1)
	two.Change = topology.Unchanged
	c.Topology.Claim(queueRef("r").Object(), two)
	expect(t, "owned_twice", c, queueRef("r"), "name")
}

func TestBindingsThatDifferInTheirArgumentsHaveOwnersOfTheirOwn(t *testing.T) {
	one, two := *bindingOf("x", "k", "q"), *bindingOf("x", "k", "q")
	two.Arguments = map[string]any{"n": "1"}
	c := on("4.0.5", nil)
	c.Topology.Claim(one.Object(), topology.Claim{Instance: 1, Change: topology.Created})
	c.Topology.Claim(two.Object(), topology.Claim{Instance: 2, Change: topology.Created})
	expect(t, "owned_twice", c, bindingRef(&one))
}

// Whoever owns a queue owns the policy of its settings.
func TestOwnedTwiceSpeaksOnceOfAQueueWithAPolicyOfItsOwn(t *testing.T) {
	q := queueOf("classic", "q", nil)
	q.OwnPolicy = "own"
	c := on("4.0.5", q).with(&topology.Policy{Name: "own", Own: true, Pattern: topology.PatternOf("q"), ApplyTo: "queues", Managed: true})
	policy := topology.Ref{Kind: topology.KindPolicy, Name: "own"}
	for instance := range uint64(2) {
		claim := topology.Claim{Instance: instance + 1, Resource: "rabbitmq_queue", Change: topology.Created}
		c.Topology.Claim(policy.Object(), claim)
		if instance == 0 {
			c.Topology.Claim(queueRef("q").Object(), claim)
			continue
		}
		expect(t, "owned_twice", c, policy, "name") // what a rabbitmq_policy owns, too
		c.Topology.Claim(queueRef("q").Object(), claim)
		expect(t, "owned_twice", c, policy)
		expect(t, "owned_twice", c, queueRef("q"), "name")
	}
}
