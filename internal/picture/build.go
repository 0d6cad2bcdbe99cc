package picture

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Of pictures a virtual host as it is to be, with what goes from it. before may be nil.
func Of(before, after *topology.VirtualHost) *Graph {
	b := builder{newGraph(after.Name), after, map[string]bool{}}
	for _, x := range after.Exchanges() {
		if !topology.Predeclared(x.Name) {
			b.exchange(x, x.Change)
		}
	}
	for _, q := range after.Queues() {
		b.queue(q, q.Change)
	}
	for _, binding := range after.Bindings() {
		b.binding(binding)
	}
	for _, x := range after.Exchanges() {
		if x.AlternateExchange != "" && x.Change != topology.Deleted {
			b.edge(Edge{From: b.to(x.Name), To: b.to(x.AlternateExchange), Way: Alternate, Label: "unroutable", Change: x.Change, Lost: b.missing(x.AlternateExchange)})
		}
	}
	for _, x := range after.Exchanges() {
		if after.Loses(x) {
			b.edge(Edge{From: b.to(x.Name), To: b.drop(Drop, "dropped"), Way: Binding, Label: "everything", Change: x.Change, Lost: true})
		}
	}
	b.findLoops()
	for _, q := range after.Queues() {
		if q.Change != topology.Deleted {
			b.deadLetters(q)
		}
	}
	if before != nil {
		b.gone(before)
	}
	b.finish()
	return b.Graph
}

type builder struct {
	*Graph
	host *topology.VirtualHost
	// looping are the queues on loops that the broker cuts.
	looping map[string]bool
}

func exchangeID(name string) string { return "exchange " + name }
func queueID(name string) string    { return "queue " + name }

func (b builder) edge(e Edge) { b.Edges = append(b.Edges, &e) }

func (b builder) exchange(x *topology.Exchange, change topology.Change) {
	name := x.Name
	if name == "" {
		name = "(default exchange)"
	}
	b.node(exchangeID(x.Name), Exchange, change, name, x.Type)
}

func (b builder) queue(q *topology.Queue, change topology.Change) {
	b.node(queueID(q.Name), Queue, change, q.Name, b.describe(q))
}

// describe says what a queue is, in a line.
func (b builder) describe(q *topology.Queue) string {
	parts := []string{string(q.Type)}
	for _, row := range []*queueargs.Row{queueargs.MessageTTL, queueargs.Expires, queueargs.MaxLength} {
		if s, set := b.host.Effective(q, row); set {
			parts = append(parts, fmt.Sprintf("%s %s", shortName[row], value(s)))
		}
	}
	return strings.Join(parts, " · ")
}

var shortName = map[*queueargs.Row]string{queueargs.MessageTTL: "TTL", queueargs.Expires: "unused", queueargs.MaxLength: "max"}

func value(s topology.Setting) string {
	if s.Unknown() {
		return "?"
	}
	if d, ok := s.Value.(time.Duration); ok {
		return queueargs.Short(d)
	}
	return fmt.Sprint(s.Value)
}

// to is the node of an exchange, which need not be there.
func (b builder) to(exchange string) string {
	if x := b.host.Exchange(exchange); x != nil {
		b.exchange(x, x.Change)
	} else {
		b.absent(exchangeID(exchange), Exchange, exchange)
	}
	return exchangeID(exchange)
}

// toQueue is the node of a queue, which need not be there.
func (b builder) toQueue(queue string) string {
	if b.host.Queue(queue) == nil {
		b.absent(queueID(queue), Queue, queue)
	}
	return queueID(queue)
}

// absent is a node of something that is not there.
func (b builder) absent(id string, kind Kind, name string) {
	absence := Elsewhere
	if b.host.Complete {
		absence = Missing
	}
	b.node(id, kind, topology.Unchanged, name, string(absence)).Absence = absence
}

// missing reports whether an exchange is surely not there, or will not be.
func (b builder) missing(exchange string) bool {
	x := b.host.Exchange(exchange)
	return x == nil && b.host.Complete || x != nil && x.Change == topology.Deleted
}

// missingQueue is missing for a queue.
func (b builder) missingQueue(queue string) bool {
	q := b.host.Queue(queue)
	return q == nil && b.host.Complete || q != nil && q.Change == topology.Deleted
}

func (b builder) drop(kind Kind, why string) string {
	id := string(kind) + " " + why
	b.node(id, kind, topology.Unchanged, why)
	return id
}

func (b builder) binding(binding *topology.Binding) {
	e := Edge{From: b.to(binding.Source), Way: Binding, Label: label(b.host.Exchange(binding.Source), binding), Change: binding.Change}
	if binding.DestinationKind == topology.KindExchange {
		e.To, e.Lost = b.to(binding.Destination), b.missing(binding.Destination)
	} else {
		e.To, e.Lost = b.toQueue(binding.Destination), b.missingQueue(binding.Destination)
	}
	e.Lost = e.Lost || b.missing(binding.Source)
	if binding.Change == topology.Deleted {
		e.Lost = false
	}
	b.edge(e)
}

// label is what messages need to take a binding.
func label(x *topology.Exchange, b *topology.Binding) string {
	switch {
	case b.KeyUnknown:
		return "?"
	case x == nil:
		return b.RoutingKey
	case x.Type == "fanout":
		return ""
	case x.Type == "headers":
		parts := []string{}
		for name, value := range b.Arguments {
			parts = append(parts, fmt.Sprintf("%s=%v", name, value))
		}
		slices.Sort(parts)
		return strings.Join(parts, " ")
	default:
		return b.RoutingKey
	}
}

// gone adds what the change takes away.
func (b builder) gone(before *topology.VirtualHost) {
	for _, x := range before.Exchanges() {
		if b.host.Exchange(x.Name) == nil {
			b.exchange(x, topology.Deleted)
		}
	}
	for _, q := range before.Queues() {
		if b.host.Queue(q.Name) == nil {
			b.node(queueID(q.Name), Queue, topology.Deleted, q.Name, string(q.Type))
		}
	}
	bindings := b.host.AllGone()
	for _, binding := range before.Bindings() {
		same := func(other *topology.Binding) bool { return other.Object() == binding.Object() }
		if !slices.ContainsFunc(b.host.BindingsNamed(binding.Name()), same) && !slices.ContainsFunc(b.host.Gone(topology.Ref{Kind: topology.KindBinding, Name: binding.Name()}), same) {
			bindings = append(bindings, binding)
		}
	}
	for _, binding := range bindings {
		gone := *binding
		gone.Change = topology.Deleted
		b.binding(&gone)
	}
}
