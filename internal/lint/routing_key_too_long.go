package lint

import (
	"fmt"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// maxKey is the longest routing key in bytes: a short string of AMQP 0-9-1, as names are.
const maxKey = maxName

var _ = register(Rule{
	ID: "routing_key_too_long", Default: Error, Homes: Validate | Review | Live,
	Finds:  "a routing key of more than 255 bytes, of a binding or of dead letters, in a queue or a policy: the management API takes it, and AMQP 0-9-1 has no room for it",
	Source: "AMQP 0-9-1 (shortstr), rabbit_binary_generator.erl",
	Check: func(c *Context, subject topology.Ref) []Finding {
		for _, b := range c.bindings(subject) {
			if n := len(b.RoutingKey); n > maxKey && !b.KeyUnknown {
				return []Finding{{
					Object: subject, Field: "routing_key",
					Consequence: fmt.Sprintf("No AMQP 0-9-1 client can publish with the routing key of this binding or remove it, because the key has %d bytes and may have %d.", n, maxKey),
					Advice:      fmt.Sprintf("Use a routing key of up to %d bytes.", maxKey),
				}}
			}
		}
		if p := c.policy(subject); p != nil {
			key, _ := p.Definition[queueargs.DeadLetterRoutingKey.PolicyKey].(string)
			if len(key) <= maxKey {
				return nil
			}
			return []Finding{longLetters(subject, queueargs.DeadLetterRoutingKey.PolicyKey, len(key), "", queueargs.DeadLetterRoutingKey.Attribute)}
		}
		q := c.queue(subject)
		if q == nil || !queueargs.DeadLetterRoutingKey.EverTaken(q.Type) {
			return nil
		}
		setting, _ := c.Topology.Effective(q, queueargs.DeadLetterRoutingKey)
		key, known := setting.Value.(string)
		if !known || len(key) <= maxKey {
			return nil
		}
		where := attributeOf(q, queueargs.DeadLetterRoutingKey)
		if byPolicy(setting) {
			where = fmt.Sprintf("%s in policy %q", queueargs.DeadLetterRoutingKey.PolicyKey, setting.Policy)
		}
		return []Finding{longLetters(subject, queueargs.DeadLetterRoutingKey.Argument, len(key), origin(setting), where)}
	},
})

// longLetters says what a key of n bytes does to those who get dead letters with it.
func longLetters(subject topology.Ref, field string, n int, origin, where string) Finding {
	return Finding{
		Object: subject, Field: field,
		Consequence: fmt.Sprintf("AMQP 0-9-1 clients that are given dead letters lose their connection, because the routing key of dead letters%s has %d bytes and may have %d.",
			origin, n, maxKey),
		Advice: fmt.Sprintf("Set %s to a key of up to %d bytes.", where, maxKey),
	}
}
