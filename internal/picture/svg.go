package picture

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"
)

// The text is in a monospaced font, so that its width is known without a browser.
const (
	charWidth  = 7.3
	lineHeight = 16.0
	padding    = 10.0
)

//go:embed picture.svg.tmpl
var svgText string

var svgTemplate = template.Must(template.New("svg").Parse(svgText))

type drawing struct {
	Vhost         string
	Width, Height float64
	Nodes         []drawnNode
	Edges         []drawnEdge
}

type drawnNode struct {
	X, Y, Width, Height float64
	Class, Title        string
	Lines               []drawnLine
}

type drawnLine struct {
	X, Y        float64
	Text, Class string
}

type drawnEdge struct {
	Path, Class, Marker string
	Label               string
	X, Y, Width         float64
}

// SVG draws the graph: self-contained, in the colours of the reader's system, light or dark.
func (g *Graph) SVG() ([]byte, error) {
	nodes, edges := make([]box, len(g.Nodes)), make([]box, len(g.Edges))
	for i, n := range g.Nodes {
		nodes[i] = box{ID: n.ID, Height: float64(len(lines(n)))*lineHeight + padding}
		for _, line := range lines(n) {
			nodes[i].Width = max(nodes[i].Width, width(line)+2*padding)
		}
	}
	for i, e := range g.Edges {
		edges[i] = box{From: e.From, To: e.To}
		if e.Label != "" {
			edges[i].Width, edges[i].Height = width(e.Label)+4, lineHeight
		}
	}
	l, err := layOut(nodes, edges)
	if err != nil {
		return nil, err
	}
	d := drawing{Vhost: g.Vhost, Width: l.Width, Height: l.Height}
	place := map[string]int{}
	for i, n := range g.Nodes {
		place[n.ID] = i
		d.Nodes = append(d.Nodes, drawNode(n, l.Nodes[i], nodes[i]))
	}
	for i, e := range g.Edges {
		way := "edge " + string(e.Way)
		if e.Lost {
			way += " lost"
		}
		if mark := marks[e.Change]; mark != "" {
			way += " " + strings.Trim(mark, "()")
		}
		marker := "arrow"
		if e.Lost {
			marker = "arrow-lost"
		}
		path := curve(l.Edges[i].Points)
		if n := place[e.From]; e.From == e.To {
			path = loop(l.Nodes[n], nodes[n], l.Edges[i].Y)
		}
		d.Edges = append(d.Edges, drawnEdge{path, way, marker, shown(e.Label), l.Edges[i].X, l.Edges[i].Y, edges[i].Width})
	}
	var out bytes.Buffer
	if err := svgTemplate.Execute(&out, d); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func lines(n *Node) []string {
	all := n.Lines
	if mark := marks[n.Change]; mark != "" {
		all = append(all[:len(all):len(all)], mark)
	}
	return all
}

func width(text string) float64 { return float64(utf8.RuneCountInString(shown(text))) * charWidth }

func drawNode(n *Node, at point, b box) drawnNode {
	d := drawnNode{
		X: at.X - b.Width/2, Y: at.Y - b.Height/2, Width: b.Width, Height: b.Height,
		Class: "node " + string(n.Kind), Title: visible(strings.Join(n.Lines, ", ")),
	}
	if mark := marks[n.Change]; mark != "" {
		d.Class += " " + strings.Trim(mark, "()")
	}
	switch n.Absence {
	case Missing:
		d.Class += " missing"
	case Elsewhere:
		d.Class += " elsewhere"
	}
	for i, line := range lines(n) {
		class := "detail"
		if i == 0 {
			class = "name"
		}
		d.Lines = append(d.Lines, drawnLine{at.X, d.Y + padding/2 + float64(i)*lineHeight + 12, shown(line), class})
	}
	return d
}

// curve is a smooth path through all points, the one under the label too, which it passes from left to right.
func curve(points []point) string {
	var t strings.Builder
	for i, p := range points {
		if i == 0 {
			fmt.Fprintf(&t, "M%.1f,%.1f", p.X, p.Y)
			continue
		}
		from := points[i-1]
		middle := (from.X + p.X) / 2
		fmt.Fprintf(&t, " C%.1f,%.1f %.1f,%.1f %.1f,%.1f", middle, from.Y, middle, p.Y, p.X, p.Y)
	}
	return t.String()
}

// loop is a path from the lower side of a node back to it, which passes under its label at the height y. The points of dagre lie on a line.
func loop(node point, b box, y float64) string {
	bottom := node.Y + b.Height/2
	lowest := bottom + (y-bottom)*4/3 // where the handles of the curve are, for its middle to be at y
	return fmt.Sprintf("M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f", node.X+b.Width/4, bottom, node.X+b.Width/2, lowest, node.X-b.Width/2, lowest, node.X-b.Width/4, bottom)
}

// Left, Top and Base are where the ground of a label begins and its text stands.
func (e drawnEdge) Left() float64 { return e.X - e.Width/2 }
func (e drawnEdge) Top() float64  { return e.Y - lineHeight/2 }
func (e drawnEdge) Base() float64 { return e.Y + lineHeight/4 }
