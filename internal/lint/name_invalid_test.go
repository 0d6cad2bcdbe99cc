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

func TestNameInvalidInABinding(t *testing.T) {
	const id = "name_invalid"
	long := strings.Repeat("x", 256)
	for name, sentence := range map[string]string{
		long: "it has 256 bytes and may have 255.", "in\n": "strips the line breaks", ".": "takes the name for a part of a path", "..": "takes the name",
		"amq.default": "is the default exchange", "amq.direct": "", "in": "", "...": "", strings.Repeat("x", 255): "",
	} {
		from, to, toQueue := bindingOf(name, "k", "main.queue"), bindingOf("in", "k", name), bindingOf("in", "k", name)
		to.DestinationKind = topology.KindExchange
		for field, b := range map[string]*topology.Binding{"source": from, "destination": to} {
			if sentence == "" {
				expect(t, id, offline(nil).has(b), bindingRef(b))
				continue
			}
			says(t, expect(t, id, offline(nil).has(b), bindingRef(b), field)[0], sentence, "exchange")
			// What is planned beside it has the finding itself.
			expect(t, id, offline(nil).has(b, exchangeOf(name, "direct")), bindingRef(b))
		}
		if sentence == "" || name == "amq.default" { // a queue may have this name
			expect(t, id, offline(nil).has(toQueue), bindingRef(toQueue))
		} else {
			says(t, expect(t, id, offline(nil).has(toQueue), bindingRef(toQueue), "destination")[0], sentence, "queue")
			expect(t, id, offline(queueOf(queueargs.Quorum, name, nil)).has(toQueue), bindingRef(toQueue))
		}
	}
}
