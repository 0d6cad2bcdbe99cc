package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestAtLeastOnceIneffective(t *testing.T) {
	const id = "at_least_once_ineffective"
	subject := queueRef("main.queue")
	queue := func(kind queueargs.Type, more queueargs.Arguments) *topology.Queue {
		args := queueargs.Arguments{"x-dead-letter-strategy": "at-least-once"}
		for argument, value := range more {
			args[argument] = value
		}
		return queueOf(kind, "main.queue", args)
	}
	complete := queueargs.Arguments{"x-dead-letter-exchange": "dlx", "x-overflow": "reject-publish"}
	expect(t, id, on("4.0.5", queue(queueargs.Quorum, complete)), subject)
	expect(t, id, offline(queue(queueargs.Quorum, complete)), subject)

	noOverflow := queue(queueargs.Quorum, queueargs.Arguments{"x-dead-letter-exchange": "dlx"})
	says(t, expect(t, id, on("4.0.5", noOverflow), subject, "x-overflow")[0], "Dead letters can be lost", "drop-head is in force by default", `Set overflow = "reject-publish"`)
	expect(t, id, offline(noOverflow), subject) // a policy may set it

	for overflow, inForce := range map[string]string{
		"drop-head": "drop-head is in force.", "reject-publish-dlx": "drop-head is in force, because a quorum queue does not act on reject-publish-dlx.",
	} {
		wrong := queue(queueargs.Quorum, queueargs.Arguments{"x-dead-letter-exchange": "dlx", "x-overflow": overflow})
		f := expect(t, id, offline(wrong), subject, "x-overflow")[0]
		says(t, f, inForce, `Set overflow = "reject-publish"`)
		also(t, f, on("4.0.5", wrong), subject)
	}

	noExchange := queue(queueargs.Quorum, queueargs.Arguments{"x-overflow": "reject-publish"})
	says(t, expect(t, id, on("4.0.5", noExchange), subject, "x-dead-letter-strategy")[0], "are dropped, because the queue has no dead-letter exchange", "Set dead_letter.exchange, or remove dead_letter.strategy.")
	expect(t, id, offline(noExchange), subject)

	f := expect(t, id, offline(queue(queueargs.Classic, complete)), subject, "x-dead-letter-strategy")[0]
	says(t, f, "The broker refuses the queue: a classic queue has no", `type = "quorum"`)
	also(t, f, on("4.0.5", queue(queueargs.Classic, complete)), subject)

	for _, unknown := range []string{"x-dead-letter-strategy", "x-dead-letter-exchange", "x-overflow"} {
		args := queueargs.Arguments{"x-dead-letter-exchange": "dlx", "x-overflow": "reject-publish"}
		args[unknown] = queueargs.Unknown{}
		expect(t, id, on("4.0.5", queue(queueargs.Quorum, args)), subject)
	}
	expect(t, id, on("4.0.5", queue("", complete)), subject)
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-dead-letter-strategy": "at-most-once"})), subject)
}

// On a quorum queue the policy's overflow wins over the argument.
func TestAtLeastOnceIneffectiveUnderPolicies(t *testing.T) {
	const id = "at_least_once_ineffective"
	subject := queueRef("main.queue")
	args := queueargs.Arguments{"x-dead-letter-strategy": "at-least-once", "x-dead-letter-exchange": "dlx"}
	reject := &topology.Policy{Name: "reject", ApplyTo: "queues", Definition: map[string]any{"overflow": "reject-publish"}}
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", args)).with(reject), subject)

	args["x-overflow"] = "reject-publish"
	drop := &topology.Policy{Name: "drop", Operator: true, ApplyTo: "queues", Definition: map[string]any{"overflow": "drop-head"}}
	says(t, expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", args)).with(drop), subject, "x-overflow")[0],
		`drop-head is in force (operator policy "drop").`, `in operator policy "drop"`)

	strategy := &topology.Policy{Name: "strategy", ApplyTo: "queues", Definition: map[string]any{"dead-letter-strategy": "at-least-once"}}
	says(t, expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", queueargs.Arguments{"x-overflow": "reject-publish"})).with(strategy), subject, "x-dead-letter-strategy")[0],
		`at-least-once (policy "strategy").`)
	pcre := &topology.Policy{Name: "pcre", Pattern: "^(?!x)", ApplyTo: "queues", Definition: map[string]any{"overflow": "reject-publish"}}
	delete(args, "x-overflow")
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "main.queue", args)).with(pcre), subject)
}
