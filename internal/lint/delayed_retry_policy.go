package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// retryOfPolicy finds delayed retry for which brokers refuse the whole policy: in arguments they take it (rabbit_policies.erl,
// validate_policy).
func retryOfPolicy(p *topology.Policy) []Finding {
	value := func(row *queueargs.Row) (value any, set bool) {
		raw, set := p.Definition[row.PolicyKey]
		value, _ = row.Value(raw)
		return value, set
	}
	kind, _ := value(queueargs.DelayedRetryType)
	least, hasLeast := value(queueargs.DelayedRetryMin)
	most, _ := value(queueargs.DelayedRetryMax)
	shortest, known := least.(time.Duration)
	longest, alsoKnown := most.(time.Duration)
	name, _ := kind.(string)
	switch {
	case slices.Contains(retries(), name) && !hasLeast:
		return []Finding{{
			Object: p.Ref(), Field: queueargs.DelayedRetryType.PolicyKey,
			Consequence: fmt.Sprintf("The broker refuses the %s: delayed retry of type %q needs a min in the same policy.", p.Ref().Kind, name),
			Advice:      fmt.Sprintf("Set %s, the wait after the first return.", queueargs.DelayedRetryMin.Attribute),
		}}
	case known && alsoKnown && longest < shortest:
		return []Finding{{
			Object: p.Ref(), Field: queueargs.DelayedRetryMax.PolicyKey,
			Consequence: fmt.Sprintf("The broker refuses the %s: the max of delayed retry, %s, is below its min, %s.", p.Ref().Kind, longest, shortest),
			Advice:      fmt.Sprintf("Set %s to the longest wait, which is not below min, or remove it.", queueargs.DelayedRetryMax.Attribute),
		}}
	default:
		return nil
	}
}
