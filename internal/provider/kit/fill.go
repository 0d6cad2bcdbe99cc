package kit

import (
	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// fill puts what the broker has into a topology.
func fill(t *topology.VirtualHost, brokerVersion *version.Version, overview rabbitmq.Overview, queues []rabbitmq.Queue, exchanges []rabbitmq.Exchange,
	bindings []rabbitmq.Binding, policies, operator []rabbitmq.Policy) {
	t.Complete = true
	t.Version = brokerVersion
	for _, x := range overview.ExchangeTypes {
		t.ExchangeTypes = append(t.ExchangeTypes, x.Name)
	}
	for _, x := range exchanges {
		t.PutExchange(brokerExchange(x))
	}
	for _, q := range queues {
		t.PutQueue(BrokerQueue(q))
	}
	for _, b := range bindings {
		t.PutBinding(&topology.Binding{
			Source: b.Source, Destination: b.Destination, DestinationKind: topology.Kind(b.DestinationType),
			RoutingKey: b.RoutingKey, Arguments: b.Arguments,
		})
	}
	for _, p := range policies {
		t.PutPolicy(brokerPolicy(p, false))
	}
	for _, p := range operator {
		t.PutPolicy(brokerPolicy(p, true))
	}
}

// BrokerQueue is a queue of the broker as the topology has it.
func BrokerQueue(q rabbitmq.Queue) *topology.Queue {
	return &topology.Queue{
		Name: q.Name, Type: queueargs.Type(q.Type), Durable: q.Durable, AutoDelete: q.AutoDelete, Arguments: q.Arguments, Trouble: q.Trouble,
	}
}

func brokerExchange(x rabbitmq.Exchange) *topology.Exchange {
	alternate, _ := x.Arguments["alternate-exchange"].(string)
	return &topology.Exchange{
		Name: x.Name, Type: x.Type, Durable: x.Durable, AutoDelete: x.AutoDelete, Internal: x.Internal,
		AlternateExchange: alternate, Arguments: x.Arguments,
	}
}

func brokerPolicy(p rabbitmq.Policy, operator bool) *topology.Policy {
	return &topology.Policy{
		Name: p.Name, Pattern: p.Pattern, ApplyTo: p.ApplyTo, Priority: p.Priority, Definition: p.Definition, Operator: operator,
	}
}
