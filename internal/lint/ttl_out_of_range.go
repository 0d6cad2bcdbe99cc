package lint

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "ttl_out_of_range", Default: Error, Homes: Validate | Review | Live,
	Finds: "a message TTL or `expires` that the broker refuses in arguments (more than ten years, negative, `expires` of 0), or takes unchecked " +
		"in a policy that is in force on the queue",
	Source: "rabbit_misc.erl (check_expiry), rabbit_policies.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return expiryOfPolicy(subject, p)
		}
		q := c.queue(subject)
		if q == nil {
			return nil
		}
		var found []Finding
		for _, row := range []*queueargs.Row{queueargs.MessageTTL, queueargs.Expires} {
			if !row.EverTaken(q.Type) {
				continue
			}
			raw, _ := c.Topology.Own(q, row)
			n, ok := integer(raw)
			if ok && !inRange(row, n) {
				f := Finding{
					Object: subject, Field: row.Argument,
					Consequence: fmt.Sprintf("The broker refuses the declaration: %s is %s and must be %s.", row.Argument, milliseconds(n), rangeOf(row)),
				}
				if p := c.Topology.OwnPolicy(q); p != nil && !q.Arguments.Has(row) {
					f = ofPolicy(subject, row.Argument, row, p, n)
				}
				f.Advice = fmt.Sprintf("Set %s to a value %s.", attributeOf(q, row), rangeOf(row))
				found = append(found, f)
			} else if p, n := expiryInForce(c.Topology, q, row); p != nil && n.Cmp(big.NewInt(*row.Max)) > 0 {
				found = append(found, takenUnchecked(subject, row.Argument, row, p, n))
			}
		}
		return found
	},
})

// expiryInForce returns the policy whose value for row is in force on a queue, with that value; nil if none is, or none that is known.
// The values may be larger than any that a topology calculates with.
func expiryInForce(v *topology.VirtualHost, q *topology.Queue, row *queueargs.Row) (inForce *topology.Policy, smallest *big.Int) {
	user, known := v.PolicyOf(q)
	operator, alsoKnown := v.OperatorPolicyOf(q)
	if !known || !alsoKnown || v.Version == nil {
		return nil, nil
	}
	if q.Arguments.Has(row) && row.Combination(q.Type, v.Version) == queueargs.SmallerWins {
		return nil, nil // the argument is in range, or not known
	}
	for _, p := range []*topology.Policy{user, operator} {
		if p == nil || p.Own {
			continue // what is the queue's own was looked at
		}
		if n, ok := integer(p.Definition[row.PolicyKey]); ok && (smallest == nil || n.Cmp(smallest) < 0) {
			inForce, smallest = p, n
		}
	}
	return inForce, smallest
}

// expiryOfPolicy looks for what brokers refuse, and for what they take although no queue can live with it: they check only the lower
// bound.
func expiryOfPolicy(subject topology.Ref, p *topology.Policy) []Finding {
	var found []Finding
	for _, row := range []*queueargs.Row{queueargs.MessageTTL, queueargs.Expires} {
		n, ok := integer(p.Definition[row.PolicyKey])
		if !ok || inRange(row, n) {
			continue
		}
		found = append(found, ofPolicy(subject, row.PolicyKey, row, p, n))
	}
	return found
}

// ofPolicy says what becomes of a policy with a value out of range.
func ofPolicy(subject topology.Ref, field string, row *queueargs.Row, p *topology.Policy, n *big.Int) Finding {
	if n.Cmp(big.NewInt(*row.Max)) > 0 {
		return takenUnchecked(subject, field, row, p, n)
	}
	return Finding{
		Object: subject, Field: field,
		Consequence: fmt.Sprintf("The broker refuses the %s: %s is %s and must be %s.", p.Ref().Kind, row.PolicyKey, milliseconds(n), rangeOf(row)),
		Advice:      fmt.Sprintf("Set %s to a value %s.", row.PolicyKey, rangeOf(row)),
	}
}

// takenUnchecked says what a policy with a value that no argument may have does to queues.
func takenUnchecked(subject topology.Ref, field string, row *queueargs.Row, p *topology.Policy, n *big.Int) Finding {
	kind := topology.FromPolicy
	if p.Operator {
		kind = topology.FromOperatorPolicy
	}
	return Finding{
		Object: subject, Field: field,
		Consequence: fmt.Sprintf("The broker takes %s of %s in %s %q unchecked, and a far too large one crashes the queues that it applies to and loses their messages.",
			row.PolicyKey, milliseconds(n), kind, p.Name),
		Advice: fmt.Sprintf("Set %s in %s %q to a value %s.", row.PolicyKey, kind, p.Name, rangeOf(row)),
	}
}

var integerPattern = regexp.MustCompile(`^-?[0-9]+$`)

// integer returns a JSON integer of any size; false for everything else, 60000.0 and 6e4 included, which RabbitMQ takes for
// floating-point numbers.
func integer(raw any) (*big.Int, bool) {
	number, ok := raw.(json.Number)
	if !ok || !integerPattern.MatchString(string(number)) {
		return nil, false
	}
	return new(big.Int).SetString(string(number), 10)
}

// inRange reports whether n is within the bounds of row.
func inRange(row *queueargs.Row, n *big.Int) bool {
	return (row.Min == nil || n.Cmp(big.NewInt(*row.Min)) >= 0) && (row.Max == nil || n.Cmp(big.NewInt(*row.Max)) <= 0)
}

// rangeOf writes the range of a duration that has both bounds.
func rangeOf(row *queueargs.Row) string {
	return fmt.Sprintf("from %s to %s", milliseconds(big.NewInt(*row.Min)), milliseconds(big.NewInt(*row.Max)))
}

// milliseconds writes a number of milliseconds as a Go duration, or as the number if it is longer than Go's 292 years.
func milliseconds(n *big.Int) string {
	if ns := new(big.Int).Mul(n, big.NewInt(int64(time.Millisecond))); ns.IsInt64() {
		return time.Duration(ns.Int64()).String()
	}
	return n.String() + " ms"
}
