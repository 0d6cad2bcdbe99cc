package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestNameInvalid(t *testing.T) {
	const id = "name_invalid"
	for _, test := range []struct {
		name string
		says string // empty: no finding
	}{
		{"", "its name is empty"},
		{strings.Repeat("q", 256), "its name has 256 bytes and may have 255"},
		{strings.Repeat("ü", 128), "its name has 256 bytes"},
		{"main\r\nqueue", "strips the line breaks"},
		{"amq.main", `keeps the prefix "amq." for its own`},
		{".", "takes the name for a part of a path"},
		{"..", "takes the name for a part of a path"},
		{"...", ""},
		{strings.Repeat("q", 255), ""},
		{strings.Repeat("ü", 127), ""},
		{"amqp.main", ""},
		{`a@b/c%d+e~f#g "h" 'ü'`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := offline(queueOf(queueargs.Quorum, test.name, nil))
			c.Topology.PutExchange(&topology.Exchange{Name: test.name, Type: "direct", Durable: true, Managed: true})
			for _, kind := range []topology.Kind{topology.KindQueue, topology.KindExchange} {
				subject := topology.Ref{Kind: kind, Name: test.name}
				if test.says == "" {
					expect(t, id, c, subject)
					continue
				}
				says(t, expect(t, id, c, subject, "name")[0], test.says)
			}
		})
	}
}

// Every virtual host has amq.direct and the default exchange, and server-named queues begin with amq.gen-.
func TestNameInvalidLeavesTheBrokersOwnObjectsAlone(t *testing.T) {
	c := on("4.0.5", &topology.Queue{Name: "amq.gen-1", Type: queueargs.Classic})
	expect(t, "name_invalid", c, queueRef("amq.gen-1"))
	expect(t, "name_invalid", c, topology.Ref{Kind: topology.KindExchange, Name: "amq.direct"})
	expect(t, "name_invalid", c, topology.Ref{Kind: topology.KindExchange, Name: ""})
}
