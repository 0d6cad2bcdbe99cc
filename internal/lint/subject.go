package lint

import (
	"fmt"
	"strings"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// queue returns the queue that ref names, or nil if ref names something else or a queue that the plan deletes: what is about to
// go has no future to speak of.
func (c *Context) queue(ref topology.Ref) *topology.Queue {
	if ref.Kind != topology.KindQueue {
		return nil
	}
	if q := c.Topology.Queue(ref.Name); q != nil && q.Change != topology.Deleted {
		return q
	}
	return nil
}

// exchange is to exchanges what queue is to queues.
func (c *Context) exchange(ref topology.Ref) *topology.Exchange {
	if ref.Kind != topology.KindExchange {
		return nil
	}
	if e := c.Topology.Exchange(ref.Name); e != nil && e.Change != topology.Deleted {
		return e
	}
	return nil
}

// bindings returns the bindings that ref names: those that differ in their arguments only share a name.
func (c *Context) bindings(ref topology.Ref) []*topology.Binding {
	if ref.Kind != topology.KindBinding {
		return nil
	}
	var all []*topology.Binding
	for _, b := range c.Topology.BindingsNamed(ref.Name) {
		if b.Change != topology.Deleted {
			all = append(all, b)
		}
	}
	return all
}

// policy returns the policy that ref names, or nil if ref names something else, a policy that the plan deletes, or the own policy of a
// queue: what that sets is looked at as the queue's.
func (c *Context) policy(ref topology.Ref) *topology.Policy {
	if p := c.Topology.Policy(ref); p != nil && p.Change != topology.Deleted && !p.Own {
		return p
	}
	return nil
}

// length returns the value of a setting that is a length of time; false if it is not known yet or of another kind.
func length(s topology.Setting) (time.Duration, bool) {
	d, ok := s.Value.(time.Duration)
	return d, ok
}

// origin says in parentheses which policy a setting comes from; it is empty for an argument.
func origin(s topology.Setting) string {
	if s.Policy == "" {
		return ""
	}
	return fmt.Sprintf(" (%s %q)", s.From, s.Policy)
}

// count writes a number with its noun.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// attributeOf returns the name under which the owner of q sets row, or the argument if it does not.
func attributeOf(q *topology.Queue, row *queueargs.Row) string {
	if attribute, ok := topology.OwnerOf(q).Attributes[row.Argument]; ok {
		return attribute
	}
	return row.Argument
}

// sets reports whether the owner of q has an attribute for row.
func sets(q *topology.Queue, row *queueargs.Row) bool {
	_, ok := topology.OwnerOf(q).Attributes[row.Argument]
	return ok
}

// attributesOf lists the names under which the owner of q sets any of the rows.
func attributesOf(q *topology.Queue, rows ...*queueargs.Row) string {
	var names []string
	for _, row := range rows {
		if sets(q, row) {
			names = append(names, attributeOf(q, row))
		}
	}
	return strings.Join(names, " or ")
}

// without says how to take a setting off a queue, beginning with a small letter.
func without(q *topology.Queue, row *queueargs.Row, setting topology.Setting) string {
	if byPolicy(setting) {
		return fmt.Sprintf("take %s out of %s %q", row.PolicyKey, setting.From, setting.Policy)
	}
	return "remove " + attributeOf(q, row)
}

// sentence begins a text with a capital letter.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// mayVanish says how to say that messages may vanish: in the owner of q, or in a kind of resource that is made for that.
func mayVanish(q *topology.Queue, rule, elsewhere string) string {
	if discards := topology.OwnerOf(q).Discards; discards != "" {
		return discards
	}
	return fmt.Sprintf("lint_ignore = [%q], or %s", rule, elsewhere)
}

// expiringQueue is how a resource that is made for messages which may vanish says so.
const expiringQueue = `on_expiry = "discard" on a rabbitmq_expiring_queue`
