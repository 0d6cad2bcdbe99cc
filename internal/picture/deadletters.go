package picture

import (
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// findLoops finds the loops that messages go round without a rejection, which the broker cuts by dropping them.
func (b builder) findLoops() {
	for _, rounds := range b.host.AutomaticRounds() {
		for _, loop := range rounds {
			for _, name := range slices.Concat(loop.Queues, loop.Others) {
				b.looping[name] = true
			}
		}
	}
}

// deadLetters draws where messages of a queue go that expire, are rejected or are pushed out.
func (b builder) deadLetters(q *topology.Queue) {
	when, alone := b.leaves(q)
	e := Edge{From: queueID(q.Name), Way: DeadLetter, Label: when, Change: q.Change}
	dlx, set := b.host.Effective(q, queueargs.DeadLetterExchange)
	exchange, known := dlx.Value.(string)
	key, keyed := b.host.Effective(q, queueargs.DeadLetterRoutingKey)
	switch {
	case !set && !alone, set && !known:
		return
	case !set && q.Discards:
		e.To = b.drop(Discard, "discarded")
	case !set:
		e.To, e.Lost = b.drop(Drop, "dropped"), true
	case exchange == "":
		name, _ := key.Value.(string)
		if !keyed {
			name = q.Name
		}
		e.To, e.Lost = b.toQueue(name), b.missingQueue(name)
	default:
		if keyed {
			e.Label += " as " + value(key)
		}
		e.To, e.Lost = b.to(exchange), b.missing(exchange) || b.unrouted(q, exchange)
	}
	switch kept, _ := b.host.AtLeastOnce(q); {
	case e.Lost && kept:
		e.Label += ", stays for ever"
	case b.looping[q.Name]:
		e.Label, e.Lost = e.Label+", dropped in a loop", true
	}
	b.edge(e)
}

// unrouted draws the end of dead letters that nothing behind their exchange takes, and reports whether it is that of all.
func (b builder) unrouted(q *topology.Queue, exchange string) (all bool) {
	keys, through, lost := b.host.LostDeadLetters(q)
	x := b.host.Exchange(exchange)
	if !lost || x == nil || x.Shared || x.Change == topology.Deleted {
		return false
	}
	if through != nil {
		keys[0] = "such as " + keys[0]
	}
	if kept, known := b.host.AtLeastOnce(q); !kept && known && !b.host.Loses(x) {
		b.edge(Edge{From: exchangeID(exchange), To: b.drop(Drop, "dropped"), Way: DeadLetter, Label: join(keys), Change: q.Change, Lost: true})
	}
	targets, _, _, _ := b.host.DeadLetterTargets(q)
	return len(targets) == 0 && through == nil
}

// leaves says when messages leave a queue as dead letters, and whether they do without a consumer.
func (b builder) leaves(q *topology.Queue) (when string, alone bool) {
	var all []string
	if ttl, set := b.host.Effective(q, queueargs.MessageTTL); set {
		all = append(all, "after "+value(ttl))
	}
	if limited, known := b.host.LengthLimited(q); limited && known {
		if overflow, known := b.host.OverflowOf(q); known && overflow == topology.DropHead {
			all = append(all, "beyond its length")
		}
	}
	if len(all) == 0 {
		return "rejected", false
	}
	return strings.Join(all, ", "), true
}
