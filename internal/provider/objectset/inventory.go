package objectset

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// Attribute is the name of the computed attribute that shows the objects.
const Attribute = "objects"

// SchemaAttribute is the computed attribute `objects`. It is dynamic, since arguments have the types that the broker knows.
func SchemaAttribute() schema.DynamicAttribute {
	return schema.DynamicAttribute{
		Computed: true,
		MarkdownDescription: "All objects that this resource owns, with their arguments exactly as they are sent to the broker: an object with `exchanges` and `queues` by name " +
			"and a list of `bindings`. What is as usual is left out: flags, and the type of a queue that is in its arguments. What was lost or changed on the broker shows here, and is repaired in place.",
	}
}

// Inventory is the objects that the broker has of a set.
type Inventory struct {
	Exchanges map[string]rabbitmq.Exchange
	Queues    map[string]Existing
	// Bindings are sorted and without their properties keys.
	Bindings []rabbitmq.Binding
}

// Existing is a queue that the broker has.
type Existing struct {
	rabbitmq.Queue
	// Unlimited is true for a quorum queue that was declared to have no delivery limit on a broker where that is said by no argument.
	Unlimited bool
}

func newInventory() Inventory {
	return Inventory{Exchanges: map[string]rabbitmq.Exchange{}, Queues: map[string]Existing{}}
}

// Empty reports whether there is nothing.
func (i Inventory) Empty() bool { return len(i.Exchanges)+len(i.Queues)+len(i.Bindings) == 0 }

// Join adds what another inventory has.
func (i *Inventory) Join(other Inventory) {
	maps.Copy(i.Exchanges, other.Exchanges)
	maps.Copy(i.Queues, other.Queues)
	for _, b := range other.Bindings {
		i.add(b)
	}
}

// add adds a binding unless it is there.
func (i *Inventory) add(b rabbitmq.Binding) {
	b.PropertiesKey = ""
	at, there := slices.BinarySearchFunc(i.Bindings, b, compareBindings)
	if !there {
		i.Bindings = slices.Insert(i.Bindings, at, b)
	}
}

func (i Inventory) has(b rabbitmq.Binding) bool {
	_, there := slices.BinarySearchFunc(i.Bindings, b, compareBindings)
	return there
}

// compareBindings orders bindings by what makes them different ones.
func compareBindings(a, b rabbitmq.Binding) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.DestinationType, b.DestinationType), cmp.Compare(a.Destination, b.Destination),
		cmp.Compare(a.RoutingKey, b.RoutingKey), cmp.Compare(text(a.Arguments), text(b.Arguments)))
}

// text writes arguments so that equal ones are equal texts. They are JSON by origin, and object keys come out sorted.
func text(args map[string]any) string {
	if len(args) == 0 {
		return ""
	}
	written, _ := json.Marshal(args)
	return string(written)
}

// prior is a queue of the inventory as queuekit knows it.
func (e Existing) prior(policy string) queuekit.Prior {
	prior := queuekit.PriorOf(e.Queue)
	prior.Values, _ = queueargs.Parse(e.Arguments)
	if e.Unlimited {
		prior.Values[queueargs.DeliveryLimit.Attribute] = int64(-1)
	}
	prior.DeletionPolicy = policy
	return prior
}

// drains reports whether a queue empties by itself: its messages expire and go on to an exchange.
func (e Existing) drains() bool {
	return queueargs.Arguments(e.Arguments).Has(queueargs.MessageTTL) && queueargs.Arguments(e.Arguments).Has(queueargs.DeadLetterExchange)
}

// Value is the inventory as the attribute shows it.
func (i Inventory) Value() types.Dynamic {
	exchanges, queues := map[string]any{}, map[string]any{}
	for name, x := range i.Exchanges {
		shown := flags(x.Durable, x.AutoDelete)
		shown["type"] = x.Type
		if x.Internal {
			shown["internal"] = true
		}
		if len(x.Arguments) > 0 {
			shown["arguments"] = x.Arguments
		}
		exchanges[name] = shown
	}
	for name, q := range i.Queues {
		shown := flags(q.Durable, q.AutoDelete)
		shown["arguments"] = q.Arguments
		if q.Arguments[queueargs.QueueType.Argument] != q.Type {
			shown["type"] = q.Type
		}
		if q.Unlimited {
			shown["delivery_limit"] = queueargs.Int(-1)
		}
		queues[name] = shown
	}
	bindings := make([]any, len(i.Bindings))
	for at, b := range i.Bindings {
		shown := map[string]any{
			"source": b.Source, "destination": b.Destination, "destination_type": b.DestinationType, "routing_key": b.RoutingKey,
		}
		if len(b.Arguments) > 0 {
			shown["arguments"] = b.Arguments
		}
		bindings[at] = shown
	}
	return kit.Dynamic(map[string]any{"exchanges": exchanges, "queues": queues, "bindings": bindings})
}

// flags shows the flags that are not as they usually are.
func flags(durable, autoDelete bool) map[string]any {
	shown := map[string]any{}
	if !durable {
		shown["durable"] = false
	}
	if autoDelete {
		shown["auto_delete"] = true
	}
	return shown
}
