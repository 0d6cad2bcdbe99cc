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
	ID: "argument_unknown", Default: Warning, Homes: Validate | Review | Live,
	Finds:  "an `x-` argument that no queue type knows, and any other argument, or key of a policy, that is nearly the name of a known one",
	Source: "rabbit_amqqueue.erl (check_arguments_key)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return unknownInPolicy(p)
		}
		q := c.queue(subject)
		if q == nil {
			return nil
		}
		var found []Finding
		for _, name := range slices.Sorted(maps.Keys(q.Arguments)) {
			if queueargs.ByArgument(name) != nil {
				continue
			}
			nearest := queueargs.Nearest(name)
			if nearest == nil && !strings.HasPrefix(name, "x-") {
				continue
			}
			advice := fmt.Sprintf(`Remove %s, or set lint_ignore = ["argument_unknown"] if something else reads it.`, name)
			if nearest != nil && sets(q, nearest) {
				advice = fmt.Sprintf("Set %s (%s), if that is what %s means, or else remove it.", attributeOf(q, nearest), nearest.Argument, name)
			} else if nearest != nil {
				advice = fmt.Sprintf("Write %s, if that is what %s means, or else remove it.", nearest.Argument, name)
			}
			found = append(found, Finding{
				Object: subject, Field: name,
				Consequence: fmt.Sprintf("The broker stores %s and ignores it: no queue type has such an argument.", name),
				Advice:      advice,
			})
		}
		return found
	},
})
