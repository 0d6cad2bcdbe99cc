package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var _ = register(Rule{
	ID: "dlx_cycle_drops", Default: Error, Homes: Plan | Review | Live, Of: topology.KindQueue,
	Finds:  "a loop of dead-letter routes that messages can go round without a rejection: the broker drops them when they come by again",
	Source: "rabbit_dead_letter.erl (detect_cycles), mc.erl (is_cycle_v2), docs/dlx#automatic-dead-lettering-cycles",
	Check: func(c *Context, subject topology.Ref) []Finding {
		var found []Finding
		said := map[string]bool{}
		for _, round := range c.loops(subject, c.Topology.AutomaticCycles, c.Topology.AutomaticRounds) {
			loop := round.Queues
			first := c.Topology.Blamed(loop)
			if said[first] {
				continue
			}
			said[first] = true
			loop = rotated(loop, first)
			fate := "dropped"
			if slices.ContainsFunc(loop, func(name string) bool { return c.mayKeep(c.Topology.Queue(name)) }) {
				fate = "dropped (or kept for ever by a queue with strategy at-least-once)"
			}
			found = append(found, Finding{
				Object: topology.Ref{Kind: topology.KindQueue, Name: first}, Field: queueargs.DeadLetterExchange.Argument, Involved: loop,
				Consequence: fmt.Sprintf("%s that takes the way %s is %s instead of arriving in a queue a second time, because no consumer has rejected it in between%s.",
					messageLike(round.Key), c.timedWay(loop), fate, alsoThrough(round.Others)),
				Advice: c.waysOut(loop),
			})
		}
		return found
	},
})

// messageLike begins a sentence about messages, of which only those with some keys are meant if one is given.
func messageLike(key string) string {
	if key == "" {
		return "A message"
	}
	return fmt.Sprintf("A message with a routing key like %q", key)
}

// alsoThrough names other queues through which messages come back.
func alsoThrough(others []string) string {
	if len(others) == 0 {
		return ""
	}
	some, left := shortened(others)
	return fmt.Sprintf("; other ways back lead through %s%s", quoted(some, ", "), andMore(left))
}

// waysOut says what to change so that nothing goes round a loop any more: where dead letters go, or what makes messages dead
// letters in queues that are no delay tiers.
func (c *Context) waysOut(loop []string) string {
	var ways, causes []string
	add := func(to *[]string, text string) {
		if !slices.Contains(*to, text) {
			*to = append(*to, text)
		}
	}
	some, left := shortened(loop)
	for _, name := range some {
		q := c.Topology.Queue(name)
		setting, _ := c.Topology.Effective(q, queueargs.DeadLetterExchange)
		if byPolicy(setting) || sets(q, queueargs.DeadLetterExchange) {
			add(&ways, setOn(q, deadLetterAttribute(q), queueargs.DeadLetterExchange, setting, "of", "of"))
		}
		for _, cause := range c.causes(q) {
			if !q.DelayTier {
				add(&causes, setOn(q, attributeOf(q, cause.row), cause.row, cause.setting, "off", "out of"))
			}
		}
	}
	if left > 0 {
		add(&ways, fmt.Sprintf("that of one of %d more queues", left))
	}
	advice := "Remove the bindings that lead back"
	if len(ways) > 0 {
		advice = fmt.Sprintf("Change %s, so that it does not lead back", strings.Join(ways, " or "))
	}
	if len(causes) > 0 {
		advice += fmt.Sprintf(", or take %s, if consumers read it, so that only what they reject goes round", strings.Join(causes, " or "))
	}
	return advice + "."
}

// setOn names a setting of q: what its owner calls it, or the key of the policy that it comes from.
func setOn(q *topology.Queue, attribute string, row *queueargs.Row, setting topology.Setting, ofOwner, ofPolicy string) string {
	if byPolicy(setting) {
		return fmt.Sprintf("%s %s %s %q", row.PolicyKey, ofPolicy, setting.From, setting.Policy)
	}
	return fmt.Sprintf("%s %s %q", attribute, ofOwner, q.Name)
}

// cause makes messages dead letters without a consumer.
type cause struct {
	row     *queueargs.Row
	setting topology.Setting
	text    string
}

func (c *Context) causes(q *topology.Queue) (all []cause) {
	if setting, _ := c.Topology.Effective(q, queueargs.MessageTTL); !setting.Unknown() && setting.Value != nil {
		all = append(all, cause{queueargs.MessageTTL, setting, fmt.Sprintf("after %s%s", setting.Value, origin(setting))})
	}
	if limit, limited := lengthLimit(c, q); limited && slices.Contains(c.Topology.AutomaticReasons(q), topology.MaxLen) {
		setting, _ := c.Topology.Effective(q, limit.row)
		all = append(all, cause{limit.row, setting, "beyond " + limit.text})
	}
	return all
}

// timedWay writes a loop with what makes a message leave each queue.
func (c *Context) timedWay(loop []string) string {
	var text strings.Builder
	some, left := shortened(loop)
	for _, name := range some {
		var causes []string
		for _, cause := range c.causes(c.Topology.Queue(name)) {
			causes = append(causes, cause.text)
		}
		fmt.Fprintf(&text, "%q -(%s)-> ", name, strings.Join(causes, ", or "))
	}
	if left > 0 {
		fmt.Fprintf(&text, "(%d more queues) -> ", left)
	}
	return fmt.Sprintf("%s%q", text.String(), loop[0])
}
