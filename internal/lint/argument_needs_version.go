package lint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "argument_needs_version", Default: Error, Homes: Plan | Live,
	Finds:  "an argument that the queue's type takes on other versions of RabbitMQ, and that the connected broker refuses or silently ignores",
	Source: "capabilities/0 of rabbit_classic_queue.erl, rabbit_quorum_queue.erl and rabbit_stream_queue.erl, by release",
	Check: func(c *Context, subject topology.Ref) []Finding {
		v := c.Topology.Version
		if v == nil {
			return nil
		}
		var found []Finding
		q := c.queue(subject)
		for _, row := range setRows(q) {
			if !row.EverTaken(q.Type) {
				continue
			}
			var does string
			switch row.Does(q.Type, v) {
			case queueargs.Refuses:
				does = "refuses the declaration because of"
			case queueargs.Ignores:
				does = "accepts and silently ignores"
			default:
				continue
			}
			since, until := taken(row, q.Type)
			found = append(found, Finding{
				Object: subject, Field: row.Argument,
				Consequence: fmt.Sprintf("RabbitMQ %s %s %s on a %s queue, where it works %s.", v, does, row.Argument, q.Type, span(since, until)),
				Advice:      withoutVersion(attributeOf(q, row), v, since),
			})
		}
		return found
	},
})

// taken returns the first version that takes the argument on queues of type t, "" for always, and the first later one that no
// longer does, "" for none.
func taken(row *queueargs.Row, t queueargs.Type) (since, until string) {
	begun := false
	for _, era := range row.Types[t] {
		switch {
		case era.Does == queueargs.Takes && !begun:
			since, begun = era.Since, true
		case era.Does != queueargs.Takes && begun:
			return since, era.Since
		}
	}
	return since, ""
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

func withoutVersion(attribute string, v *version.Version, since string) string {
	if since != "" && v.Core().LessThan(version.Must(version.NewVersion(since))) {
		return fmt.Sprintf("Remove %s, or upgrade the broker to RabbitMQ %s.", attribute, since)
	}
	return fmt.Sprintf("Remove %s.", attribute)
}
