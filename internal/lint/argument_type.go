package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "argument_type", Default: Error, Homes: Validate | Review,
	Finds: "an argument, or a key of a policy, whose value has the wrong JSON type: a string or a number with a fraction or an exponent for an integer, null, and so on",
	Source: "rabbit_misc.erl (to_amqp_table), rabbit_amqqueue.erl (check_int_arg, check_non_neg_int_arg, check_max_age_arg), " +
		"rabbit_quorum_queue.erl (get_delivery_limit)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return typesInPolicy(p)
		}
		var found []Finding
		for _, args := range c.arguments(subject) {
			for _, name := range slices.Sorted(maps.Keys(args)) {
				var row *queueargs.Row
				if subject.Kind == topology.KindQueue {
					row = queueargs.ByArgument(name)
				}
				switch value := args[name]; {
				case value == nil:
					found = append(found, Finding{
						Object: subject, Field: name,
						Consequence: fmt.Sprintf("The broker refuses the declaration: %s is null.", name),
						Advice:      fmt.Sprintf("Remove %s, or give it a value.", name),
					})
				case row != nil && !hasType(row, value):
					found = append(found, wrongType(subject, c.queue(subject), row, value))
				}
			}
		}
		return found
	},
})

// arguments returns the arguments of the queue, the exchange or, since their names do not tell them apart, the bindings that ref names.
func (c *Context) arguments(ref topology.Ref) []map[string]any {
	var all []map[string]any
	if q := c.queue(ref); q != nil {
		all = append(all, q.Arguments)
	}
	if e := c.exchange(ref); e != nil {
		all = append(all, e.Arguments)
	}
	for _, b := range c.bindings(ref) {
		all = append(all, b.Arguments)
	}
	return all
}

// unchecked are the arguments whose values brokers do not look at when a queue is declared.
var unchecked = map[*queueargs.Row]bool{
	queueargs.DeliveryLimit: true, queueargs.DelayedRetryType: true, queueargs.DelayedRetryMin: true, queueargs.DelayedRetryMax: true,
	queueargs.ByArgument("x-consumer-timeout"): true, queueargs.ByArgument("x-consumer-disconnected-timeout"): true,
}

func wrongType(subject topology.Ref, q *topology.Queue, row *queueargs.Row, value any) Finding {
	f := Finding{Object: subject, Field: row.Argument, Advice: fmt.Sprintf("Give %s as %s.", row.Argument, wants(row))}
	if sets(q, row) {
		f.Advice = fmt.Sprintf("Set %s, which is sent as %s.", attributeOf(q, row), wants(row))
	}
	does := "The broker refuses the declaration"
	if unchecked[row] {
		does = fmt.Sprintf("The broker takes the declaration and does not do what %s says", row.Argument)
	}
	f.Consequence = fmt.Sprintf("%s: %s is %s and must be %s.", does, row.Argument, describe(value), wants(row))
	return f
}

// hasType reports whether value is of the JSON type that row takes. Numbers that are too large are of the right type.
func hasType(row *queueargs.Row, value any) bool {
	if _, unknown := value.(queueargs.Unknown); unknown {
		return true
	}
	if row.Kind == queueargs.Integer || row.Kind == queueargs.Duration {
		_, ok := integer(value)
		return ok
	}
	_, ok := row.Value(value)
	return ok
}

func wants(row *queueargs.Row) string {
	switch row.Kind {
	case queueargs.Integer:
		return "an integer"
	case queueargs.Duration:
		return "an integer number of milliseconds"
	case queueargs.MaxAge:
		return "a string of digits and one of Y, M, D, h, m and s"
	case queueargs.Boolean:
		return "true or false"
	default:
		return "a string"
	}
}

func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case json.Number:
		return "the number " + string(value)
	case string:
		return fmt.Sprintf("the string %q", value)
	case bool:
		return fmt.Sprint(value)
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
