package lint

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// expiring is a queue whose messages go on to an exchange when they expire, with their keys or, if one is given, with that.
func expiring(name, exchange string, key ...string) *topology.Queue {
	args := queueargs.Arguments{"x-message-ttl": queueargs.Int(10000), "x-dead-letter-exchange": exchange}
	if len(key) > 0 {
		args["x-dead-letter-routing-key"] = key[0]
	}
	return queueOf(queueargs.Quorum, name, args)
}

func linked(source, key, to string) *topology.Binding {
	return &topology.Binding{Source: source, RoutingKey: key, Destination: to, DestinationKind: topology.KindExchange}
}

// Each whole is a virtual host of about n objects, of a kind that is hard on whoever follows messages through it.
var wholes = map[string]func(c *Context, n int){
	"a ring of queues": func(c *Context, n int) {
		for i := range n {
			c.has(expiring(fmt.Sprint("q", i), "", fmt.Sprint("q", (i+1)%n)))
		}
	},
	"a ring of queues and exchanges, with kept keys": func(c *Context, n int) {
		c.has(exchangeOf("main", "direct"))
		for i := range n {
			x, q := fmt.Sprint("x", i), fmt.Sprint("q", i)
			c.has(exchangeOf(x, "fanout"), expiring(q, x), bindingOf(x, "", fmt.Sprint("q", (i+1)%n)))
		}
		c.has(bindingOf("main", "k", "q0"))
	},
	"a ring of queues that count deliveries": func(c *Context, n int) {
		for i := range n {
			c.has(deadLettering(queueargs.Quorum, fmt.Sprint("q", i), "", fmt.Sprint("q", (i+1)%n), nil))
		}
	},
	"a fanout exchange that all share": func(c *Context, n int) {
		c.has(exchangeOf("all", "fanout"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "all"), bindingOf("all", "", q))
		}
	},
	"a fanout exchange that all share, with kept keys": func(c *Context, n int) {
		c.has(exchangeOf("all", "fanout"), exchangeOf("main", "direct"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "all"), bindingOf("all", "", q), bindingOf("main", q, q))
		}
	},
	"a topic exchange that gives all to all": func(c *Context, n int) {
		c.has(exchangeOf("all", "topic"), exchangeOf("main", "direct"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "all"), bindingOf("all", "#", q), bindingOf("main", q, q))
		}
	},
	"a topic exchange with a pattern for each": func(c *Context, n int) {
		c.has(exchangeOf("all", "topic"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "all"), bindingOf("all", fmt.Sprintf("*.%d.#", i), q))
		}
	},
	"patterns into parts of patterns": func(c *Context, n int) {
		c.has(exchangeOf("main", "topic"), exchangeOf("dlx", "topic"), queueOf(queueargs.Classic, "dlq", nil))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "dlx"), bindingOf("main", fmt.Sprintf("*.%d.#", i), q), bindingOf("dlx", fmt.Sprintf("#.%d.*", i), "dlq"))
		}
	},
	"patterns with many wildcards": func(c *Context, n int) {
		c.has(exchangeOf("main", "topic"), exchangeOf("dlx", "topic"), queueOf(queueargs.Classic, "dlq", nil))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "dlx"), bindingOf("main", strings.Repeat("#.a.", 20)+q, q), bindingOf("dlx", strings.Repeat("#.a.*.", 15)+q, "dlq"))
		}
	},
	"a chain of exchanges": func(c *Context, n int) {
		c.has(queueOf(queueargs.Classic, "end", nil))
		for i := range n {
			x := fmt.Sprint("x", i)
			c.has(exchangeOf(x, "fanout"), linked(x, "", fmt.Sprint("x", i+1)), expiring(fmt.Sprint("q", i), x))
		}
		c.has(exchangeOf(fmt.Sprint("x", n), "fanout"), bindingOf(fmt.Sprint("x", n), "", "end"))
	},
	"a chain of topic exchanges": func(c *Context, n int) {
		c.has(queueOf(queueargs.Classic, "end", nil))
		for i := range n {
			x := fmt.Sprint("x", i)
			c.has(exchangeOf(x, "topic"), linked(x, "a.#", fmt.Sprint("x", i+1)), expiring(fmt.Sprint("q", i), x, "a.b"))
		}
		c.has(exchangeOf(fmt.Sprint("x", n), "topic"), bindingOf(fmt.Sprint("x", n), "a.*", "end"))
	},
	"a chain that leads nowhere": func(c *Context, n int) {
		for i := range n {
			x := fmt.Sprint("x", i)
			c.has(exchangeOf(x, "topic"), linked(x, "a.#", fmt.Sprint("x", i+1)))
		}
		c.has(queueOf(queueargs.Classic, "end", nil), exchangeOf(fmt.Sprint("x", n), "topic"), bindingOf(fmt.Sprint("x", n), "b.*", "end"))
	},
	"a chain of alternate exchanges": func(c *Context, n int) {
		c.has(queueOf(queueargs.Classic, "end", nil))
		for i := range n {
			x := exchangeOf(fmt.Sprint("x", i), "direct")
			x.AlternateExchange = fmt.Sprint("x", i+1)
			c.has(x, expiring(fmt.Sprint("q", i), x.Name))
		}
		c.has(exchangeOf(fmt.Sprint("x", n), "fanout"), bindingOf(fmt.Sprint("x", n), "", "end"))
	},
	"exchanges that are all bound to each other": func(c *Context, n int) {
		side := 1
		for side*side < n {
			side++
		}
		for i := range side {
			c.has(exchangeOf(fmt.Sprint("x", i), "topic"))
			for j := range side {
				if i != j {
					c.has(linked(fmt.Sprint("x", i), fmt.Sprintf("*.%d.#", j), fmt.Sprint("x", j)))
				}
			}
		}
		for i := range n {
			q, x := fmt.Sprint("q", i), fmt.Sprint("x", i%side)
			c.has(expiring(q, x), bindingOf(x, fmt.Sprintf("a.%d.*", i), q))
		}
	},
	"an alternate exchange behind what all dead-letter to": func(c *Context, n int) {
		x := exchangeOf("dlx", "direct")
		x.AlternateExchange = "rest"
		c.has(x, exchangeOf("rest", "fanout"), queueOf(queueargs.Classic, "dlq", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}), bindingOf("rest", "", "dlq"), exchangeOf("main", "direct"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(expiring(q, "dlx"), bindingOf("main", q, q))
		}
	},
	"many bindings of one queue": func(c *Context, n int) {
		c.has(exchangeOf("main", "direct"), exchangeOf("dlx", "direct"), expiring("q", "dlx"), queueOf(queueargs.Classic, "dlq", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}))
		for i := range n {
			c.has(bindingOf("main", fmt.Sprint(i), "q"), bindingOf("dlx", fmt.Sprint(i), "dlq"))
		}
	},
	"queues that share a retry queue": func(c *Context, n int) {
		c.has(exchangeOf("main", "direct"), exchangeOf("retry", "fanout"), expiring("retry", "main"), bindingOf("retry", "", "retry"))
		for i := range n {
			q := fmt.Sprint("q", i)
			c.has(deadLetteringTo(q, "retry"), bindingOf("main", q, q))
		}
	},
	"a policy for each queue": func(c *Context, n int) {
		for i := range n {
			c.has(queueOf(queueargs.Classic, fmt.Sprintf("team.%d.q", i), nil))
			c.with(&topology.Policy{Name: fmt.Sprint("p", i), Pattern: fmt.Sprintf(`^team\.%d\.`, i), ApplyTo: "all", Definition: map[string]any{"message-ttl": queueargs.Int(1000), "alternate-exchange": "x"}})
		}
	},
	"a literal policy for each queue and exchange": func(c *Context, n int) {
		for i := range n {
			c.has(queueOf(queueargs.Classic, fmt.Sprint("q", i), nil), exchangeOf(fmt.Sprint("q", i), "direct"))
			c.with(&topology.Policy{Name: fmt.Sprint("p", i), Pattern: topology.PatternOf(fmt.Sprint("q", i)), ApplyTo: "all", Definition: map[string]any{"message-ttl": queueargs.Int(1000), "alternate-exchange": "q0"}})
		}
	},
	"policies with patterns that are not anchored": func(c *Context, n int) {
		for i := range n {
			c.has(queueOf(queueargs.Classic, fmt.Sprintf("team.%d.q", i), nil))
			c.with(&topology.Policy{Name: fmt.Sprint("p", i), Pattern: fmt.Sprintf(`\.%d\.[a-z]+`, i), ApplyTo: "queues", Managed: true, Change: topology.Created, Definition: map[string]any{"message-ttl": queueargs.Int(1000)}})
		}
	},
	"retries that count attempts": func(c *Context, n int) {
		for i := range n / 4 {
			work, retry := fmt.Sprint("work", i), fmt.Sprint("retry", i)
			back := fmt.Sprint("return", i)
			c.has(exchangeOf(retry, "direct"), exchangeOf(back, "fanout"), bindingOf(back, "", work), expiring(work, retry), exchangeOf("main", "direct"), bindingOf("main", work, work))
			for attempt, key := range []string{work, "1", "2"} {
				tier := expiring(fmt.Sprint(work, ".", attempt), back, fmt.Sprint(attempt+1))
				asDelayTier(tier)
				c.has(tier, bindingOf(retry, key, tier.Name))
			}
		}
	},
	"layers of exchanges": func(c *Context, n int) {
		const wide = 10
		for i := range n / wide {
			layer := i / wide
			x := fmt.Sprintf("x%d.%d", layer, i%wide)
			c.has(exchangeOf(x, "topic"), expiring(fmt.Sprint("q", i), x), bindingOf(x, "a.#", fmt.Sprint("q", i)))
			for j := range wide {
				c.has(linked(x, "a.#", fmt.Sprintf("x%d.%d", layer+1, j)))
			}
		}
	},
	"fanout exchanges that are all bound to each other": func(c *Context, n int) {
		side := 1
		for side*side < n {
			side++
		}
		for i := range n {
			x, q := fmt.Sprint("x", i%side), fmt.Sprint("q", i)
			c.has(exchangeOf(x, "fanout"), linked(x, "", fmt.Sprint("x", i/side)), expiring(q, x), bindingOf(x, "", q))
		}
	},
	"many patterns of one queue": func(c *Context, n int) {
		c.has(exchangeOf("main", "topic"), exchangeOf("dlx", "topic"), expiring("q", "dlx"), queueOf(queueargs.Classic, "dlq", queueargs.Arguments{"x-message-ttl": queueargs.Int(1000)}))
		for i := range n {
			c.has(bindingOf("main", fmt.Sprintf("*.%d.#", i), "q"), bindingOf("dlx", fmt.Sprintf("#.%d.#", i), "dlq"))
		}
	},
	"bindings that a plan deletes": func(c *Context, n int) {
		c.has(exchangeOf("main", "direct"), exchangeOf("dlx", "direct"))
		for i := range n {
			q := fmt.Sprint("q", i)
			gone := bindingOf("dlx", q, q)
			gone.Change = topology.Deleted
			c.has(expiring(q, "dlx"), bindingOf("main", q, q), gone)
		}
	},
}

func deadLetteringTo(name, exchange string) *topology.Queue {
	return queueOf(queueargs.Quorum, name, queueargs.Arguments{"x-dead-letter-exchange": exchange})
}
