package lint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "argument_needs_version", Default: Error, Homes: Plan | Review | Live,
	Finds: "an argument, or a value of one, that the queue's type takes on other versions of RabbitMQ, and that the connected broker refuses or " +
		"silently ignores; and a policy whose keys or `apply_to` it does not have",
	Source: "capabilities/0 of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and rabbit_stream_queue.erl, by release; rabbit_amqqueue.erl (check_queue_version), " +
		"rabbit_policies.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		v := c.Topology.Version
		if v == nil {
			return nil
		}
		if p := c.policy(subject); p != nil {
			return policyNeedsVersion(p, v)
		}
		var found []Finding
		q := c.queue(subject)
		for _, u := range uses(q) {
			if !u.eras.EverTaken() {
				continue
			}
			var does string
			switch u.eras.Does(v) {
			case queueargs.Refuses:
				does = "refuses the declaration because of"
			case queueargs.Ignores:
				does = "accepts and silently ignores"
			default:
				continue
			}
			since, until := u.eras.Taken()
			found = append(found, Finding{
				Object: subject, Field: u.row.Argument, Severity: unlessDeclared(q),
				Consequence: fmt.Sprintf("RabbitMQ %s %s %s on a %s queue, where it works %s.", v, does, u, q.Type, span(since, until)),
				Advice:      u.withoutVersion(attributeOf(q, u.row), v, since),
			})
		}
		return found
	},
})

// unlessDeclared is the severity of what is wrong with a declaration: a queue that was there when the broker was upgraded and stays
// as it is, or whose own policy changes, must stop no plan.
func unlessDeclared(q *topology.Queue) Severity {
	if q.Change == topology.Unchanged || q.Change == topology.Updated {
		return Warning
	}
	return ""
}

func span(since, until string) string {
	var parts []string
	if since != "" {
		parts = append(parts, "from RabbitMQ "+since+" on")
	}
	if until != "" {
		parts = append(parts, "before "+until)
	}
	return strings.Join(parts, " and ")
}

func (u use) withoutVersion(attribute string, v *version.Version, since string) string {
	switch {
	case u.exception != nil && u.exception.Instead != nil:
		return fmt.Sprintf("Set %s to %v, or remove it.", attribute, u.exception.Instead)
	case since != "" && v.Core().LessThan(version.Must(version.NewVersion(since))):
		return fmt.Sprintf("Remove %s, or upgrade the broker to RabbitMQ %s.", attribute, since)
	}
	return fmt.Sprintf("Remove %s.", attribute)
}
