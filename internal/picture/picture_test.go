package picture

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func host() *topology.VirtualHost {
	v := topology.New("payments")
	v.Complete, v.Final = true, true
	return v
}

func direct(name string) *topology.Exchange {
	return &topology.Exchange{Name: name, Type: "direct", Durable: true}
}

func quorum(name string, arguments queueargs.Arguments) *topology.Queue {
	return &topology.Queue{Name: name, Type: queueargs.Quorum, Durable: true, Arguments: arguments}
}

func bind(source, key, queue string) *topology.Binding {
	return &topology.Binding{Source: source, RoutingKey: key, Destination: queue, DestinationKind: topology.KindQueue}
}

// drawn is each edge in a line.
func drawn(g *Graph) []string {
	lines := []string{}
	for _, e := range g.Edges {
		line := fmt.Sprintf("%s -%s %q-> %s", e.From, e.Way, e.Label, e.To)
		if e.Lost {
			line += " lost"
		}
		if e.Change != topology.Unchanged {
			line += " " + string(e.Change)
		}
		lines = append(lines, line)
	}
	return lines
}

func wantDrawn(t *testing.T, g *Graph, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := drawn(g); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWaysOfMessages(t *testing.T) {
	v := host()
	main := direct("main")
	main.AlternateExchange = "rest"
	v.PutExchange(main)
	v.PutExchange(&topology.Exchange{Name: "rest", Type: "fanout"})
	v.PutQueue(quorum("work", queueargs.Arguments{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": "delay"}))
	v.PutQueue(quorum("delay", queueargs.Arguments{"x-message-ttl": queueargs.Int(600000), "x-dead-letter-exchange": "main", "x-dead-letter-routing-key": "again"}))
	v.PutQueue(quorum("prices", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}))
	telemetry := quorum("telemetry", queueargs.Arguments{"x-message-ttl": queueargs.Int(6000)})
	telemetry.Discards = true
	v.PutQueue(telemetry)
	v.PutQueue(quorum("lost", queueargs.Arguments{"x-dead-letter-exchange": "rest", "x-dead-letter-routing-key": "k"}))
	v.PutQueue(quorum("nowhere", queueargs.Arguments{"x-dead-letter-exchange": "missing"}))
	v.PutBinding(bind("main", "again", "work"))
	v.PutBinding(bind("main", "first", "work"))
	wantDrawn(t, Of(nil, v),
		`exchange main -binding "again, first"-> queue work`,
		`exchange main -alternate "unroutable"-> exchange rest`,
		`queue work -dead-letter "rejected"-> queue delay`,
		`queue delay -dead-letter "after 10m as again"-> exchange main`,
		`queue prices -dead-letter "after 1s"-> drop dropped lost`,
		`queue telemetry -dead-letter "after 6s"-> discard discarded`,
		`queue lost -dead-letter "rejected as k"-> exchange rest lost`,
		`exchange rest -binding "everything"-> drop dropped lost`,
		`queue nowhere -dead-letter "rejected"-> exchange missing lost`,
	)
}

func TestWhatGoesIsDrawnToo(t *testing.T) {
	before, after := host(), host()
	for _, v := range []*topology.VirtualHost{before, after} {
		v.PutExchange(direct("main"))
		v.PutQueue(quorum("stays", nil))
	}
	before.PutQueue(quorum("goes", nil))
	before.PutBinding(bind("main", "old", "stays"))
	before.PutBinding(bind("main", "k", "goes"))
	added := bind("main", "new", "stays")
	added.Change = topology.Created
	after.PutBinding(added)
	g := Of(before, after)
	wantDrawn(t, g,
		`exchange main -binding "new"-> queue stays create`,
		`exchange main -binding "old"-> queue stays delete`,
		`exchange main -binding "k"-> queue goes delete`,
	)
	if text := g.Mermaid(); !strings.Contains(text, "goes<br/>quorum<br/>(deleted)") {
		t.Error(text)
	}
}

// large has families of nine queues beside a queue that loses messages.
func large(families int) *topology.VirtualHost {
	v := host()
	for f := range families {
		x := fmt.Sprint(string(rune('a'+f)), ".in")
		v.PutExchange(direct(x))
		for i := range 9 {
			q := fmt.Sprintf("%c.work.%d", 'a'+f, i)
			v.PutQueue(quorum(q, nil))
			v.PutBinding(bind(x, q, q))
		}
	}
	v.PutQueue(quorum("lossy", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}))
	return v
}

func TestLargePicturesAreGrouped(t *testing.T) {
	v := large(20)
	g := Of(nil, v).Collapse(60)
	if len(g.Nodes) > 60 {
		t.Errorf("%d nodes", len(g.Nodes))
	}
	lossy := false
	for _, n := range g.Nodes {
		lossy = lossy || n.ID == "queue lossy"
		if n.Kind == Group && (n.Members != 9 || n.Lines[1] != "9 queues") {
			t.Errorf("%+v", n)
		}
	}
	if !lossy {
		t.Error("where messages are lost cannot be seen")
	}
	if small := Of(nil, large(2)).Collapse(60); slices.ContainsFunc(small.Nodes, func(n *Node) bool { return n.Kind == Group }) {
		t.Error("a small picture is grouped")
	}
}

// Names that have nothing in common, as those that applications make, are no reason for a picture that nobody can read.
func TestLargePicturesAreGroupedWhateverNamesSay(t *testing.T) {
	v := host()
	v.PutExchange(&topology.Exchange{Name: "in", Type: "topic", Durable: true})
	v.PutExchange(direct("silent"))
	for i := range 3000 {
		name := strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprintf("%d", 1_000_003*(i+1)))
		arguments := queueargs.Arguments{}
		if i%3 == 0 {
			arguments = queueargs.Arguments{"x-message-ttl": int64(60_000)}
		}
		v.PutQueue(quorum(name, arguments))
		v.PutBinding(bind("in", name, name))
	}
	g := Of(nil, v).Collapse(60)
	if len(g.Nodes) > 60 || len(g.Edges) > 100 {
		t.Errorf("%d nodes and %d edges", len(g.Nodes), len(g.Edges))
	}
	members := 0
	for _, n := range g.Nodes {
		if n.kind() == Queue {
			members += n.Members
		}
	}
	if members != 3000 {
		t.Errorf("%d queues", members)
	}
	// Those that lose messages are not among the others.
	for _, e := range g.Edges {
		if n := g.byID[e.From]; e.Lost && n.kind() == Queue && n.Members != 1000 {
			t.Errorf("%d queues are said to lose messages: %q", n.Members, n.Lines)
		}
	}
}

func TestSVGIsWellFormedWhateverNamesSay(t *testing.T) {
	v := host()
	name := "a<b>&\"'\x01\u202e`]]|#" + strings.Repeat("ü", 300)
	v.PutExchange(direct(name))
	v.PutQueue(quorum(name, queueargs.Arguments{"x-dead-letter-exchange": name}))
	v.PutBinding(bind(name, name, name))
	g := Of(nil, v)
	svg, err := g.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
	}
	for line := range strings.Lines(g.Mermaid()) {
		if strings.Count(line, `"`)%2 != 0 || strings.Contains(line, "<b>") {
			t.Error(line)
		}
	}
}

func TestEveryObjectHasAPlace(t *testing.T) {
	g := Of(nil, large(3))
	svg, err := g.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(svg), `class="node `); n != len(g.Nodes) {
		t.Errorf("%d of %d nodes are drawn", n, len(g.Nodes))
	}
	if n := strings.Count(string(svg), "marker-end"); n != len(g.Edges) {
		t.Errorf("%d of %d edges are drawn", n, len(g.Edges))
	}
}

// What a queue dead-letters to itself is drawn below it, with all of its label in the picture.
func TestLoopsAreDrawnAtTheirNode(t *testing.T) {
	nodes := []box{{ID: "a", Width: 80, Height: 40}, {ID: "b", Width: 80, Height: 40}}
	edges := []box{{From: "a", To: "a", Width: 300, Height: 16}, {From: "a", To: "a", Width: 30, Height: 16}, {From: "a", To: "b", Width: 30, Height: 16}}
	l, err := layOut(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	a := l.Nodes[0]
	for i, e := range l.Edges[:2] {
		left, right, top, bottom := e.X-edges[i].Width/2, e.X+edges[i].Width/2, e.Y-8, e.Y+8
		if left < 0 || right > l.Width || bottom > l.Height || top < a.Y+20 {
			t.Errorf("the label of loop %d is at %.0f to %.0f, %.0f to %.0f in %.0f x %.0f below %v", i, left, right, top, bottom, l.Width, l.Height, a)
		}
		if e.X != a.X {
			t.Errorf("loop %d is at %v, the node at %v", i, e.X, a.X)
		}
	}
	if first, second := l.Edges[0], l.Edges[1]; first.Y-second.Y < 16 && second.Y-first.Y < 16 {
		t.Errorf("both labels are at the height of %v", first.Y)
	}
	var right, below, left, back float64
	if n, err := fmt.Sscanf(loop(a, nodes[0], a.Y+60), "M%f,%f C%f,%f", &right, &below, &left, &back); n != 4 || err != nil || right != a.X+20 || below != a.Y+20 {
		t.Errorf("the loop begins at %v, %v: %v", right, below, err)
	}
}
