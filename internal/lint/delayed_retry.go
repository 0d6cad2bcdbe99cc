package lint

import (
	"slices"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// delayedRetry is what is in force of delayed retry on a queue: which returned messages wait, and how long.
type delayedRetry struct {
	kind, least, most                topology.Setting
	hasKind, hasLeast, hasMost, does bool
}

// delayedRetry returns what is in force on q. It does not do delayed retry if the broker is not known, or does not know it.
func (c *Context) delayedRetry(q *topology.Queue) (r delayedRetry) {
	if q == nil || q.Type != queueargs.Quorum || c.Topology.Version == nil || !c.Topology.Complete ||
		queueargs.DelayedRetryType.Types[q.Type].Does(c.Topology.Version) != queueargs.Takes {
		return r
	}
	r.kind, r.hasKind = c.Topology.Effective(q, queueargs.DelayedRetryType)
	r.least, r.hasLeast = c.Topology.Effective(q, queueargs.DelayedRetryMin)
	r.most, r.hasMost = c.Topology.Effective(q, queueargs.DelayedRetryMax)
	r.does = true
	return r
}

// retries are the types of delayed retry for which returned messages wait.
func retries() []string {
	return slices.DeleteFunc(slices.Clone(queueargs.DelayedRetryType.OneOf), func(kind string) bool { return kind == disabled })
}

// disabled is the type of delayed retry for which none does.
const disabled = "disabled"

// enabled reports whether returned messages of some type would wait.
func (r delayedRetry) enabled() bool {
	kind, known := r.kind.Value.(string)
	return known && slices.Contains(retries(), kind)
}

// first is how long a message waits that was returned without being counted as failed; false if it does not wait or it is not known.
func (r delayedRetry) first() (time.Duration, bool) {
	least, known := length(r.least)
	if most, limited := length(r.most); limited {
		least = min(least, most)
	}
	return least, known && (!r.hasMost || !r.most.Unknown())
}
