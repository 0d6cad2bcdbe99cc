package picture

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// The layout is dagre's, the engine that Mermaid uses too; goja runs it.
//
//go:embed dagre/dagre.min.js
var dagre string

// compiled is dagre and the function that lays out a graph with it. It is compiled when the first picture is drawn: Terraform starts this
// program for other things.
var compiled = sync.OnceValues(func() (*goja.Program, error) {
	return goja.Compile("dagre.min.js", `
// goja has no such function; dagre clones nothing but plain data with it.
var structuredClone = function (value) { return value === undefined ? undefined : JSON.parse(JSON.stringify(value)); };
`+dagre+`
;(function (text) {
  var input = JSON.parse(text);
  var g = new dagre.graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: "LR", nodesep: 24, edgesep: 12, ranksep: 60, marginx: 16, marginy: 16 });
  input.nodes.forEach(function (n) { g.setNode(n.id, { width: n.width, height: n.height }); });
  input.edges.forEach(function (e, i) {
    // dagre lays out from top to bottom and turns all around, but turns loops once only: theirs are turned before.
    var size = e.from === e.to ? { width: e.height, height: e.width } : { width: e.width, height: e.height };
    g.setEdge(e.from, e.to, { width: size.width, height: size.height, labelpos: "c" }, String(i));
  });
  dagre.layout(g);
  return JSON.stringify({
    width: g.graph().width, height: g.graph().height,
    nodes: input.nodes.map(function (n) { var p = g.node(n.id); return { x: p.x, y: p.y }; }),
    edges: input.edges.map(function (e, i) { var p = g.edge({ v: e.from, w: e.to, name: String(i) }); return { points: p.points, x: p.x, y: p.y }; })
  });
})`, true)
})

type point struct{ X, Y float64 }

type layout struct {
	Width, Height float64
	Nodes         []point
	Edges         []struct {
		Points []point
		X, Y   float64
	}
}

type box struct {
	ID     string  `json:"id,omitempty"`
	From   string  `json:"from,omitempty"`
	To     string  `json:"to,omitempty"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// layOut finds a place for each node and a way for each edge.
func layOut(nodes, edges []box) (l layout, err error) {
	program, err := compiled()
	if err != nil {
		return l, fmt.Errorf("dagre cannot be compiled: %w", err)
	}
	input, err := json.Marshal(map[string]any{"nodes": nodes, "edges": edges})
	if err != nil {
		return l, err
	}
	vm := goja.New()
	result, err := vm.RunProgram(program)
	if err != nil {
		return l, fmt.Errorf("dagre cannot be run: %w", err)
	}
	run, ok := goja.AssertFunction(result)
	if !ok {
		return l, fmt.Errorf("dagre is no function")
	}
	text, err := run(goja.Undefined(), vm.ToValue(string(input)))
	if err != nil {
		return l, fmt.Errorf("the picture cannot be laid out: %w", err)
	}
	return l, json.Unmarshal([]byte(text.String()), &l)
}
