package delaynetwork

import (
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// owner is how this resource writes the settings of its queues.
var owner = &topology.Owner{
	Attributes: map[string]string{queueargs.MessageTTL.Argument: "unit", queueargs.QueueType.Argument: "type"},
	Types:      []queueargs.Type{queueargs.Quorum, queueargs.Classic},
}

// set is all objects, declared as NServiceBus and kombu declare theirs (see delayladder): durable topic exchanges and durable queues, with
// exactly their arguments, so that a library finds what it would have made. A message enters the exchange of a level, waits in the queue of
// the level or passes it, as its bit says, and goes on to the exchange below.
func (m *model) set(l delayladder.Ladder) objectset.Set {
	s := objectset.Set{
		Vhost: m.Vhost.ValueString(), ID: m.ID, DeletionPolicy: m.DeletionPolicy.ValueString(), Ignore: kit.Strings(m.LintIgnore),
		Incomplete: m.Type.IsUnknown(),
	}
	exchange := func(name string, level bool) {
		s.Exchanges = append(s.Exchanges, objectset.Exchange{
			Name: name, ExchangeSettings: rabbitmq.ExchangeSettings{Type: "topic", Durable: true}, Closed: level, Shared: !level, Path: at,
		})
	}
	bind := func(source, key, destination string, kind topology.Kind) {
		s.Bindings = append(s.Bindings, objectset.Binding{Binding: rabbitmq.Binding{
			Vhost: s.Vhost, Source: source, Destination: destination, DestinationType: string(kind), RoutingKey: key,
		}})
	}
	for n := l.Levels - 1; n >= 0; n-- {
		exchange(l.Level(n), true)
		s.Queues = append(s.Queues, m.queue(l, n))
		bind(l.Level(n), l.HoldKey(n), l.Level(n), topology.KindQueue)
		bind(l.Level(n), l.PassKey(n), l.Below(n), topology.KindExchange)
	}
	exchange(l.Delivery, false)
	return s
}

// queue is the queue of a level. A message keeps its routing key when it goes on.
func (m *model) queue(l delayladder.Ladder, n int) objectset.Queue {
	values := queueargs.Values{
		queueargs.MessageTTL.Attribute:         l.Holds(n),
		queueargs.DeadLetterExchange.Attribute: l.Below(n),
		queueargs.Overflow.Attribute:           "reject-publish",
	}
	switch {
	case m.Type.IsUnknown():
		values[queueargs.QueueType.Attribute], values[queueargs.DeadLetterStrategy.Attribute] = queueargs.Unknown{}, queueargs.Unknown{}
	default:
		values[queueargs.QueueType.Attribute] = m.Type.ValueString()
		if m.Type.ValueString() == string(queueargs.Quorum) {
			values[queueargs.DeadLetterStrategy.Attribute] = "at-least-once"
		}
	}
	return objectset.Queue{
		Spec: queuekit.Spec{
			Vhost: m.Vhost, Name: types.StringValue(l.Level(n)), Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false),
			Values: values, DelayTier: true, Owner: owner,
		},
		Path: at,
		// A message reaches a queue if it has an address that is routed, which no rule can see; one that has none waits at the bottom until
		// there is a route.
		Ignore: []string{"at_least_once_unbounded"},
	}
}

// at is where a property of an object stands in the configuration.
func at(field string) path.Path {
	switch field {
	case queueargs.MessageTTL.Argument:
		return path.Root("unit")
	case queueargs.QueueType.Argument:
		return path.Root("type")
	case "name":
		return path.Root("prefix")
	case "vhost":
		return path.Root("vhost")
	}
	return path.Root(objectset.Attribute)
}
