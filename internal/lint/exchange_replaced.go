package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "exchange_replaced", Default: Warning, Homes: Plan | Review,
	Finds: "a plan that replaces an exchange which is bound to others, which queues dead-letter to, or which is an alternate exchange: messages are lost until it is " +
		"there again with its bindings, which are put back unless it gets another name",
	Source: "rabbit_exchange.erl (delete), rabbit_binding.erl (remove_for_source, remove_for_destination)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		x := c.Topology.Exchange(subject.Name)
		if subject.Kind != topology.KindExchange || x == nil || !c.Topology.Complete && !c.Topology.Final {
			return nil
		}
		f := Finding{Object: subject}
		switch {
		case x.Change == topology.Replaced:
			uses := c.uses(subject)
			if len(uses) == 0 {
				return nil
			}
			f.Consequence = fmt.Sprintf("While the exchange is made anew, publishing to it fails, %s.", strings.Join(uses, ", and "))
			f.Advice = "Bindings that this plan replaces come back with it, and all others are put back right after the exchange; to lose nothing in between, stop what " +
				"publishes first, or make another exchange and move to it."
			if x.Bare {
				f.Advice = "Bindings that are in no plan do not come back; to lose nothing, make another exchange and move to it."
			}
		case x.Change == topology.Deleted && x.Moves:
			bindings := names(c.Topology.Gone(subject), func(b *topology.Binding) bool { return !b.Managed })
			senders := c.sendersByPolicy(subject.Name)
			var costs, advice []string
			if len(bindings) > 0 {
				costs = append(costs, fmt.Sprintf("the old one takes along %s, which nothing planned so far has", several(bindings, "binding")))
				advice = append(advice, "bindings of this configuration that refer to the exchange follow it; bind the others to the new one, or keep name and virtual host as they are")
			}
			if len(senders) > 0 {
				costs = append(costs, "dead letters of "+several(senders, "queue")+" are dropped until their policies say another exchange")
				advice = append(advice, "to lose no dead letters, make another exchange, move to it, and remove this one in a later apply")
			}
			if len(costs) == 0 {
				return nil
			}
			f.Consequence = fmt.Sprintf("The exchange gets another name or virtual host, and %s.", strings.Join(costs, ", and "))
			f.Advice = sentence(strings.Join(advice, "; ") + ".")
		default:
			return nil
		}
		return []Finding{f}
	},
})

// uses says what is lost of messages that come to an exchange while it is not there, or not yet bound.
func (c *Context) uses(exchange topology.Ref) []string {
	var uses, senders []string
	for _, q := range c.Topology.QueuesDeadLetteringTo(exchange.Name) {
		if kept, known := c.Topology.AtLeastOnce(q); known && !kept {
			senders = append(senders, q.Name)
		}
	}
	if len(senders) > 0 {
		uses = append(uses, "dead letters of "+several(senders, "queue")+" are dropped")
	}
	if exchanges := c.Topology.AlternateOf(exchange.Name); len(exchanges) > 0 {
		uses = append(uses, "what "+several(exchanges, "exchange")+" cannot route is dropped")
	}
	bindings := slices.Concat(c.Topology.BindingsFrom(exchange.Name), c.Topology.BindingsTo(exchange))
	if all := names(bindings, func(*topology.Binding) bool { return true }); len(all) > 0 {
		uses = append(uses, "what should go by "+several(all, "binding")+" is dropped until all is bound again")
	}
	return uses
}

// sendersByPolicy names the queues that dead-letter to an exchange by a policy, their own or another, which may change in place once the exchange
// is gone. Of those that are planned dlx_missing says what they lose, and queues with arguments are deleted before.
func (c *Context) sendersByPolicy(exchange string) []string {
	var senders []string
	for _, q := range c.Topology.QueuesDeadLetteringTo(exchange) {
		setting, _ := c.Topology.Effective(q, queueargs.DeadLetterExchange)
		if kept, known := c.Topology.AtLeastOnce(q); !q.Managed && setting.From != topology.FromArgument && known && !kept {
			senders = append(senders, q.Name)
		}
	}
	return senders
}

// names returns the names of some bindings, sorted.
func names(bindings []*topology.Binding, of func(*topology.Binding) bool) []string {
	var names []string
	for _, b := range bindings {
		if of(b) {
			names = append(names, b.Name())
		}
	}
	slices.Sort(names)
	return names
}

// several names objects of one kind.
func several(names []string, kind string) string {
	if len(names) > 1 {
		kind += "s"
	}
	return kind + " " + some(names)
}
