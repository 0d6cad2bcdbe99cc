package lint

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	// weightsLimited is the release from which on the weight of a queue at a consistent hash exchange is maxWeight or less.
	weightsLimited = version.Must(version.NewVersion("4.2.6"))
	maxWeight      = big.NewInt(10_000)
	// hashesLimited is the release from which on a topic pattern has maxHashes words # or less.
	hashesLimited = version.Must(version.NewVersion("4.3.5"))
)

const (
	maxHashes   = 2
	localRandom = "x-local-random"
)

var _ = register(Rule{
	ID: "binding_refused", Default: Error, Homes: Validate | Plan | Review,
	Finds: "a binding that its exchange refuses: a wrong `x-match` at a headers exchange, a key that is no weight at a consistent hash exchange, a key or a " +
		"queue that is not classic at `x-local-random`, a topic pattern with more than two `#` on RabbitMQ 4.3.5 or newer",
	Source: "rabbit_exchange_type_headers.erl, rabbit_exchange_type_consistent_hash.erl, rabbit_exchange_type_local_random.erl, " +
		"rabbit_exchange_type_topic.erl (validate_binding)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var candidates []*topology.Binding
		switch subject.Kind {
		case topology.KindBinding:
			candidates = c.bindings(subject)
		case topology.KindExchange:
			candidates = c.Topology.BindingsFrom(subject.Name)
		case topology.KindQueue:
			candidates = c.Topology.BindingsTo(subject)
		}
		var found []Finding
		for _, b := range candidates {
			e := c.exchange(topology.Ref{Kind: topology.KindExchange, Name: b.Source})
			if e == nil || !b.Managed || !c.bindsAnew(b) && !c.madeAnew(e) {
				continue
			}
			if subject.Kind == topology.KindQueue && e.Type != localRandom {
				continue // to no other type does it matter which queue it is
			}
			if f, refused := c.refuses(e, b); refused {
				f.Object = topology.Ref{Kind: topology.KindBinding, Name: b.Name()}
				f.Consequence = fmt.Sprintf("The exchange %q, which is of the type %s, refuses the binding: %s.", e.Name, e.Type, f.Consequence)
				// What is not planned yet may be planned otherwise; no plan changes the broker's own exchanges.
				f.Tentative = f.Tentative || !e.Managed && !strings.HasPrefix(e.Name, "amq.") && !c.Topology.Final
				found = append(found, f)
			}
		}
		return found
	},
})

// refuses says why an exchange refuses a binding, and what to write instead.
func (c *Context) refuses(e *topology.Exchange, b *topology.Binding) (f Finding, refused bool) {
	newer := func(than *version.Version) bool {
		return c.Topology.Version != nil && !c.Topology.Version.LessThan(than)
	}
	switch {
	case e.Type == "headers":
		if match, set := b.Arguments["x-match"]; set && !isText(match, "all", "any", "all-with-x", "any-with-x") {
			return Finding{
				Field: "arguments", Consequence: fmt.Sprintf("x-match is %s, and may be all, any, all-with-x or any-with-x", shown(match)),
				Advice: "Write one of these four, as a string, or leave x-match out, which is all.",
			}, true
		}
	case e.Type == localRandom:
		return c.refusesAtRandom(b)
	case b.KeyUnknown:
	case e.Type == "x-consistent-hash":
		weight, number := new(big.Int).SetString(b.RoutingKey, 10)
		switch {
		case !number || weight.Sign() < 1:
			return Finding{
				Field: "routing_key", Consequence: fmt.Sprintf("its routing key is the weight of what it leads to, and %q is no integer greater than 0", b.RoutingKey),
				Advice: `Write the weight as the routing key, for example "1".`,
			}, true
		case newer(weightsLimited) && weight.Cmp(maxWeight) > 0:
			return Finding{
				Field: "routing_key", Consequence: fmt.Sprintf("its routing key is the weight of what it leads to, which may be %s at most", maxWeight),
				Advice: "Write smaller weights, which do the same in the same proportion.",
			}, true
		}
	case e.Type == "topic":
		hashes := 0
		for _, word := range strings.Split(b.RoutingKey, ".") {
			if word == "#" {
				hashes++
			}
		}
		if hashes > maxHashes && newer(hashesLimited) {
			return Finding{
				Field: "routing_key", Consequence: fmt.Sprintf("the pattern %q has %d words #, and may have %d", b.RoutingKey, hashes, maxHashes),
				Advice: "Write a pattern with fewer of them: # stands for any number of words.",
			}, true
		}
	}
	return f, false
}

// refusesAtRandom is refuses for an exchange that gives each message to one of the classic queues beside the publisher.
func (c *Context) refusesAtRandom(b *topology.Binding) (f Finding, refused bool) {
	q := c.queue(topology.Ref{Kind: b.DestinationKind, Name: b.Destination})
	switch {
	case b.DestinationKind == topology.KindExchange:
		return Finding{Field: "destination", Consequence: "it leads to queues, and to no exchange", Advice: "Bind a classic queue."}, true
	case !b.KeyUnknown && b.RoutingKey != "":
		return Finding{
			Field: "routing_key", Consequence: fmt.Sprintf("it takes no routing key, and this one is %q", b.RoutingKey), Advice: "Leave the routing key out.",
		}, true
	case q != nil && q.Type != "" && q.Type != queueargs.Classic:
		return Finding{
			Field: "destination", Consequence: fmt.Sprintf("it takes classic queues only, and %q is a %s queue", q.Name, q.Type),
			Advice: "Bind a classic queue, which has no replica on another node.", Tentative: !q.Managed,
		}, true
	}
	return f, false
}

// shown writes the value of an argument: a string in quotes.
func shown(value any) string {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}
