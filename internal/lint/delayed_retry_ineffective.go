package lint

import (
	"fmt"
	"strings"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "delayed_retry_ineffective", Default: Error, Homes: Validate | Plan | Review | Live,
	Finds: "delayed retry that does not do what it says: a type without `min` or one that there is not, `min` or `max` without a type, a type that a " +
		"policy switches off, `max` below `min`; policies with the like are refused",
	Source: "rabbit_quorum_queue.erl (get_delayed_retry_config), rabbit_fifo.erl (calculate_ready_at), rabbit_policies.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return retryOfPolicy(p)
		}
		q := c.queue(subject)
		if q == nil || q.Type != queueargs.Quorum {
			return nil
		}
		if f, bad := upsideDown(q, subject); bad {
			return []Finding{f}
		}
		if own := c.Topology.OwnPolicy(q); own != nil {
			if found := retryOfPolicy(own); len(found) > 0 {
				found[0].Object, found[0].Field = subject, queueargs.ByPolicyKey(found[0].Field).Argument
				return found
			}
		}
		r := c.delayedRetry(q)
		f := Finding{Object: subject, Field: queueargs.DelayedRetryType.Argument}
		switch {
		case !r.does || r.kind.Unknown():
			return nil
		case !r.hasKind && c.own(q, queueargs.DelayedRetryMin), !r.hasKind && c.own(q, queueargs.DelayedRetryMax):
			f.Consequence = "Returned messages are delivered again at once, because delayed retry is off without a type."
			f.Advice = fmt.Sprintf("Set %s, to failed for messages that consumers reject with requeue or lose in a crash.", attributeOf(q, queueargs.DelayedRetryType))
		case !r.hasKind:
			return nil
		case r.kind.Value == disabled && byPolicy(r.kind) && c.declaresRetry(q):
			f.Consequence = fmt.Sprintf("Returned messages are delivered again at once, because %s %q switches off the delayed retry that the queue asks for.",
				r.kind.From, r.kind.Policy)
			f.Advice = sentence(without(q, queueargs.DelayedRetryType, r.kind)) + ", or do without delayed retry."
		case r.kind.Value == disabled:
			return nil
		case !r.enabled():
			f.Consequence = fmt.Sprintf("Returned messages are delivered again at once, because the broker does not know the type %q%s of delayed retry and leaves it off.",
				r.kind.Value, origin(r.kind))
			f.Advice = fmt.Sprintf("Use one of the types %s.", strings.Join(queueargs.DelayedRetryType.OneOf, ", "))
		case !r.hasLeast:
			f.Consequence = fmt.Sprintf("Returned messages are delivered again at once, because delayed retry of type %q%s is off without a min.", r.kind.Value, origin(r.kind))
			f.Advice = sentence(without(q, queueargs.DelayedRetryType, r.kind)) + "."
			if sets(q, queueargs.DelayedRetryMin) {
				f.Advice = fmt.Sprintf("Set %s, the wait after the first return.", attributeOf(q, queueargs.DelayedRetryMin))
			}
		default:
			return nil
		}
		return []Finding{f}
	},
})

// upsideDown finds a max below the min of the same arguments. Brokers refuse it in policies only.
func upsideDown(q *topology.Queue, subject topology.Ref) (Finding, bool) {
	read := func(row *queueargs.Row) (time.Duration, bool) {
		value, _ := row.Value(q.Arguments[row.Argument])
		d, known := value.(time.Duration)
		return d, known
	}
	least, known := read(queueargs.DelayedRetryMin)
	most, alsoKnown := read(queueargs.DelayedRetryMax)
	return Finding{
		Object: subject, Field: queueargs.DelayedRetryMax.Argument,
		Consequence: fmt.Sprintf("No returned message waits for the min of %s or longer, because the max is %s.", least, most),
		Advice:      fmt.Sprintf("Set %s to the longest wait, which is not below min, or remove it.", attributeOf(q, queueargs.DelayedRetryMax)),
	}, known && alsoKnown && most < least
}

// declaresRetry reports whether the owner of a queue asks for delayed retry.
func (c *Context) declaresRetry(q *topology.Queue) bool {
	raw, _ := c.Topology.Own(q, queueargs.DelayedRetryType)
	kind, known := raw.(string)
	return known && kind != disabled
}

func (c *Context) own(q *topology.Queue, row *queueargs.Row) bool {
	_, set := c.Topology.Own(q, row)
	return set
}
