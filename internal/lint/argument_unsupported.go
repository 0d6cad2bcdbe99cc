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
	Finds:  "an argument that the queue's type refuses, or takes and ignores, on every version of RabbitMQ",
	Source: "rabbit_amqqueue.erl (check_arguments_key), capabilities/0 of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and rabbit_stream_queue.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		q := c.queue(subject)
		for _, row := range setRows(q) {
			if row.EverTaken(q.Type) {
				continue
			}
			found = append(found, Finding{
				Object: subject, Field: row.Argument,
				Consequence: unsupported(row, q.Type),
				Advice:      withoutArgument(attributeOf(q, row), row),
			})
		}
		return found
	},
})

// setRows returns the rows of the known arguments of q, sorted by argument. It is empty if q is nil or of a type that is not
// known, and leaves out arguments of which it is not known whether they will be set.
func setRows(q *topology.Queue) []*queueargs.Row {
	if q == nil || !slices.Contains(queueargs.Types(), q.Type) {
		return nil
	}
	var rows []*queueargs.Row
	for _, name := range slices.Sorted(maps.Keys(q.Arguments)) {
		if row := queueargs.ByArgument(name); row != nil && !q.Arguments.IsUnknown(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// unsupported says what brokers do with an argument that none takes on queues of type t. It does not depend on the version, so
// that it reads the same with and without a broker.
func unsupported(row *queueargs.Row, t queueargs.Type) string {
	var refuses, ignores bool
	for _, era := range row.Types[t] {
		refuses = refuses || era.Does == queueargs.Refuses
		ignores = ignores || era.Does == queueargs.Ignores
	}
	switch {
	case refuses && ignores:
		return fmt.Sprintf("A %s queue has no %s: depending on its version the broker refuses the declaration or silently ignores the argument.", t, row.Argument)
	case ignores:
		return fmt.Sprintf("The broker stores %s and ignores it on a %s queue.", row.Argument, t)
	default:
		return fmt.Sprintf("The broker refuses the declaration: a %s queue takes no %s.", t, row.Argument)
	}
}

// withoutArgument advises to do without an argument, or to use a type of queue that takes it.
func withoutArgument(attribute string, row *queueargs.Row) string {
	var types []string
	for _, t := range queueargs.Types() {
		if row.EverTaken(t) {
			types = append(types, fmt.Sprintf("type = %q", t))
		}
	}
	if len(types) == 0 {
		return fmt.Sprintf("Remove %s.", attribute)
	}
	return fmt.Sprintf("Remove %s, or declare the queue with %s.", attribute, strings.Join(types, " or "))
}
