package lint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// hashProperties are the properties of a message that a consistent hash exchange can hash.
var hashProperties = []string{"correlation_id", "message_id", "timestamp"}

var _ = register(Rule{
	ID: "exchange_argument_invalid", Default: Error, Homes: Validate | Plan | Review,
	Finds:  "an argument of an exchange that the exchange's type refuses, ignores or cannot do without",
	Source: "rabbit_exchange_type_consistent_hash.erl (validate), rabbit_exchange_type_recent_history.erl (validate), rabbit_exchange_type_delayed_message.erl (validate)",
	Check: func(c *Context, subject topology.Ref) []Finding {
		e := c.exchange(subject)
		if e == nil || !c.madeAnew(e) {
			return nil
		}
		if f := delayedTypeInvalid(e); f != nil {
			f.Object = subject
			return []Finding{*f}
		}
		var field, why, advice string
		header, hasHeader := e.Arguments["hash-header"]
		property, hasProperty := e.Arguments["hash-property"]
		length, hasLength := e.Arguments["x-recent-history-length"]
		switch {
		case e.Type == "x-consistent-hash" && hasHeader && hasProperty:
			field, why, advice = "hash-property", "it can hash either a header or a property, not both", "Remove hash-header or hash-property."
		case e.Type == "x-consistent-hash" && hasHeader && !isText(header):
			field, why, advice = "hash-header", "hash-header is not the name of a header", "Set hash-header to a string."
		case e.Type == "x-consistent-hash" && hasProperty && !isText(property, hashProperties...):
			field, why = "hash-property", fmt.Sprintf("it cannot hash the property %v", property)
			advice = fmt.Sprintf("Set hash-property to one of %s.", strings.Join(hashProperties, ", "))
		case e.Type == "x-recent-history" && hasLength && !isPositive(length):
			field, why = "x-recent-history-length", "its length is not a positive integer"
			advice = "Set x-recent-history-length to the number of messages that a new binding gets."
		default:
			return nil
		}
		return []Finding{{
			Object: subject, Field: field, Advice: advice,
			Consequence: fmt.Sprintf("The broker refuses the exchange, which is of the type %s: %s.", e.Type, why),
		}}
	},
})

// delayedTypeInvalid finds what is wrong with the type by which an exchange of the delayed-message plugin routes, which
// cannot be the plugin's own.
func delayedTypeInvalid(e *topology.Exchange) *Finding {
	kind, has := e.Arguments[delayedType]
	f := Finding{Field: delayedType}
	switch {
	case e.Type == delayedExchange && !has:
		f.Consequence = "The broker refuses the exchange: it is of the type x-delayed-message, and nothing says how it routes messages after their delay."
		f.Advice = `Set delayed_type to the type by which it routes, such as "direct".`
	case e.Type == delayedExchange && (!isText(kind) || kind == delayedExchange):
		f.Consequence = fmt.Sprintf("The broker refuses the exchange, which is of the type x-delayed-message: it cannot route messages by the type %v.", kind)
		f.Advice = `Set delayed_type to another type of exchanges, such as "direct".`
	case has && e.Type != "" && e.Type != delayedExchange:
		f.Consequence = fmt.Sprintf("The exchange delays nothing: it is of the type %s, and the broker takes the argument x-delayed-type and ignores it.", e.Type)
		f.Advice = `Remove delayed_type, or set type to "x-delayed-message" where the delayed-message plugin is enabled.`
	default:
		return nil
	}
	return &f
}

// isText reports whether an argument is a string, one of these if there are any, or not known yet.
func isText(value any, of ...string) bool {
	if _, unknown := value.(queueargs.Unknown); unknown {
		return true
	}
	text, ok := value.(string)
	return ok && (len(of) == 0 || slices.Contains(of, text))
}

// isPositive reports whether an argument is a positive integer or not known yet.
func isPositive(value any) bool {
	if _, unknown := value.(queueargs.Unknown); unknown {
		return true
	}
	number, ok := value.(json.Number)
	return ok && strings.Trim(number.String(), "0123456789") == "" && strings.Trim(number.String(), "0") != ""
}
