// Package objectset is what resources share that own many objects of a virtual host: exchanges, queues and the bindings between them.
// A set says what is wanted. It is compared with what the broker has, shown in the plan object by object, and made or repaired piece
// by piece, so that one broken piece costs one request.
package objectset

import (
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Set is what a resource wants to have in one virtual host.
type Set struct {
	Vhost string
	// ID is the resource's.
	ID        types.String
	Exchanges []Exchange
	Queues    []Queue
	Bindings  []Binding
	// Incomplete is true while the plan does not know all objects yet, or not all of them.
	Incomplete bool
	// UnbindFirst takes old bindings away before new ones are made, so that no message takes both ways. It is for sets whose queues keep
	// what finds no way in between; without it a message in between may be there twice.
	UnbindFirst bool
	// DeletionPolicy is one of queuekit.DeletionPolicies, for all queues.
	DeletionPolicy string
	// Ignore are the rules of lint_ignore.
	Ignore []string
}

// Exchange is an exchange of a set.
type Exchange struct {
	Name string
	rabbitmq.ExchangeSettings
	// Closed is true if all its bindings are in the set.
	Closed bool
	// Shared is true if applications bind to it when they run.
	Shared bool
	// Path is where a property stands in the configuration; nil for the attribute `objects`.
	Path func(field string) path.Path
}

// Queue is a queue of a set. Its virtual host and its deletion policy are the set's.
type Queue struct {
	queuekit.Spec
	// Path is where an argument or property stands in the configuration; nil for the attribute `objects`.
	Path func(field string) path.Path
	// Ignore are rules that have nothing to say about this queue in a set.
	Ignore []string
}

// Binding is a binding of a set, by whose virtual host it goes.
type Binding struct {
	rabbitmq.Binding
	// Path is where a property stands in the configuration; nil for the attribute `objects`.
	Path func(field string) path.Path
}

// subjects are the objects as rules look at them, each with what is ignored about it.
func (s Set) subjects() []kit.Subject {
	var all []kit.Subject
	add := func(kind topology.Kind, name string, at func(string) path.Path, ignore []string) {
		if at == nil {
			at = inObjects
		}
		all = append(all, kit.Subject{Ref: topology.Ref{Kind: kind, Name: name}, Path: at, Ignore: append(ignore, s.Ignore...)})
	}
	for _, x := range s.Exchanges {
		add(topology.KindExchange, x.Name, x.Path, nil)
	}
	for _, q := range s.Queues {
		if q.Named() {
			add(topology.KindQueue, q.Name.ValueString(), q.Path, q.Ignore[:len(q.Ignore):len(q.Ignore)])
		}
	}
	for _, b := range s.Bindings {
		add(topology.KindBinding, inTopology(b.Binding, topology.Unchanged).Name(), b.Path, nil)
	}
	return all
}

func inObjects(string) path.Path { return path.Root(Attribute) }

// inTopology is the exchange as the rules see it.
func (x Exchange) inTopology(change topology.Change) *topology.Exchange {
	alternate, _ := x.Arguments["alternate-exchange"].(string)
	return &topology.Exchange{
		Name: x.Name, Type: x.Type, Durable: x.Durable, AutoDelete: x.AutoDelete, Internal: x.Internal, AlternateExchange: alternate,
		Arguments: x.Arguments, Closed: x.Closed, Shared: x.Shared, Managed: true, Change: change,
	}
}

func inTopology(b rabbitmq.Binding, change topology.Change) *topology.Binding {
	return &topology.Binding{
		Source: b.Source, Destination: b.Destination, DestinationKind: topology.Kind(b.DestinationType), RoutingKey: b.RoutingKey,
		Arguments: b.Arguments, Managed: true, Change: change,
	}
}
