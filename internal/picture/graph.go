package picture

import (
	"cmp"
	"slices"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Kind is what a node stands for.
type Kind string

// The kinds of nodes.
const (
	Exchange Kind = "exchange"
	Queue    Kind = "queue"
	// Group stands for many objects that a large picture shows as one.
	Group Kind = "group"
	// Drop is where messages are lost, Discard where they are meant to be.
	Drop    Kind = "drop"
	Discard Kind = "discard"
)

// Way is what an edge stands for.
type Way string

// The ways of messages.
const (
	Binding    Way = "binding"
	DeadLetter Way = "dead-letter"
	Alternate  Way = "alternate"
)

// Absence says that something refers to an object which is not there.
type Absence string

// The kinds of absence.
const (
	Present Absence = ""
	// Elsewhere may be on the broker, which was not asked.
	Elsewhere Absence = "not in here"
	Missing   Absence = "missing"
)

// Node is an object, or many.
type Node struct {
	ID      string
	Kind    Kind
	Lines   []string
	Change  topology.Change
	Absence Absence
	// Members counts the objects of a group, and Of is what they are; 1 and empty for all others.
	Members int
	Of      Kind
}

// Edge is a way that messages take.
type Edge struct {
	From, To string
	Way      Way
	Label    string
	Change   topology.Change
	// Lost is true if messages that take it are dropped.
	Lost bool
}

// Graph is the picture of one virtual host, before it has a form.
type Graph struct {
	Vhost string
	Nodes []*Node
	Edges []*Edge

	byID map[string]*Node
}

func newGraph(vhost string) *Graph { return &Graph{Vhost: vhost, byID: map[string]*Node{}} }

// node adds a node unless it is there, and returns it.
func (g *Graph) node(id string, kind Kind, change topology.Change, lines ...string) *Node {
	if n := g.byID[id]; n != nil {
		return n
	}
	n := &Node{ID: id, Kind: kind, Lines: lines, Change: change, Members: 1}
	g.byID[id] = n
	g.Nodes = append(g.Nodes, n)
	return n
}

// finish merges edges that differ in nothing but their labels, and sorts.
func (g *Graph) finish() {
	type key struct {
		from, to string
		way      Way
		change   topology.Change
		lost     bool
	}
	labels := map[key][]string{}
	var keys []key
	for _, e := range g.Edges {
		k := key{e.From, e.To, e.Way, e.Change, e.Lost}
		if labels[k] == nil {
			keys = append(keys, k)
		}
		if !slices.Contains(labels[k], e.Label) {
			labels[k] = append(labels[k], e.Label)
		}
	}
	g.Edges = g.Edges[:0]
	for _, k := range keys {
		g.Edges = append(g.Edges, &Edge{k.from, k.to, k.way, join(labels[k]), k.change, k.lost})
	}
	slices.SortStableFunc(g.Nodes, func(a, b *Node) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortStableFunc(g.Edges, func(a, b *Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Way, b.Way))
	})
}
