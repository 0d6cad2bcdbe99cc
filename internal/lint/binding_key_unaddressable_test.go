package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestBindingKeyUnaddressable(t *testing.T) {
	const id = "binding_key_unaddressable"
	some := map[string]any{"x-match": "all", "tier": "gold"}
	for _, test := range []struct {
		key       string
		arguments map[string]any
		says      string // empty: no finding
	}{
		{"null", some, "neither read nor deleted"},
		{"undefined", some, "neither read nor deleted"},
		{"null", nil, ""},
		{"undefined", nil, ""},
		{"a~b", some, "every list of bindings in the virtual host fails"},
		{"a~b", nil, ""},
		{"a~b", map[string]any{"x-match": queueargs.Unknown{}}, ""},
		{"payment.execute", some, ""},
		{"", nil, ""},
	} {
		t.Run(test.key, func(t *testing.T) {
			c := offline(nil)
			b := &topology.Binding{
				Source: "main.exchange", Destination: "main.queue", DestinationKind: topology.KindQueue, RoutingKey: test.key, Arguments: test.arguments,
			}
			c.Topology.PutBinding(b)
			subject := topology.Ref{Kind: topology.KindBinding, Name: b.Name()}
			if test.says == "" {
				expect(t, id, c, subject)
				return
			}
			says(t, expect(t, id, c, subject, "routing_key")[0], test.says)
		})
	}
}
