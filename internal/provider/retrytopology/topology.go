package retrytopology

import (
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/objectset"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// set is all objects. tiersKnown is false while the delays are not known.
//
// What is rejected comes to the exchange "retry" under the key it had in the work queue. A key of an attempt leads to the next tier, and from
// the last one to the parking queue. Any other key is that of a first failure: it goes through the alternate exchange "first" to tier 1. All
// tiers lead back through the fanout exchange "return", under the key of their attempt.
func (m *model) set(tiers []tier, tiersKnown bool) objectset.Set {
	s := objectset.Set{
		Vhost: m.Vhost.ValueString(), ID: m.ID, Incomplete: !tiersKnown, DeletionPolicy: m.DeletionPolicy.ValueString(), Ignore: kit.Strings(m.LintIgnore),
		// Quorum queues keep what finds no way for a moment.
		UnbindFirst: m.Type.ValueString() == string(queueargs.Quorum),
	}
	exchange := func(part, kind string, arguments map[string]any, closed bool) {
		s.Exchanges = append(s.Exchanges, objectset.Exchange{
			Name: m.exchange(part), ExchangeSettings: rabbitmq.ExchangeSettings{Type: kind, Durable: true, Arguments: arguments}, Closed: closed,
			Path: func(string) path.Path { return path.Root("name") },
		})
	}
	exchange("first", "fanout", nil, tiersKnown)
	exchange("retry", "direct", map[string]any{"alternate-exchange": m.exchange("first")}, tiersKnown)
	exchange("return", "fanout", nil, !m.WorkQueue.IsNull())
	parking, parkingKnown := m.parking()
	s.Queues = append(s.Queues, parking)
	for i, t := range tiers {
		s.Queues = append(s.Queues, m.tierQueue(t))
		if i == 0 {
			s.Bindings = append(s.Bindings, m.binding(m.exchange("first"), "", t.queue))
		} else {
			s.Bindings = append(s.Bindings, m.binding(m.exchange("retry"), tiers[i-1].key(m), t.queue))
		}
	}
	if parkingKnown && len(tiers) > 0 {
		s.Bindings = append(s.Bindings, m.binding(m.exchange("retry"), tiers[len(tiers)-1].key(m), parking.Name.ValueString()))
	}
	s.Incomplete = s.Incomplete || !parkingKnown
	m.addWork(&s)
	return s
}

// addWork adds the work queue and its bindings.
func (m *model) addWork(s *objectset.Set) {
	if m.WorkQueue.IsNull() {
		return
	}
	if m.WorkQueue.IsUnknown() {
		s.Incomplete = true
		return
	}
	work := m.workQueue()
	if work.Name.IsUnknown() {
		s.Incomplete = true
		return
	}
	s.Queues = append(s.Queues, work)
	s.Bindings = append(s.Bindings, m.binding(m.exchange("return"), "", work.Name.ValueString()))
	source, keys, known := m.enterFrom()
	s.Incomplete = s.Incomplete || !known
	for _, key := range keys {
		enter := m.binding(source, key, work.Name.ValueString())
		enter.Path = func(field string) path.Path {
			switch field {
			case "source":
				return path.Root("enter_from").AtName("exchange")
			case "routing_key":
				return path.Root("enter_from").AtName("routing_keys")
			}
			return path.Root("enter_from")
		}
		s.Bindings = append(s.Bindings, enter)
	}
}

// enterFrom returns what brings messages in; known is false while a part of it is not known.
func (m *model) enterFrom() (source string, keys []string, known bool) {
	if m.EnterFrom.IsNull() {
		return "", nil, true
	}
	if m.EnterFrom.IsUnknown() {
		return "", nil, false
	}
	exchange, list := m.EnterFrom.Attributes()["exchange"].(types.String), m.EnterFrom.Attributes()["routing_keys"].(types.List)
	if exchange.IsUnknown() || list.IsUnknown() {
		return "", nil, false
	}
	if list.IsNull() {
		return exchange.ValueString(), []string{""}, true
	}
	keys = kit.Strings(list)
	return exchange.ValueString(), keys, len(keys) == len(list.Elements())
}

func (m *model) binding(source, key, queue string) objectset.Binding {
	return objectset.Binding{Binding: rabbitmq.Binding{
		Vhost: m.Vhost.ValueString(), Source: source, Destination: queue, DestinationType: string(topology.KindQueue), RoutingKey: key,
	}}
}

// parking is the queue that keeps what has used up its attempts. What it drops after its retention is dropped on purpose.
func (m *model) parking() (queue objectset.Queue, known bool) {
	name, values := types.StringUnknown(), queueargs.Values{}
	m.setType(values)
	m.unlimit(values)
	if !m.Exhausted.IsUnknown() {
		name = m.Exhausted.Attributes()["queue"].(types.String)
		if retention := queuekit.Part(m.Exhausted, "retention"); retention != nil {
			values[queueargs.MessageTTL.Attribute] = retention
		}
	}
	return objectset.Queue{
		Spec: queuekit.Spec{Vhost: m.Vhost, Name: name, Durable: types.BoolValue(true), AutoDelete: types.BoolValue(false), Values: values, Discards: true, Owner: parkingOwner},
		Path: func(field string) path.Path {
			switch field {
			case queueargs.MessageTTL.Argument:
				return path.Root("exhausted").AtName("retention")
			case queueargs.QueueType.Argument:
				return path.Root("type")
			case "name":
				return path.Root("exhausted").AtName("queue")
			case "vhost":
				return path.Root("vhost")
			}
			return path.Root(objectset.Attribute)
		},
	}, !name.IsUnknown()
}
