package lint

import (
	"fmt"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "queue_flags", Default: Error, Homes: Validate | Plan | Review,
	Finds: "a quorum queue or stream that is not durable or is auto-delete, and a transient classic queue on a broker that denies the deprecated " +
		"feature `transient_nonexcl_queues`",
	Source: "rabbit_queue_type_util.erl (check_auto_delete, check_non_durable), rabbit_amqqueue.erl (declare)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		q := c.queue(subject)
		if q == nil {
			return nil
		}
		var found []Finding
		refuse := func(field, consequence, advice string) {
			found = append(found, Finding{Object: subject, Field: field, Consequence: consequence, Advice: advice})
		}
		replicated := q.Type == queueargs.Quorum || q.Type == queueargs.Stream
		if replicated && !q.Durable {
			refuse("durable", fmt.Sprintf("The broker refuses a %s queue that is not durable.", q.Type),
				`Set durable = true, or type = "classic".`)
		}
		if replicated && q.AutoDelete {
			refuse("auto_delete", fmt.Sprintf("The broker refuses a %s queue that deletes itself after its last consumer.", q.Type),
				`Set auto_delete = false, or type = "classic"; expires deletes an unused quorum queue.`)
		}
		if q.Type == queueargs.Classic && !q.Durable && slices.Contains(c.Topology.DeniedFeatures, "transient_nonexcl_queues") {
			refuse("durable", "The broker refuses a queue that is not durable: it denies the deprecated feature transient_nonexcl_queues.",
				"Set durable = true, or permit the feature with deprecated_features.permit.transient_nonexcl_queues = true in the broker's rabbitmq.conf.")
		}
		return found
	},
})
