package lint

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dead_letters_lost", Default: Warning, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a queue that receives dead letters and loses them itself: it has a message TTL, a length limit or an expiry and no dead-letter exchange",
	Source: "docs/dlx, docs/ttl, docs/maxlength",
	Check: func(c *Context, subject topology.Ref) []Finding {
		receivers := map[string]*topology.Queue{}
		through := c.bindings(subject)
		if q := c.receiver(subject); q != nil {
			if _, bad := losesDeadLetters(c, q); bad && c.Topology.ReceivesDeadLetters(q, through...) {
				receivers[q.Name] = q
			}
		}
		var senders []*topology.Queue
		// A binding to a queue has a say in no other queue's dead letters, nor has one queue in those of others that are all asked.
		if !c.all && (len(through) == 0 || through[0].DestinationKind == topology.KindExchange) {
			senders = c.senders(subject)
		}
		for _, from := range senders {
			targets, _, _, _ := c.Topology.DeadLetterTargets(from)
			for _, name := range targets {
				if q := c.queue(topology.Ref{Kind: topology.KindQueue, Name: name}); q != nil && name != from.Name {
					receivers[name] = q
				}
			}
		}
		var found []Finding
		for _, q := range receivers {
			if f, bad := losesDeadLetters(c, q); bad {
				found = append(found, f)
			}
		}
		return found
	},
})

func losesDeadLetters(c *Context, q *topology.Queue) (Finding, bool) {
	if !q.Managed && !c.Topology.Final {
		// Whether it is meant is said by a resource that may not be planned yet.
		return Finding{}, false
	}
	if q.Discards || !c.Topology.Complete || !queueargs.MessageTTL.EverTaken(q.Type) {
		return Finding{}, false
	}
	_, forwards := c.Topology.Effective(q, queueargs.DeadLetterExchange)
	ttl, hasTTL := c.Topology.Effective(q, queueargs.MessageTTL)
	expires, _ := c.Topology.Effective(q, queueargs.Expires)
	var because *queueargs.Row
	var ways []string
	add := func(row *queueargs.Row, way string) {
		if because == nil {
			because = row
		}
		ways = append(ways, way)
	}
	if after, known := length(ttl); known && !forwards {
		add(queueargs.MessageTTL, fmt.Sprintf("after %s%s they vanish", after, origin(ttl)))
	}
	if limit, limited := lengthLimit(c, q); limited && !forwards {
		if overflow, known := c.Topology.OverflowOf(q); known && overflow == topology.DropHead {
			way := fmt.Sprintf("beyond %s the oldest are dropped", limit.text)
			if limit.zero {
				way = fmt.Sprintf("with room for %s what no waiting consumer takes at once is dropped", limit.text)
			}
			add(limit.row, way)
		}
	}
	// Messages that expire into a dead-letter exchange before the queue does are not lost with it.
	if after, known := length(expires); known && (!hasTTL || !forwards) {
		add(queueargs.Expires, fmt.Sprintf("when nobody has used the queue for %s%s they are deleted with it", after, origin(expires)))
	}
	if len(ways) == 0 {
		return Finding{}, false
	}
	setting, _ := c.Topology.Effective(q, because)
	return Finding{
		Object: topology.Ref{Kind: topology.KindQueue, Name: q.Name}, Field: because.Argument,
		Consequence: fmt.Sprintf("Dead letters that other queues send here are lost: %s.", strings.Join(ways, ", and ")),
		Advice: fmt.Sprintf("Give the queue a %s of its own, or %s, or say that it is meant: %s.", deadLetterAttribute(q), without(q, because, setting),
			mayVanish(q, "dead_letters_lost", "retention on a rabbitmq_dead_letter_queue")),
	}, true
}

// bound is the length limit that is in force on a queue.
type bound struct {
	text string
	// row is the argument that limits: if both do the one that is 0, or else the first.
	row *queueargs.Row
	// zero is true if nothing fits.
	zero bool
}

func lengthLimit(c *Context, q *topology.Queue) (b bound, limited bool) {
	var limits []string
	for _, r := range []*queueargs.Row{queueargs.MaxLength, queueargs.MaxLengthBytes} {
		setting, _ := c.Topology.Effective(q, r)
		n, known := setting.Value.(int64)
		switch {
		case !known:
			continue
		case r == queueargs.MaxLength:
			limits = append(limits, count(n, "message", "messages")+origin(setting))
		default:
			limits = append(limits, count(n, "byte", "bytes")+origin(setting))
		}
		if b.row == nil || n == 0 && !b.zero {
			b.row = r
		}
		b.zero = b.zero || n == 0
	}
	b.text = strings.Join(limits, " or ")
	return b, len(limits) > 0
}
