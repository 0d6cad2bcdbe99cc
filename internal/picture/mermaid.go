package picture

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// shapes are the brackets of Mermaid's flowcharts.
var shapes = map[Kind][2]string{
	Exchange: {"{{", "}}"}, Queue: {"[(", ")]"}, Group: {"[[", "]]"}, Drop: {"((", "))"}, Discard: {"((", "))"},
}

// arrows tell the ways of messages apart.
var arrows = map[Way]string{Binding: "-->", DeadLetter: "-.->", Alternate: "==>"}

// Mermaid writes the graph as a flowchart that GitHub and GitLab draw.
func (g *Graph) Mermaid() string {
	var t strings.Builder
	t.WriteString("flowchart LR\n")
	ids := map[string]string{}
	for i, n := range g.Nodes {
		ids[n.ID] = fmt.Sprint("n", i)
		lines := make([]string, 0, len(n.Lines))
		for _, line := range n.Lines {
			lines = append(lines, quoted(line))
		}
		if mark := marks[n.Change]; mark != "" {
			lines = append(lines, mark)
		}
		shape := shapes[n.Kind]
		fmt.Fprintf(&t, "  n%d%s\"%s\"%s:::%s\n", i, shape[0], strings.Join(lines, "<br/>"), shape[1], class(n))
	}
	var lost, gone, added []string
	for i, e := range g.Edges {
		label := ""
		if e.Label != "" {
			label = `|"` + quoted(e.Label) + `"|`
		}
		fmt.Fprintf(&t, "  %s %s%s %s\n", ids[e.From], arrows[e.Way], label, ids[e.To])
		switch {
		case e.Lost:
			lost = append(lost, fmt.Sprint(i))
		case e.Change == topology.Deleted:
			gone = append(gone, fmt.Sprint(i))
		case e.Change == topology.Created:
			added = append(added, fmt.Sprint(i))
		}
	}
	for _, style := range []struct {
		edges []string
		style string
	}{{lost, "stroke:#d1242f,stroke-width:2px"}, {gone, "stroke:#d1242f,stroke-dasharray:2"}, {added, "stroke:#1a7f37"}} {
		if len(style.edges) > 0 {
			fmt.Fprintf(&t, "  linkStyle %s %s\n", strings.Join(style.edges, ","), style.style)
		}
	}
	t.WriteString("  classDef drop fill:#d1242f,color:#fff,stroke:#d1242f\n")
	t.WriteString("  classDef missing fill:none,stroke:#d1242f,stroke-dasharray:4\n  classDef elsewhere fill:none,stroke-dasharray:4\n")
	t.WriteString("  classDef added stroke:#1a7f37,stroke-width:3px\n  classDef changed stroke:#bf8700,stroke-width:3px\n  classDef gone stroke:#d1242f,stroke-width:3px,stroke-dasharray:4\n")
	return t.String()
}

// marks say in words what the colours say.
var marks = map[topology.Change]string{
	topology.Created: "(new)", topology.Updated: "(changed)", topology.Replaced: "(replaced)", topology.Migrated: "(migrated)", topology.Deleted: "(deleted)",
}

func class(n *Node) string {
	switch {
	case n.Kind == Drop:
		return "drop"
	case n.Absence == Missing:
		return "missing"
	case n.Absence == Elsewhere:
		return "elsewhere"
	case n.Change == topology.Created:
		return "added"
	case n.Change == topology.Deleted:
		return "gone"
	case n.Change != topology.Unchanged:
		return "changed"
	default:
		return string(n.Kind)
	}
}

// quoted is a text between quotation marks in Mermaid, whose entities are written with # and whose labels are Markdown and HTML.
func quoted(text string) string {
	var t strings.Builder
	for _, r := range shown(text) {
		if strings.ContainsRune("\"#<>&`*_~[]|\\{}()", r) {
			fmt.Fprintf(&t, "#%d;", r)
		} else {
			t.WriteRune(r)
		}
	}
	return t.String()
}
