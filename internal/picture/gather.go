package picture

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// gathered makes one node of all that are alike, of the largest sets first, until there are no more nodes than most. Nodes of which alike
// says nothing stay as they are.
func (g *Graph) gathered(most int, alike func(n *Node) string) *Graph {
	if len(g.Nodes) <= most {
		return g
	}
	sets := map[string][]*Node{}
	for _, n := range g.Nodes {
		if key := alike(n); key != "" {
			sets[key] = append(sets[key], n)
		}
	}
	keys := slices.SortedFunc(maps.Keys(sets), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(sets[b]), len(sets[a])), cmp.Compare(a, b))
	})
	at, nodes := map[string]*Node{}, len(g.Nodes)
	for _, key := range keys {
		set := sets[key]
		if nodes <= most || len(set) < 2 {
			break
		}
		one := together(set)
		for _, n := range set {
			at[n.ID] = one
		}
		nodes -= len(set) - 1
	}
	c := newGraph(g.Vhost)
	for _, n := range g.Nodes {
		if one := at[n.ID]; one != nil {
			n = one
		}
		if c.byID[n.ID] == nil {
			c.byID[n.ID] = n
			c.Nodes = append(c.Nodes, n)
		}
	}
	for _, e := range g.Edges {
		e := *e
		if one := at[e.From]; one != nil {
			e.From = one.ID
		}
		if one := at[e.To]; one != nil {
			e.To = one.ID
		}
		c.Edges = append(c.Edges, &e)
	}
	c.finish()
	return c
}

// together is one node for many, under the first and the last of their names.
func together(set []*Node) *Node {
	names, members := make([]string, len(set)), 0
	for i, n := range set {
		names[i] = cut(n.Lines[0], longest/2-1)
		members += n.Members
	}
	first := set[0]
	kind := first.kind()
	detail := strings.TrimSuffix(fmt.Sprintf("%d %ss, %s", members, kind, first.Absence), ", ")
	return &Node{
		ID: "groups " + first.ID, Kind: Group, Of: kind, Change: first.Change, Absence: first.Absence, Members: members,
		Lines: []string{slices.Min(names) + " … " + slices.Max(names), detail},
	}
}

// kind is what a node or the members of a group are.
func (n *Node) kind() Kind {
	if n.Kind == Group {
		return n.Of
	}
	return n.Kind
}

// sorts tells nodes apart by what they are, what becomes of them, and whether they lose messages.
func (g *Graph) sorts() func(n *Node) string {
	loses := map[string]bool{}
	for _, e := range g.Edges {
		loses[e.From] = loses[e.From] || e.Lost
	}
	return func(n *Node) string {
		if kind := n.kind(); kind == Exchange || kind == Queue {
			return fmt.Sprintf("%s %s %s %t", kind, n.Change, n.Absence, loses[n.ID])
		}
		return ""
	}
}

// ways tells nodes apart by the ways too that messages take to them and from them, whatever keys these have.
func (g *Graph) ways() func(n *Node) string {
	at, sort := map[string][]string{}, g.sorts()
	for _, e := range g.Edges {
		what := fmt.Sprintf(" %s %s %t ", e.Way, e.Change, e.Lost)
		at[e.From] = append(at[e.From], "to"+what+e.To)
		at[e.To] = append(at[e.To], "from"+what+e.From)
	}
	return func(n *Node) string {
		key := sort(n)
		if key == "" {
			return ""
		}
		slices.Sort(at[n.ID])
		return key + "\n" + strings.Join(slices.Compact(at[n.ID]), "\n")
	}
}
