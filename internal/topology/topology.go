// Package topology is a pure model of one RabbitMQ virtual host: exchanges, queues, bindings and policies, what is in
// force on each queue, and where a message goes when it is published, expires or is rejected. It knows neither
// Terraform nor HTTP.
package topology

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Kind is a kind of object in a virtual host.
type Kind string

// The kinds of objects that findings speak about.
const (
	KindQueue    Kind = "queue"
	KindExchange Kind = "exchange"
	KindBinding  Kind = "binding"
	KindPolicy   Kind = "policy"
	KindVhost    Kind = "virtual host"
	// KindOperatorPolicy has names of its own: a policy may have the same.
	KindOperatorPolicy Kind = "operator policy"
)

// Ref names one object of a virtual host.
type Ref struct {
	Kind Kind
	Name string
}

// String writes the object as diagnostics name it.
func (r Ref) String() string { return fmt.Sprintf("%s %q", r.Kind, r.Name) }

// Change is what the current plan does to an object.
type Change string

// Changes of a plan. The zero value is an object that no plan touches.
const (
	Unchanged Change = ""
	Created   Change = "create"
	Updated   Change = "update"
	Replaced  Change = "replace"
	// Migrated is a queue that is declared anew and keeps its messages and bindings.
	Migrated Change = "migrate"
	Deleted  Change = "delete"
)

// Anew reports whether a queue is declared by the plan, so that what it holds then has come under its new settings.
func (c Change) Anew() bool { return c == Created || c == Replaced || c == Migrated }

// Queue is a queue as it is or as it is planned to be.
type Queue struct {
	Name                string
	Type                queueargs.Type
	Durable, AutoDelete bool
	// Arguments may hold queueargs.Unknown in a plan.
	Arguments queueargs.Arguments
	// Trouble says what keeps the queue that the broker has from taking and giving messages now ("is in state down"); empty if nothing does.
	Trouble string
	// Messages and Consumers are what the broker has now; nil if it has not said.
	Messages, Consumers *int64

	// Managed is true for a queue that a Terraform resource declares; the fields below are only set for those.
	Managed bool
	Change  Change
	// Owner says how the resource writes the queue's settings; see OwnerOf.
	Owner *Owner
	// DelayTier marks a queue that only holds messages until they expire: nobody may consume it.
	DelayTier bool
	// Discards marks a queue whose owner has said that messages may vanish in it.
	Discards bool
	// ForceDelete is true if the owner accepts that deleting the queue loses its messages.
	ForceDelete bool
	// Retain is true if the owner wants the queue left on the broker when the resource goes.
	Retain bool
	// OwnPolicy is the name of the policy that the owner keeps the queue's settings in; empty if there is none.
	OwnPolicy string
	// Because lists the attributes or arguments that make a plan replace the queue.
	Because []string
	// Migratable is true for a queue that the plan replaces although the owner could have its messages moved.
	Migratable bool
	// Prior is the same queue as the broker has it now, if the plan changes it.
	Prior *Queue
}

// Exchange is an exchange as it is or as it is planned to be.
type Exchange struct {
	Name, Type                    string
	Durable, AutoDelete, Internal bool
	// AlternateExchange is the argument alternate-exchange; empty if there is none.
	AlternateExchange string
	// Arguments may hold queueargs.Unknown in a plan.
	Arguments map[string]any

	// Moves is true for an exchange that the plan deletes because its resource gets another name or virtual host.
	Moves bool
	// Bare is true if whoever replaces the exchange does not put back the bindings of others.
	Bare bool
	// Closed is true if all its bindings are planned with it, by the resource that owns both.
	Closed bool
	// Shared is true if applications bind to it when they run: that nothing is bound yet is as it should be.
	Shared bool

	Managed bool
	Change  Change
}

// Binding leads from an exchange to a queue or to another exchange.
type Binding struct {
	Source, Destination string
	// DestinationKind is KindQueue or KindExchange.
	DestinationKind Kind
	RoutingKey      string
	// KeyUnknown is true if a plan does not know RoutingKey yet.
	KeyUnknown bool
	Arguments  map[string]any
	// DelayRoute is true for the binding that a rabbitmq_delay_route makes.
	DelayRoute bool

	Managed bool
	Change  Change
}

// Name is what Ref.Name says for the binding. Bindings that differ in their arguments only share it.
func (b Binding) Name() string { return b.Source + " -> " + b.Destination + " (" + b.RoutingKey + ")" }

// Policy is a user policy or an operator policy.
type Policy struct {
	Name, Pattern, ApplyTo string
	Priority               float64
	// Definition holds json.Number, string, bool, []any, map[string]any, or queueargs.Unknown in a plan.
	Definition map[string]any
	Operator   bool
	// Vague is true if a plan does not know Pattern, ApplyTo or Priority yet: the policy may match anything, and outrank any other.
	// ApplyTo is then "all" and Priority infinite.
	Vague bool
	// Own is true for a policy that belongs to a queue and has its settings: see Queue.OwnPolicy.
	Own bool

	Managed bool
	Change  Change
}

// Ref names the policy.
func (p *Policy) Ref() Ref {
	if p.Operator {
		return Ref{KindOperatorPolicy, p.Name}
	}
	return Ref{KindPolicy, p.Name}
}
