package picture

import (
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// to is a queue whose messages expire, or are rejected, into the default exchange with a key.
func to(name, key string, ttl int64) *topology.Queue {
	arguments := queueargs.Arguments{"x-dead-letter-exchange": "", "x-dead-letter-routing-key": key}
	if ttl > 0 {
		arguments["x-message-ttl"] = queueargs.Int(ttl)
	}
	return quorum(name, arguments)
}

func TestLoopsThatTheBrokerCutsAreRed(t *testing.T) {
	v := host()
	v.PutExchange(direct("x"))
	v.PutBinding(bind("x", "a", "a"))
	v.PutQueue(quorum("b", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000), "x-dead-letter-exchange": "x", "x-dead-letter-routing-key": "a"}))
	v.PutQueue(to("a", "b", 1000))
	v.PutQueue(to("into", "a", 1000)) // leads into the loop, and is not on it
	v.PutQueue(to("work", "wait", 0)) // what is rejected goes round for ever
	v.PutQueue(to("wait", "work", 1000))
	wantDrawn(t, Of(nil, v),
		`exchange x -binding "a"-> queue a`,
		`queue a -dead-letter "after 1s, dropped in a loop"-> queue b lost`,
		`queue b -dead-letter "after 1s as a, dropped in a loop"-> exchange x lost`,
		`queue into -dead-letter "after 1s"-> queue a`,
		`queue work -dead-letter "rejected"-> queue wait`,
		`queue wait -dead-letter "after 1s"-> queue work`,
	)
}

func TestDeadLettersThatNothingTakesEndInADrop(t *testing.T) {
	v := host()
	v.PutExchange(direct("in"))
	v.PutExchange(direct("dlx"))
	v.PutQueue(quorum("dlq", nil))
	v.PutBinding(bind("in", "pay", "work"))
	v.PutBinding(bind("in", "cancel", "work"))
	v.PutBinding(bind("dlx", "pay", "dlq"))
	v.PutQueue(quorum("work", queueargs.Arguments{"x-dead-letter-exchange": "dlx"})) // some keep their way
	v.PutQueue(quorum("other", queueargs.Arguments{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "none"}))
	v.PutQueue(quorum("sure", queueargs.Arguments{
		"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": "none", "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish",
	}))
	v.PutQueue(quorum("full", queueargs.Arguments{"x-max-length": queueargs.Int(5)}))
	wantDrawn(t, Of(nil, v),
		`exchange in -binding "pay, cancel"-> queue work`,
		`exchange dlx -binding "pay"-> queue dlq`,
		`queue work -dead-letter "rejected"-> exchange dlx`,
		`queue other -dead-letter "rejected as none"-> exchange dlx lost`,
		`exchange dlx -dead-letter "none, cancel"-> drop dropped lost`,
		`queue sure -dead-letter "rejected as none, stays for ever"-> exchange dlx lost`,
		`queue full -dead-letter "beyond its length"-> drop dropped lost`,
	)
}

// absent has what others refer to and it has not.
func absent() *topology.VirtualHost {
	v := host()
	in := direct("in")
	in.AlternateExchange = "rest"
	v.PutExchange(in)
	v.PutBinding(bind("in", "k", "gone"))
	v.PutBinding(bind("unknown", "k", "a"))
	v.PutQueue(to("a", "nobody", 0))
	v.PutQueue(quorum("b", queueargs.Arguments{"x-dead-letter-exchange": "dlx"}))
	return v
}

func TestWhatIsMissingLooksOtherwise(t *testing.T) {
	v := absent()
	g := Of(nil, v)
	wantDrawn(t, g,
		`exchange in -alternate "unroutable"-> exchange rest lost`,
		`exchange in -binding "k"-> queue gone lost`,
		`exchange unknown -binding "k"-> queue a lost`,
		`queue a -dead-letter "rejected"-> queue nobody lost`,
		`queue b -dead-letter "rejected"-> exchange dlx lost`,
	)
	mermaid := g.Mermaid()
	svg, err := g.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rest", "gone", "unknown", "nobody", "dlx"} {
		i := slices.IndexFunc(g.Nodes, func(n *Node) bool { return n.Lines[0] == name })
		if g.Nodes[i].Absence != Missing || !strings.Contains(mermaid, name+"<br/>missing") {
			t.Errorf("%s: %+v", name, g.Nodes[i])
		}
	}
	if n := strings.Count(mermaid, ":::missing"); n != 5 || !strings.Contains(mermaid, "classDef missing fill:none,stroke:#d1242f,stroke-dasharray:4") {
		t.Error(mermaid)
	}
	if n := strings.Count(string(svg), " missing\"><title>"); n != 5 || !strings.Contains(string(svg), ".node.missing rect{stroke:var(--bad)}") {
		t.Errorf("%s", svg)
	}
	// Without a broker it may be there.
	v = absent()
	v.Complete = false
	for _, n := range Of(nil, v).Nodes {
		if n.Absence == Missing {
			t.Errorf("%+v", n)
		}
	}
	if text := Of(nil, v).Mermaid(); strings.Count(text, ":::elsewhere") != 5 || strings.Contains(text, "linkStyle") {
		t.Error(text)
	}
}

// What goes with an exchange or a queue is lost for those that still refer to it.
func TestWaysToWhatGoesAreRed(t *testing.T) {
	v := host()
	gone := direct("dlx")
	v.PutExchange(gone)
	v.PutQueue(quorum("theirs", nil))
	v.PutBinding(bind("dlx", "k", "theirs"))
	deleted := *gone
	deleted.Change = topology.Deleted
	v.PutExchange(&deleted)
	v.PutQueue(quorum("q", queueargs.Arguments{"x-dead-letter-exchange": "dlx"}))
	wantDrawn(t, Of(host(), v),
		`exchange dlx -binding "k"-> queue theirs delete`,
		`queue q -dead-letter "rejected"-> exchange dlx lost`,
	)
}
