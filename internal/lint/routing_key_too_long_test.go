package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestRoutingKeyTooLong(t *testing.T) {
	const id = "routing_key_too_long"
	for key, says256 := range map[string]bool{strings.Repeat("k", 256): true, strings.Repeat("ü", 128): true, strings.Repeat("k", 255): false, strings.Repeat("ü", 127): false, "": false} {
		b := bindingOf("main.exchange", key, "main.queue")
		args := queueargs.Arguments{"x-dead-letter-exchange": "dlx", "x-dead-letter-routing-key": key}
		byPolicy := &topology.Policy{Name: "long", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "dlx", "dead-letter-routing-key": key}}
		contexts := []struct {
			c       *Context
			subject topology.Ref
			field   string
			says    string
		}{
			{offline(nil).has(b), bindingRef(b), "routing_key", "Use a routing key of up to 255 bytes."},
			{offline(queueOf(queueargs.Quorum, "q", args)), queueRef("q"), "x-dead-letter-routing-key", "Set dead_letter.routing_key to a key of up to 255 bytes."},
			{offline(nil).with(byPolicy), byPolicy.Ref(), "dead-letter-routing-key", "Set dead_letter.routing_key to a key of up to 255 bytes."},
			{on("4.3.6", queueOf(queueargs.Classic, "q", nil)).with(byPolicy), queueRef("q"), "x-dead-letter-routing-key", `Set dead-letter-routing-key in policy "long"`},
		}
		for _, test := range contexts {
			if !says256 {
				expect(t, id, test.c, test.subject)
				continue
			}
			says(t, expect(t, id, test.c, test.subject, test.field)[0], "has 256 bytes and may have 255.", test.says)
		}
	}
	unknown := bindingOf("main.exchange", "", "main.queue")
	unknown.KeyUnknown = true
	expect(t, id, offline(nil).has(unknown), bindingRef(unknown))
	expect(t, id, offline(queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-dead-letter-routing-key": queueargs.Unknown{}})), queueRef("q"))
}
