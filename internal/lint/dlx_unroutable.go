package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_unroutable", Default: Warning, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a dead-letter exchange that takes dead letters to no queue, because nothing is bound to it for their routing key or for a part of the keys that come in, or because the plan deletes what is",
	Source: "rabbit_dead_letter.erl (publish), rabbit_fifo_dlx_worker.erl, docs/dlx",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		seen := map[string]bool{}
		for _, q := range unroutableCandidates(c, subject) {
			if f, bad := unroutable(c, q); bad && !seen[q.Name] {
				seen[q.Name] = true
				found = append(found, f)
			}
		}
		return found
	},
})

// unroutableCandidates returns the queues whose dead letters may have lost their way because of the subject. A binding that is
// added takes nobody's way, except that one to an exchange stands before an alternate exchange; but it may bring messages with
// another key to its queue.
func unroutableCandidates(c *Context, subject topology.Ref) []*topology.Queue {
	var candidates []*topology.Queue
	if q := c.receiver(subject); q != nil && !takesKeys(c, q, c.arrivalKeys(subject)) {
		candidates = append(candidates, q)
	}
	if c.all {
		return candidates
	}
	takesWay := func(b *topology.Binding) bool {
		return b.DestinationKind == topology.KindExchange || b.Change == topology.Replaced
	}
	if subject.Kind == topology.KindExchange || slices.ContainsFunc(c.bindings(subject), takesWay) {
		candidates = append(candidates, c.senders(subject)...)
	}
	return append(candidates, robbed(c, subject)...)
}

// robbed returns the queues whose dead letters came by what the plan deletes: the subject, or the bindings to it.
func robbed(c *Context, subject topology.Ref) []*topology.Queue {
	var all []*topology.Queue
	add := func(senders []*topology.Queue, took func(key string) bool) {
		for _, q := range senders {
			if _, _, keys, certain := c.Topology.DeadLetterTargets(q); !certain || len(keys) == 0 || slices.ContainsFunc(keys, took) {
				all = append(all, q)
			}
		}
	}
	for _, b := range c.Topology.Gone(subject) {
		add(c.sendersThrough(c.Topology.Upstream(b.Source)...), func(key string) bool { return c.Topology.Takes(b, key) })
	}
	if q := c.Topology.Queue(subject.Name); subject.Kind == topology.KindQueue && q != nil && q.Change == topology.Deleted {
		add(c.sendersThrough(c.Topology.Upstream("")...), func(key string) bool { return key == q.Name })
	}
	return all
}

// takesKeys reports whether the dead-letter exchange of q takes each of these keys to a queue. Of a thousand bindings of one queue
// only those need a closer look that bring a key which it does not take.
func takesKeys(c *Context, q *topology.Queue, keys []string) bool {
	exchange, _, known := c.deadLetterExchange(q)
	lost := func(key string) bool { return len(c.Topology.Lands(exchange, key).Queues) == 0 }
	return known && len(keys) > 0 && !slices.ContainsFunc(keys, lost)
}

func unroutable(c *Context, q *topology.Queue) (Finding, bool) {
	name, setting, known := c.deadLetterExchange(q)
	if !known || c.exchange(topology.Ref{Kind: topology.KindExchange, Name: name}) == nil {
		return Finding{}, false
	}
	x := c.Topology.Exchange(name)
	if x.Shared && len(c.Topology.Gone(topology.Ref{Kind: topology.KindExchange, Name: name})) == 0 {
		return Finding{}, false // nothing is taken away, and what is bound comes with applications, or with routes that are planned next
	}
	open := !x.Closed && !c.Topology.Final
	if open && (q.Change == topology.Created || q.Change == topology.Replaced) {
		// What the dead letters of a new queue need may come with it, planned next: a binding, or the queue at the other end of a loop.
		return Finding{}, false
	}
	lost, through, bad := c.Topology.LostDeadLetters(q)
	if !bad {
		return Finding{}, false
	}
	letters := "Dead letters " + c.fate(q)
	if _, keyed := c.Topology.Effective(q, queueargs.DeadLetterRoutingKey); !keyed && len(lost) > 0 {
		letters = "Dead letters keep their routing key and some " + c.fate(q)
	}
	some := quoted(lost[:min(len(lost), 3)], " or ")
	lack := c.nobody("binds", "nothing binds") + fmt.Sprintf(" a queue to the dead-letter exchange %q", name)
	switch {
	case through != nil && name == "":
		lack = c.nobody("has", "the virtual host does not have") + fmt.Sprintf(" a queue for each key that the binding %q lets in, such as %s", through.Name(), some)
	case through != nil:
		lack += fmt.Sprintf(" for each key that the binding %q lets in, such as %s", through.Name(), some)
	case name == "":
		lack = c.nobody("has", "the virtual host does not have") + " the queue that the default exchange takes them to, " + some
	case len(lost) > 0:
		lack += " for the routing key " + some
	}
	advice := "Bind a queue to the exchange for that key."
	switch {
	case through != nil:
		advice = wholePattern(q, x, through)
	case byPolicy(setting):
		advice = fmt.Sprintf("Bind a queue to the exchange for that key, or correct dead-letter-exchange and dead-letter-routing-key in policy %q.", setting.Policy)
	case name == "":
		advice = fmt.Sprintf("Declare the queue and refer to it in %s (routing_key = rabbitmq_queue.<label>.name) instead of repeating its name, so that it is planned first.", deadLetterAttribute(q))
	case sets(q, queueargs.DeadLetterExchange):
		advice = fmt.Sprintf("Bind a queue to the exchange for that key, or write in %s the routing_key of a binding that exists.", deadLetterAttribute(q))
	}
	if taken, keep, ok := takenAway(c, name, lost); ok {
		lack, advice = taken, keep
	}
	return Finding{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterExchange.Argument, Tentative: open,
		Consequence: letters + ": " + lack + origin(setting) + c.redirected(q) + ".",
		Advice:      advice,
	}, true
}

// wholePattern says how to keep all that a binding lets in to q from being lost behind its dead-letter exchange.
func wholePattern(q *topology.Queue, x *topology.Exchange, through *topology.Binding) string {
	one := fmt.Sprintf("write in %s a routing_key", deadLetterAttribute(q))
	if !sets(q, queueargs.DeadLetterExchange) {
		one = fmt.Sprintf("set %s to a key", queueargs.DeadLetterRoutingKey.PolicyKey)
	}
	if x.Type == "topic" {
		return fmt.Sprintf("Bind a queue to the exchange for %q as a whole, or %s that all of them get instead.", through.RoutingKey, one)
	}
	return sentence(one) + " for which a queue is bound to the exchange, or use a topic exchange there."
}

// takenAway says, of keys that no queue gets any more behind an exchange, what the plan deletes that took them there.
func takenAway(c *Context, exchange string, lost []string) (lack, advice string, ok bool) {
	for _, key := range lost {
		if exchange == "" {
			if c.Topology.Queue(key) != nil {
				return fmt.Sprintf("this plan deletes the queue that the default exchange takes them to, %q", key),
					"Keep the queue, or first let the other one dead-letter elsewhere.", true
			}
			continue
		}
		if gone := c.Topology.GoneFor(exchange, key); len(gone) > 0 {
			return fmt.Sprintf("this plan deletes the binding %q, the last one that takes them from the dead-letter exchange %q to a queue for the routing key %q", gone[0].Name(), exchange, key),
				"Keep the binding, or bind another queue to the exchange for that key.", true
		}
	}
	return "", "", false
}
