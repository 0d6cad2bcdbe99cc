package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "retry_key_overwritten", Default: Error, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a queue in a retry topology that gives dead letters a routing key of its own, in place of the one that says which attempt has failed: they are retried for ever or not at all",
	Source: "rabbit_dead_letter.erl (publish), docs/dlx#routing",
	Check: func(c *Context, subject topology.Ref) []Finding {
		// Of a large virtual host's exchanges hardly any counts attempts, and each may have many senders.
		counting := slices.DeleteFunc(c.upstream(subject), func(exchange string) bool { return !countsAttempts(c.Topology.Exchange(exchange)) })
		queues := c.sendersThrough(counting...)
		if q := c.receiver(subject); q != nil {
			queues = append(queues, q)
		}
		var found []Finding
		said := map[string]bool{}
		for _, q := range queues {
			if f, bad := keyOverwritten(c, q); bad && !said[q.Name] {
				said[q.Name] = true
				found = append(found, f)
			}
		}
		return found
	},
})

func keyOverwritten(c *Context, q *topology.Queue) (Finding, bool) {
	setting, keyed := c.Topology.Effective(q, queueargs.DeadLetterRoutingKey)
	key, known := setting.Value.(string)
	exchange, _, leaves := c.deadLetterExchange(q)
	if !keyed || !known || !leaves {
		return Finding{}, false
	}
	tiers := c.countingTiers(q, exchange)
	if len(tiers) == 0 {
		return Finding{}, false
	}
	fate := "is taken for one after its last attempt, so that it is not retried"
	for _, next := range c.Topology.Lands(exchange, key).Queues {
		if slices.Contains(tiers, next) {
			fate = fmt.Sprintf("waits in queue %q and comes back for ever, however often it has failed", next)
		}
	}
	return Finding{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: queueargs.DeadLetterRoutingKey.Argument, Involved: tiers,
		Consequence: fmt.Sprintf("Exchange %q tells by the routing key which attempt has failed, and every message that is rejected here comes to it as %q%s: it %s.", exchange, key, origin(setting), fate),
		Advice:      sentence(without(q, queueargs.DeadLetterRoutingKey, setting)) + ", so that dead letters keep the key that they had here.",
	}, true
}

// countsAttempts reports whether an exchange may tell by the routing key which attempt has failed: other keys take another way.
func countsAttempts(x *topology.Exchange) bool {
	return x != nil && x.Type == "direct" && x.AlternateExchange != ""
}

// countingTiers returns the queues behind the dead-letter exchange of q from which messages come back with a key that leads on from that
// exchange, if keys that are none of these take another way there.
func (c *Context) countingTiers(q *topology.Queue, exchange string) []string {
	x := c.Topology.Exchange(exchange)
	if !countsAttempts(x) {
		return nil
	}
	bindings := c.Topology.BindingsFrom(exchange)
	behind := slices.Clone(c.Topology.Lands(x.AlternateExchange, "").Queues)
	for _, b := range bindings {
		if b.DestinationKind == topology.KindQueue {
			behind = append(behind, b.Destination)
		}
	}
	var tiers []string
	for _, name := range behind {
		tier := c.Topology.Queue(name)
		if tier == nil || slices.Contains(tiers, name) {
			continue
		}
		targets, through, keys, _ := c.Topology.DeadLetterTargets(tier)
		_, keyed := c.Topology.Effective(tier, queueargs.DeadLetterRoutingKey)
		leadsOn := func(b *topology.Binding) bool { return slices.Contains(keys, b.RoutingKey) }
		if keyed && through != exchange && slices.Contains(targets, q.Name) && slices.ContainsFunc(bindings, leadsOn) {
			tiers = append(tiers, name)
		}
	}
	slices.Sort(tiers)
	return tiers
}
