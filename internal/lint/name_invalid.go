package lint

import (
	"fmt"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// maxName is the longest name in bytes: names are short strings of AMQP 0-9-1.
const maxName = 255

var _ = register(Rule{
	ID: "name_invalid", Default: Error, Homes: Validate | Review,
	Finds:  "a queue or exchange name that is empty, longer than 255 bytes, reserved (`amq.`), `.` or `..`, or has a line break in it",
	Source: "rabbit_channel.erl (check_name, strip_cr_lf), AMQP 0-9-1 (shortstr)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return nameOfPolicy(p)
		}
		var managed bool
		if q := c.queue(subject); q != nil {
			managed = q.Managed
		} else if e := c.exchange(subject); e != nil {
			managed = e.Managed
		} else {
			return nil
		}
		name, kind := subject.Name, subject.Kind
		var consequence string
		switch {
		case name == "" && managed:
			consequence = fmt.Sprintf("The broker cannot be asked for this %s, because its name is empty.", kind)
		case len(name) > maxName && kind == topology.KindExchange:
			consequence = fmt.Sprintf("No AMQP 0-9-1 client can publish to the exchange, because its name has %d bytes and may have %d.", len(name), maxName)
		case len(name) > maxName:
			consequence = fmt.Sprintf("The broker refuses the %s, because its name has %d bytes and may have %d.", kind, len(name), maxName)
		case strings.ContainsAny(name, "\r\n"):
			consequence = fmt.Sprintf("The broker strips the line breaks from the name, so that the %s it makes has another one.", kind)
		case name == "." || name == "..":
			consequence = fmt.Sprintf("The management API cannot reach the %s, because it takes the name for a part of a path.", kind)
		case strings.HasPrefix(name, "amq.") && managed:
			consequence = fmt.Sprintf("The broker refuses the %s, because it keeps the prefix \"amq.\" for its own.", kind)
		default:
			return nil
		}
		return []Finding{{
			Object: subject, Field: "name", Consequence: consequence,
			Advice: fmt.Sprintf("Set a name of 1 to %d bytes that has no line breaks and no reserved prefix (amq.), and does not consist of one or two dots.", maxName),
		}}
	},
})

// nameOfPolicy finds the names of policies that no request can ask for. The broker takes all others.
func nameOfPolicy(p *topology.Policy) []Finding {
	if p.Name != "" && p.Name != "." && p.Name != ".." {
		return nil
	}
	return []Finding{{
		Object: p.Ref(), Field: "name",
		Consequence: fmt.Sprintf("The management API cannot reach the %s, because its name is %q.", p.Ref().Kind, p.Name),
		Advice:      "Set a name that is not empty and does not consist of one or two dots.",
	}}
}
