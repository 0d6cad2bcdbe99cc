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
	Finds: "a queue or exchange name that is empty, longer than 255 bytes, reserved (`amq.`), `.` or `..`, or has a line break in it; and a binding of " +
		"such a name, or of the default exchange",
	Source: "rabbit_channel.erl (check_name, strip_cr_lf), AMQP 0-9-1 (shortstr)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		if p := c.policy(subject); p != nil {
			return nameOfPolicy(p)
		}
		if subject.Kind == topology.KindBinding {
			return namedByBinding(c, subject)
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

// namedByBinding finds names that a binding cannot be made with. Those of objects that are planned are found there.
func namedByBinding(c *Context, subject topology.Ref) []Finding {
	bindings := c.bindings(subject)
	if len(bindings) == 0 {
		return nil
	}
	var found []Finding
	for _, end := range endsOf(bindings[0]) {
		q, e := c.queue(end.ref), c.exchange(end.ref)
		if why := unbindable(end.ref); why != "" && (q == nil || !q.Managed) && (e == nil || !e.Managed) {
			found = append(found, Finding{
				Object: subject, Field: end.field, Consequence: why,
				Advice: fmt.Sprintf("Write the name of %s %s that can be there: 1 to %d bytes without line breaks, and not one or two dots.", article(end.ref.Kind), end.ref.Kind, maxName),
			})
		}
	}
	return found
}

// unbindable says why nothing of this name can be bound; empty if it can.
func unbindable(ref topology.Ref) string {
	switch {
	case len(ref.Name) > maxName:
		return fmt.Sprintf("There is no %s for AMQP 0-9-1 clients that has this name, because it has %d bytes and may have %d.", ref.Kind, len(ref.Name), maxName)
	case strings.ContainsAny(ref.Name, "\r\n"):
		return fmt.Sprintf("The broker strips the line breaks from the name of the %s, so that it makes a binding of another one.", ref.Kind)
	case ref.Name == "." || ref.Name == "..":
		return fmt.Sprintf("The management API cannot reach the %s, because it takes the name for a part of a path.", ref.Kind)
	case ref.Kind == topology.KindExchange && ref.Name == "amq.default":
		return "The broker refuses the binding, because amq.default is the default exchange, whose bindings it makes itself."
	}
	return ""
}

func article(kind topology.Kind) string {
	if kind == topology.KindExchange {
		return "an"
	}
	return "a"
}
