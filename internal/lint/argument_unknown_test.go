package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Brokers answer 201 to x-mesage-ttl and x-foo and do nothing with them.
func TestArgumentUnknown(t *testing.T) {
	const id = "argument_unknown"
	check := func(args queueargs.Arguments, fields ...string) []Finding {
		return expect(t, id, offline(queueOf(queueargs.Quorum, "q", args)), queueRef("q"), fields...)
	}
	says(t, check(queueargs.Arguments{"x-mesage-ttl": queueargs.Int(60000)}, "x-mesage-ttl")[0], "stores x-mesage-ttl and ignores it", "Set message_ttl (x-message-ttl)")
	says(t, check(queueargs.Arguments{"message-ttl": queueargs.Int(60000)}, "message-ttl")[0], "Set message_ttl (x-message-ttl)")
	says(t, check(queueargs.Arguments{"x-foo": "bar"}, "x-foo")[0], "Remove x-foo")
	check(queueargs.Arguments{"x-foo": "bar", "x-bar": "baz"}, "x-bar", "x-foo")

	check(queueargs.Arguments{"x-message-ttl": queueargs.Int(60000)})
	check(queueargs.Arguments{"owner": "payments"})
}
