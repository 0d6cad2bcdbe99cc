package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "argument_unsupported", Default: Error, Homes: Validate | Plan | Review | Live,
	Finds:  "an argument, or a value of one, that the queue's type refuses, or takes and ignores, on every version of RabbitMQ",
	Source: "rabbit_amqqueue.erl (check_arguments_key), capabilities/0 of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and rabbit_stream_queue.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		q := c.queue(subject)
		for _, u := range uses(q) {
			if u.eras.EverTaken() {
				continue
			}
			found = append(found, Finding{
				Object: subject, Field: u.row.Argument,
				Consequence: u.unsupported(q.Type),
				Advice:      u.otherwise(q),
			})
		}
		return found
	},
})

// use is a known argument that a queue has, with what brokers do with its value.
type use struct {
	row   *queueargs.Row
	value any
	eras  queueargs.Eras
	// exception is set for a value that brokers deal with otherwise than with others.
	exception *queueargs.Exception
}

// uses returns the known arguments of q, sorted by name. It is empty if q is nil or of a type that is not known, and leaves out
// arguments of which it is not known whether they will be set.
func uses(q *topology.Queue) []use {
	if q == nil || !slices.Contains(queueargs.Types(), q.Type) {
		return nil
	}
	var all []use
	for _, name := range slices.Sorted(maps.Keys(q.Arguments)) {
		if row := queueargs.ByArgument(name); row != nil && !q.Arguments.IsUnknown(row) {
			eras, exception := row.ErasOf(q.Type, q.Arguments[name])
			all = append(all, use{row, q.Arguments[name], eras, exception})
		}
	}
	return all
}

// String is the argument, with its value if that makes the difference.
func (u use) String() string {
	if u.exception == nil {
		return u.row.Argument
	}
	return fmt.Sprintf("%s = %v", u.row.Argument, u.exception.Value)
}

// unsupported says what brokers do with an argument that none takes on queues of type t. It does not depend on the version, so
// that it reads the same with and without a broker.
func (u use) unsupported(t queueargs.Type) string {
	var refuses, ignores bool
	for _, era := range u.eras {
		refuses = refuses || era.Does == queueargs.Refuses
		ignores = ignores || era.Does == queueargs.Ignores
	}
	switch {
	case refuses && ignores:
		return fmt.Sprintf("A %s queue has no %s: depending on its version the broker refuses the declaration or silently ignores the argument.", t, u)
	case ignores && u.exception != nil:
		return fmt.Sprintf("The broker stores %s and does not act on it: on a %s queue %v is in force.", u, t, u.exception.Instead)
	case ignores:
		return fmt.Sprintf("The broker stores %s and ignores it on a %s queue.", u, t)
	default:
		return fmt.Sprintf("The broker refuses the declaration: a %s queue takes no %s.", t, u)
	}
}

// otherwise advises to do without the argument, or to use another value or a type of queue that takes it.
func (u use) otherwise(q *topology.Queue) string {
	var types []string
	for _, t := range topology.OwnerOf(q).Types {
		if eras, _ := u.row.ErasOf(t, u.value); eras.EverTaken() {
			types = append(types, fmt.Sprintf("type = %q", t))
		}
	}
	attribute := attributeOf(q, u.row)
	if u.row == queueargs.Overflow && q.Type == queueargs.Quorum && q.Arguments[queueargs.DeadLetterStrategy.Argument] == atLeastOnce {
		return fmt.Sprintf("Set %s to reject-publish, which at-least-once works with.", attribute) // and nothing else
	}
	instead := "Remove " + attribute
	if u.exception != nil {
		instead = fmt.Sprintf("Set %s to %s", attribute, u.otherValues())
	}
	if len(types) == 0 {
		return instead + "."
	}
	return fmt.Sprintf("%s, or declare the queue with %s.", instead, strings.Join(types, " or "))
}

// otherValues lists the values that are no exceptions.
func (u use) otherValues() string {
	var values []string
	for _, value := range u.row.OneOf {
		if value != u.exception.Value {
			values = append(values, value)
		}
	}
	return strings.Join(values, " or ")
}
