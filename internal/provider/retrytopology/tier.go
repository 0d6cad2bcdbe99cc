package retrytopology

import (
	"fmt"
	"math"
	"time"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// tier is the queue in which messages wait for one attempt.
type tier struct {
	number int
	delay  time.Duration
	queue  string
}

// key is the routing key under which a message comes back from the tier.
func (t tier) key(m *model) string { return m.exchange(fmt.Sprintf("retry.%d", t.number)) }

// tooLong reports whether the delays together are longer than a time can be, some 292 years.
func tooLong(delays []time.Duration) bool {
	var sum time.Duration
	for _, d := range delays {
		if d > 0 && sum > math.MaxInt64-d {
			return true
		}
		sum += d
	}
	return false
}

// tiers gives each delay its queue. One that the state has with this delay stays. Otherwise the queue is named by its number; if the state
// has another queue of that name, which may hold messages, a successor is named by the delay too. before is nil for a new topology.
func (m *model) tiers(delays []time.Duration, state *model, before *objectset.Before, v *version.Version) []tier {
	tiers := make([]tier, len(delays))
	var stated []string
	if before != nil {
		stated = state.queues()
	}
	for i, d := range delays {
		t := tier{number: i + 1, delay: d}
		plain := t.key(m)
		successor := plain + "." + kit.DurationValue(d).ValueString()
		t.queue = plain
		if before == nil {
			tiers[i] = t
			continue
		}
		candidates := []string{plain, successor}
		if i < len(stated) {
			candidates = append([]string{stated[i]}, candidates...)
		}
		t.queue = m.nameOf(t, candidates, before, v)
		tiers[i] = t
	}
	return tiers
}

func (m *model) nameOf(t tier, candidates []string, before *objectset.Before, v *version.Version) string {
	for _, name := range candidates {
		if t.queue = name; before.Keeps(m.tierQueue(t), v) {
			return name
		}
	}
	plain, successor := candidates[len(candidates)-2], candidates[len(candidates)-1]
	_, there := before.Has.Queues[plain]
	switch {
	case !there:
		return plain
	case before.Set.DeletionPolicy == queuekit.Retain, m.Type.ValueString() == string(queueargs.Classic), before.MayHold(plain):
		// A message that comes to a classic queue while it is replaced would be dropped.
		return successor
	}
	return plain
}

// tierQueue is the queue of a tier. A message waits in it until it expires, and goes back under the tier's key.
func (m *model) tierQueue(t tier) objectset.Queue {
	values := queueargs.Values{
		queueargs.MessageTTL.Attribute:           t.delay,
		queueargs.DeadLetterExchange.Attribute:   m.exchange("return"),
		queueargs.DeadLetterRoutingKey.Attribute: t.key(m),
	}
	m.setType(values)
	m.handOver(values)
	var ignore []string
	if m.WorkQueue.IsNull() {
		// The queue that takes what comes back is the application's and planned after this. Should it stay away, dlx_unroutable says so.
		ignore = []string{"at_least_once_unbounded"}
	}
	owner := delaysOwner
	if !m.Backoff.IsNull() {
		owner = backoffOwner
	}
	return objectset.Queue{
		Ignore: ignore,
		Spec: queuekit.Spec{
			Vhost: m.Vhost, Name: types.StringValue(t.queue), Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false), Values: values, DelayTier: true,
			Owner: owner,
		},
		Path: func(field string) path.Path {
			switch {
			case field == queueargs.MessageTTL.Argument && m.Backoff.IsNull():
				return path.Root("delays").AtListIndex(t.number - 1)
			case field == queueargs.MessageTTL.Argument:
				return path.Root("backoff")
			case field == queueargs.QueueType.Argument:
				return path.Root("type")
			case field == "name", field == "vhost":
				return path.Root(field)
			}
			return path.Root(objectset.Attribute)
		},
	}
}

// setType sets the type that all queues have.
func (m *model) setType(values queueargs.Values) {
	if t := queuekit.Value(m.Type); t != nil {
		values[queueargs.QueueType.Attribute] = t
	}
}

// handOver lets a queue keep a dead letter until the next queue has confirmed it, which only quorum queues can.
func (m *model) handOver(values queueargs.Values) {
	switch m.Type.ValueString() {
	case string(queueargs.Quorum):
		values[queueargs.DeadLetterStrategy.Attribute] = "at-least-once"
		values[queueargs.Overflow.Attribute] = "reject-publish" // without it the broker falls back to at-most-once
	case "":
		values[queueargs.DeadLetterStrategy.Attribute] = queueargs.Unknown{}
		values[queueargs.Overflow.Attribute] = queueargs.Unknown{}
	}
}

// unlimit lets consumers of a quorum queue fail as often as they like, now and after an upgrade of the broker; classic queues have no limit.
func (m *model) unlimit(values queueargs.Values) {
	switch m.Type.ValueString() {
	case string(queueargs.Quorum):
		values[queueargs.DeliveryLimit.Attribute] = queueargs.NoLimitEver
	case "":
		values[queueargs.DeliveryLimit.Attribute] = queueargs.Unknown{}
	}
}
