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
	b := builder{newGraph(after.Name), after}
	for _, x := range after.Exchanges() {
		if !topology.Predeclared(x.Name) {
			b.exchange(x, x.Change)
		}
	}
	for _, q := range after.Queues() {
		b.queue(q, q.Change)
	}
	for _, x := range after.Exchanges() {
		b.bindings(x)
		if x.AlternateExchange != "" {
			b.edge(Edge{From: exchangeID(x.Name), To: b.to(x.AlternateExchange, x.Change), Way: Alternate, Label: "unroutable", Change: x.Change})
		}
	}
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
		return short(d)
	}
	return fmt.Sprint(s.Value)
}

// short writes a duration without units that are zero: 10m and not 10m0s.
func short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = text[:len(text)-2]
	}
	if strings.HasSuffix(text, "h0m") {
		text = text[:len(text)-2]
	}
	return text
}

// to is the node of an exchange, which need not be there.
func (b builder) to(exchange string, change topology.Change) string {
	if x := b.host.Exchange(exchange); x != nil {
		b.exchange(x, x.Change)
		return exchangeID(exchange)
	}
	if b.host.Complete {
		return b.drop(Drop, "no exchange "+exchange, change)
	}
	b.node(exchangeID(exchange), Exchange, topology.Unchanged, exchange, "not in here")
	return exchangeID(exchange)
}

func (b builder) drop(kind Kind, why string, change topology.Change) string {
	id := string(kind) + " " + why
	b.node(id, kind, change, why)
	return id
}

func (b builder) bindings(x *topology.Exchange) {
	for _, binding := range b.host.BindingsFrom(x.Name) {
		b.exchange(x, x.Change)
		to := queueID(binding.Destination)
		if binding.DestinationKind == topology.KindExchange {
			to = b.to(binding.Destination, topology.Unchanged)
		} else if b.host.Queue(binding.Destination) == nil {
			b.node(to, Queue, topology.Unchanged, binding.Destination, "not in here")
		}
		b.edge(Edge{From: exchangeID(x.Name), To: to, Way: Binding, Label: label(x, binding), Change: binding.Change})
	}
}

// label is what messages need to take a binding.
func label(x *topology.Exchange, b *topology.Binding) string {
	switch {
	case b.KeyUnknown:
		return "?"
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

// deadLetters draws where messages of a queue go that expire, are rejected or are pushed out.
func (b builder) deadLetters(q *topology.Queue) {
	from := queueID(q.Name)
	_, expires := b.host.Effective(q, queueargs.MessageTTL)
	after := b.leaves(q)
	dlx, set := b.host.Effective(q, queueargs.DeadLetterExchange)
	exchange, known := dlx.Value.(string)
	key, keyed := b.host.Effective(q, queueargs.DeadLetterRoutingKey)
	switch {
	case !set && !expires:
		return
	case !set && q.Discards:
		b.edge(Edge{From: from, To: b.drop(Discard, "discarded", topology.Unchanged), Way: DeadLetter, Label: after, Change: q.Change})
		return
	case !set:
		b.edge(Edge{From: from, To: b.drop(Drop, "dropped", topology.Unchanged), Way: DeadLetter, Label: after, Change: q.Change, Lost: true})
		return
	case !known:
		return
	}
	text := after
	if keyed {
		text += " as " + value(key)
	}
	if exchange == "" {
		b.edge(Edge{From: from, To: b.toQueue(q, key, keyed), Way: DeadLetter, Label: after, Change: q.Change})
		return
	}
	e := Edge{From: from, To: b.to(exchange, topology.Unchanged), Way: DeadLetter, Label: text, Change: q.Change}
	if name, ok := key.Value.(string); ok && keyed && b.host.Complete {
		route := b.host.Route(exchange, name)
		e.Lost = route.Certain && len(route.Queues) == 0
	}
	b.edge(e)
}

// leaves says when messages leave a queue as dead letters.
func (b builder) leaves(q *topology.Queue) string {
	var when []string
	if ttl, set := b.host.Effective(q, queueargs.MessageTTL); set {
		when = append(when, "after "+value(ttl))
	}
	if limited, known := b.host.LengthLimited(q); limited && known {
		if overflow, known := b.host.OverflowOf(q); known && overflow == topology.DropHead {
			when = append(when, "beyond its length")
		}
	}
	if len(when) == 0 {
		return "rejected"
	}
	return strings.Join(when, ", ")
}

// toQueue is where the default exchange takes dead letters of a queue.
func (b builder) toQueue(q *topology.Queue, key topology.Setting, keyed bool) string {
	name, _ := key.Value.(string)
	if !keyed {
		name = q.Name
	}
	if b.host.Queue(name) == nil {
		b.node(queueID(name), Queue, topology.Unchanged, name, "not in here")
	}
	return queueID(name)
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
	for _, x := range before.Exchanges() {
		for _, binding := range before.BindingsFrom(x.Name) {
			there := slices.ContainsFunc(b.host.BindingsNamed(binding.Name()), func(now *topology.Binding) bool { return now.Object() == binding.Object() })
			if there {
				continue
			}
			to := queueID(binding.Destination)
			if binding.DestinationKind == topology.KindExchange {
				to = exchangeID(binding.Destination)
			}
			b.exchange(x, topology.Unchanged)
			if b.byID[to] == nil {
				b.node(to, Queue, topology.Unchanged, binding.Destination, "not in here")
			}
			b.edge(Edge{From: exchangeID(x.Name), To: to, Way: Binding, Label: label(x, binding), Change: topology.Deleted})
		}
	}
}
