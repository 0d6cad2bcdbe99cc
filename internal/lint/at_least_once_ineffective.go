package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

const atLeastOnce = "at-least-once"

var _ = register(Rule{
	ID: "at_least_once_ineffective", Default: Error, Homes: Validate | Plan | Review | Live,
	Finds:  "dead-letter strategy at-least-once without what it needs: a quorum queue, a dead-letter exchange, and overflow reject-publish in force",
	Source: "rabbit_quorum_queue.erl (dlh), docs/quorum-queues#activating-at-least-once-dead-lettering",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil || !slices.Contains(queueargs.Types(), q.Type) {
			return nil
		}
		if q.Type != queueargs.Quorum {
			return onOtherType(q, subject)
		}
		strategy, _ := c.Topology.Effective(q, queueargs.DeadLetterStrategy)
		if strategy.Value != atLeastOnce {
			return nil
		}
		var found []Finding
		// A policy that is not known here may set the exchange.
		if _, set := c.Topology.Effective(q, queueargs.DeadLetterExchange); !set && c.Topology.Complete {
			found = append(found, Finding{
				Object: subject, Field: queueargs.DeadLetterStrategy.Argument,
				Consequence: fmt.Sprintf("Messages that would be dead-lettered are dropped, because the queue has no dead-letter exchange for its strategy at-least-once%s.", origin(strategy)),
				Advice:      sentence(withExchange(q, strategy) + ", or " + without(q, queueargs.DeadLetterStrategy, strategy) + "."),
			})
		}
		return append(found, withoutRejectPublish(c, q, subject, strategy)...)
	},
})

// withExchange says where to write the exchange that a strategy lacks.
func withExchange(q *topology.Queue, strategy topology.Setting) string {
	if sets(q, queueargs.DeadLetterExchange) {
		return "set " + attributeOf(q, queueargs.DeadLetterExchange)
	}
	return fmt.Sprintf("add dead-letter-exchange to %s %q", strategy.From, strategy.Policy)
}

func onOtherType(q *topology.Queue, subject topology.Ref) []Finding {
	if q.Arguments[queueargs.DeadLetterStrategy.Argument] != atLeastOnce {
		return nil
	}
	return []Finding{{
		Object: subject, Field: queueargs.DeadLetterStrategy.Argument,
		Consequence: fmt.Sprintf("The broker refuses the queue: a %s queue has no dead-letter strategy at-least-once.", q.Type),
		Advice:      fmt.Sprintf(`Set type = "quorum", or remove %s.`, attributeOf(q, queueargs.DeadLetterStrategy)),
	}}
}

func withoutRejectPublish(c *Context, q *topology.Queue, subject topology.Ref, strategy topology.Setting) []Finding {
	setting, set := c.Topology.Effective(q, queueargs.Overflow)
	// Without a broker, a policy that is not known here may set what the queue leaves open.
	if setting.Unknown() || setting.Value == topology.RejectPublish || !set && !c.Topology.Complete {
		return nil
	}
	inForce := "drop-head is in force by default"
	remedy := `Set overflow = "reject-publish", best with a max_length`
	if attributeOf(q, queueargs.Overflow) == attributeOf(q, queueargs.DeadLetterStrategy) {
		remedy = `Set strategy = "at-least-once", best with a max_length` // a delay tier's strategy is both
	}
	advice := fmt.Sprintf("%s, or %s.", remedy, without(q, queueargs.DeadLetterStrategy, strategy))
	if set {
		inForce = fmt.Sprintf("%s is in force%s", setting.Value, origin(setting))
	}
	if setting.Value == topology.RejectPublishDLX {
		inForce = fmt.Sprintf("drop-head is in force, because a quorum queue does not act on reject-publish-dlx%s", origin(setting))
	}
	if byPolicy(setting) {
		advice = fmt.Sprintf("Set overflow in %s %q to reject-publish, since it wins over what the quorum queue says itself.", setting.From, setting.Policy)
	}
	return []Finding{{
		Object: subject, Field: queueargs.Overflow.Argument,
		Consequence: "Dead letters can be lost on their way as with strategy at-most-once, because at-least-once works with overflow reject-publish only and " + inForce + ".",
		Advice:      advice,
	}}
}
