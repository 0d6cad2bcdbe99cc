package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Legible is how many nodes a picture may have before families of objects become one node each.
const Legible = 60

// Collapse returns the graph with at most so many nodes: objects whose names begin alike become one node, and if that is not enough those
// that messages come to and leave in the same ways, and then all of one kind. What changes, and where messages are lost, stays visible as
// long as it can.
func (g *Graph) Collapse(most int) *Graph {
	g = g.byName(most)
	g = g.gathered(most, g.ways())
	return g.gathered(most, g.sorts())
}

// byName makes one node of each family: of the largest first, and of those of one size together.
func (g *Graph) byName(most int) *Graph {
	group := map[string]string{} // of a node's id
	nodes := len(g.Nodes)
	for _, quiet := range []bool{true, false} {
		size := 0
		for _, family := range g.families(quiet, group) {
			if nodes <= most && len(family.nodes) != size {
				break
			}
			size = len(family.nodes)
			for _, n := range family.nodes {
				group[n.ID] = "group " + string(family.nodes[0].Kind) + " " + family.name
			}
			nodes -= len(family.nodes) - 1
		}
	}
	if len(group) == 0 {
		return g
	}
	return g.grouped(group)
}

type family struct {
	name  string
	nodes []*Node
}

// families are nodes of one kind whose names begin alike, the largest family first. Quiet ones change nothing and lose nothing.
func (g *Graph) families(quiet bool, taken map[string]string) []family {
	loud := map[string]bool{}
	for _, e := range g.Edges {
		if e.Lost || e.Change != topology.Unchanged {
			loud[e.From], loud[e.To] = true, true
		}
	}
	members := map[string][]*Node{}
	for _, n := range g.Nodes {
		isLoud := loud[n.ID] || n.Change != topology.Unchanged || n.Absence == Missing
		if taken[n.ID] != "" || n.Kind != Exchange && n.Kind != Queue || quiet && isLoud {
			continue
		}
		// Nodes that change otherwise, or are not there, are not one.
		key := string(n.Kind) + " " + string(n.Change) + " " + string(n.Absence) + " " + prefix(n.Lines[0])
		members[key] = append(members[key], n)
	}
	var all []family
	for _, nodes := range members {
		if len(nodes) > 1 {
			all = append(all, family{prefix(nodes[0].Lines[0]) + " " + string(nodes[0].Change) + " " + string(nodes[0].Absence), nodes})
		}
	}
	slices.SortFunc(all, func(a, b family) int {
		return cmp.Or(cmp.Compare(len(b.nodes), len(a.nodes)), cmp.Compare(a.name, b.name), cmp.Compare(a.nodes[0].ID, b.nodes[0].ID))
	})
	return all
}

// prefix is what the names of a family have in common: all up to the first separator or digit.
func prefix(name string) string {
	if i := strings.IndexAny(name, ".-_:/ 0123456789"); i > 0 {
		return name[:i]
	}
	return name
}

// grouped replaces nodes by their groups.
func (g *Graph) grouped(group map[string]string) *Graph {
	c := newGraph(g.Vhost)
	for _, n := range g.Nodes {
		id := group[n.ID]
		if id == "" {
			c.byID[n.ID] = n
			c.Nodes = append(c.Nodes, n)
			continue
		}
		one := c.node(id, Group, n.Change, prefix(n.Lines[0])+"…", "")
		one.Absence, one.Of = n.Absence, n.Kind
		if one.Lines[1] != "" {
			one.Members++
		}
		one.Lines[1] = strings.TrimSuffix(fmt.Sprintf("%d %ss, %s", one.Members, n.Kind, n.Absence), ", ")
	}
	at := func(id string) string {
		if group[id] != "" {
			return group[id]
		}
		return id
	}
	for _, e := range g.Edges {
		e := *e
		e.From, e.To = at(e.From), at(e.To)
		c.Edges = append(c.Edges, &e)
	}
	c.finish()
	return c
}
