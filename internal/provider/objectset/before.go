package objectset

import (
	"slices"

	"github.com/hashicorp/go-version"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Before is what the state has of a resource that is planned or applied.
type Before struct {
	// Set is what the settings in the state ask for, with the deletion policy that counts now.
	Set Set
	// Has is what the broker had when it was last read.
	Has Inventory
	// Held says of each queue that empties by itself whether it held messages then. It may, if nothing is said.
	Held map[string]bool
}

// MayHold reports whether a queue that empties by itself may hold messages.
func (b *Before) MayHold(queue string) bool {
	held, asked := b.Held[queue]
	return held || !asked
}

// Keeps reports whether the broker had a queue exactly as it is wanted, by a broker of version v.
func (b *Before) Keeps(q Queue, v *version.Version) bool {
	have, there := b.Has.Queues[q.Name.ValueString()]
	return there && len(queuekit.Differences(q.Spec, q.Arguments(v), have.prior(""))) == 0
}

// Release forgets a queue and the bindings to it: they stay on the broker and are nobody's from now on.
func (b *Before) Release(queue string) {
	b.Has = b.Has.clone()
	delete(b.Has.Queues, queue)
	toQueue := func(have rabbitmq.Binding) bool {
		return have.DestinationType == string(topology.KindQueue) && have.Destination == queue
	}
	b.Has.Bindings = slices.DeleteFunc(b.Has.Bindings, toQueue)
	b.Set.Queues = slices.DeleteFunc(slices.Clone(b.Set.Queues), func(q Queue) bool { return q.Name.ValueString() == queue })
	b.Set.Bindings = slices.DeleteFunc(slices.Clone(b.Set.Bindings), func(have Binding) bool { return toQueue(have.Binding) })
}

// Planned is what a plan makes of a set.
type Planned struct {
	// Objects is the value of the attribute `objects`: what the broker will have.
	Objects types.Dynamic
	// Retiring lists the queues that are wanted no more and stay until the messages in them have gone on, sorted.
	Retiring []string
}
