package lint

import (
	"fmt"
	"strings"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "replace_loses_messages", Default: Error, Homes: Plan | Review,
	Finds: "a plan that replaces (error) or deletes (warning: the deletion itself is refused) a queue that holds messages, unless `deletion_policy` is " +
		"`force` or `retain`",
	Source: "docs/queues (arguments and types are fixed at declaration)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if subject.Kind != topology.KindQueue {
			return nil
		}
		q := c.Topology.Queue(subject.Name)
		if q == nil || q.ForceDelete || q.Retain {
			return nil
		}
		now := q
		if q.Prior != nil {
			now = q.Prior
		}
		goes := subject
		// In another virtual host it may be somebody else's queue that has the name here.
		if there := c.Topology.Queue(now.Name); there == nil || there.Managed {
			goes.Name = now.Name
		}
		messages := now.Messages
		if messages == nil {
			messages = q.Messages
		}
		if messages == nil || *messages == 0 {
			return nil
		}
		holds := count(*messages, "message", "messages")
		empty, why := c.emptied(now)+", or ", ""
		if now.Type == queueargs.Stream {
			empty, why = "", ": consumers do not empty a stream, and offsets that they have stored in it count as messages"
		}
		forced := " since it is tainted, its replacement was asked for, or the state has it under another address"
		advice := fmt.Sprintf("%skeep the queue: with terraform untaint and the address above, without -replace, or with a moved block from the other address%s.", empty, why)
		if len(q.Because) > 0 {
			forced = " because of " + strings.Join(q.Because, ", ")
			advice = fmt.Sprintf(`%skeep what forces the replacement as it is, or apply deletion_policy = "force" in a plan of its own before this one, to lose `+
				"them on purpose%s.", empty, why)
			if intoPolicy(q) {
				advice = fmt.Sprintf(`%skeep settings_in = "arguments" and put a rabbitmq_policy over the queue for TTLs and lengths that are to become smaller, which it has `+
					`with its messages; or apply deletion_policy = "force" in a plan of its own before this one, to lose them on purpose%s.`, empty, why)
			}
			if q.Migratable {
				advice = `set on_replace = "migrate", with which the plan moves the messages into the new queue; or ` + advice
			}
			if ttl, lower := lowersOnlyTTL(q, now); lower {
				advice = fmt.Sprintf("keep %s as it is and put a rabbitmq_policy or rabbitmq_ttl_ceiling with message_ttl = %q over the queue, of whose TTLs the smallest is in "+
					"force and which stays with its messages; or %s", attributeOf(q, queueargs.MessageTTL), ttl, advice)
			}
		}
		switch q.Change {
		case topology.Replaced:
			return []Finding{{
				Object: goes, Severity: Error,
				Consequence: fmt.Sprintf("Queue %q, which this plan replaces%s, holds %s that would go with it.", now.Name, forced, holds),
				Advice:      sentence(advice),
			}}
		case topology.Deleted:
			return []Finding{{
				Object: goes, Severity: Warning,
				Consequence: fmt.Sprintf("The queue holds %s, so that deleting it will be refused; what else this plan deletes goes all the same, its bindings and the way back of a delay tier among them.", holds),
				Advice: sentence(fmt.Sprintf(`%sapply deletion_policy = "force" to delete it with its messages, or deletion_policy = "retain" to leave it on the `+
					"broker%s.", empty, why)),
			}}
		default:
			return nil
		}
	},
})

// intoPolicy reports whether a queue is replaced for no more than that its settings move into a policy of its own.
func intoPolicy(q *topology.Queue) bool {
	return q.OwnPolicy != "" && len(q.Because) == 1 && q.Because[0] == "settings_in"
}

// lowersOnlyTTL reports whether a queue is replaced for no more than a lower message TTL in its arguments, which a policy can have too. Tiers
// that are not on their own have to keep the delays by which the others are counted.
func lowersOnlyTTL(q, now *topology.Queue) (time.Duration, bool) {
	read := func(q *topology.Queue) (time.Duration, bool) {
		value, _ := queueargs.MessageTTL.Value(q.Arguments[queueargs.MessageTTL.Argument])
		ttl, known := value.(time.Duration)
		return ttl, known
	}
	wanted, known := read(q)
	declared, alsoKnown := read(now)
	counted := q.DelayTier && !sets(q, queueargs.DeadLetterExchange)
	return wanted, known && alsoKnown && len(q.Because) == 1 && wanted < declared && !counted
}

// emptied says how a queue loses its messages in the way that it is meant to, beginning with a small letter: nobody consumes a delay tier.
// How long messages wait there is what was in force when they came, before the plan.
func (c *Context) emptied(q *topology.Queue) string {
	if !q.DelayTier {
		return "let consumers empty the queue first"
	}
	wait := "wait for the delay"
	if delay, set := c.Topology.EffectiveBefore(q, queueargs.MessageTTL); set && !delay.Unknown() {
		wait += fmt.Sprintf(" of %s", delay.Value)
	}
	return wait + ", after which a delay tier is empty if nothing enters it any more"
}
