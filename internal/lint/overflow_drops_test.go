package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestOverflowDrops(t *testing.T) {
	const id = "overflow_drops"
	subject := queueRef("prices")
	limited := func(kind queueargs.Type, more queueargs.Arguments) *topology.Queue {
		args := queueargs.Arguments{"x-max-length": queueargs.Int(1000)}
		for argument, value := range more {
			args[argument] = value
		}
		return queueOf(kind, "prices", args)
	}
	for _, bad := range []*topology.Queue{
		limited(queueargs.Quorum, nil),
		limited(queueargs.Classic, queueargs.Arguments{"x-overflow": "drop-head"}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-overflow": "reject-publish-dlx"}), // acts as drop-head
	} {
		f := expect(t, id, offline(bad), subject, "x-max-length")[0]
		says(t, f, "Once the queue holds 1000 messages, each new message drops the oldest", `overflow = "reject-publish"`, "dead_letter")
		also(t, f, on("4.0.5", bad), subject)
	}
	bytes := queueOf(queueargs.Quorum, "prices", queueargs.Arguments{"x-max-length": queueargs.Int(10), "x-max-length-bytes": queueargs.Int(2048)})
	says(t, expect(t, id, offline(bytes), subject, "x-max-length")[0], "10 messages or 2048 bytes")

	for _, argument := range []string{"x-max-length", "x-max-length-bytes"} {
		nothing := queueOf(queueargs.Quorum, "prices", queueargs.Arguments{argument: queueargs.Int(0)})
		says(t, expect(t, id, offline(nothing), subject, argument)[0], "The queue has room for 0 ", "each message that no waiting consumer takes at the moment it arrives is dropped")
	}

	refusing := func(kind queueargs.Type, overflow string) *topology.Queue {
		q := queueOf(kind, "prices", queueargs.Arguments{"x-max-length": queueargs.Int(10), "x-max-length-bytes": queueargs.Int(0), "x-overflow": overflow})
		q.Discards = true // that messages may vanish in it does not say that none may come
		return q
	}
	for text, q := range map[string]*topology.Queue{
		"the broker refuses each message, even if a consumer waits for it.":                        refusing(queueargs.Classic, "reject-publish"),
		"the broker refuses and dead-letters each message, even if a consumer waits for it.":       refusing(queueargs.Classic, "reject-publish-dlx"),
		"the broker takes a message or two and refuses all others until a consumer has got those.": refusing(queueargs.Quorum, "reject-publish"),
	} {
		if strings.Contains(text, "dead-letters") {
			q.Arguments["x-dead-letter-exchange"] = "dlx"
		}
		f := expect(t, id, offline(q), subject, "x-max-length-bytes")[0]
		says(t, f, "The queue has room for 10 messages or 0 bytes: "+text, "Set max_length_bytes to what may wait in the queue, or remove it.")
		also(t, f, on("4.0.5", q), subject)
	}
	unlimited := limited(queueargs.Classic, queueargs.Arguments{"x-overflow": "reject-publish"})
	none := &topology.Policy{Name: "none", ApplyTo: "queues", Definition: map[string]any{"max-length": queueargs.Int(0)}}
	says(t, expect(t, id, on("4.0.5", unlimited).with(none), subject, "x-max-length")[0], `0 messages (policy "none"): the broker refuses`, `Set max-length in policy "none" to what may wait in the queue.`)

	discards := limited(queueargs.Quorum, nil)
	discards.Discards = true
	for _, good := range []*topology.Queue{
		discards,
		queueOf(queueargs.Quorum, "prices", nil),
		queueOf(queueargs.Stream, "prices", queueargs.Arguments{"x-max-length-bytes": queueargs.Int(2048)}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-overflow": "reject-publish"}),
		limited(queueargs.Classic, queueargs.Arguments{"x-overflow": "reject-publish-dlx"}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-overflow": queueargs.Unknown{}}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-max-length": queueargs.Unknown{}}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-dead-letter-exchange": "dlx"}),
		limited(queueargs.Quorum, queueargs.Arguments{"x-dead-letter-exchange": queueargs.Unknown{}}),
	} {
		expect(t, id, offline(good), subject)
		expect(t, id, on("4.0.5", good), subject)
	}
}

// Measured on 3.10.8, 4.0.5 and 4.3.6: overflow comes from the argument on classic queues and from the policy on quorum queues.
func TestOverflowDropsUnderPolicies(t *testing.T) {
	reject := &topology.Policy{Name: "reject", ApplyTo: "queues", Definition: map[string]any{"overflow": "reject-publish"}}
	args := queueargs.Arguments{"x-max-length": queueargs.Int(1000), "x-overflow": "drop-head"}
	expect(t, "overflow_drops", on("4.0.5", queueOf(queueargs.Quorum, "prices", args)).with(reject), queueRef("prices"))
	expect(t, "overflow_drops", on("4.0.5", queueOf(queueargs.Classic, "prices", args)).with(reject), queueRef("prices"), "x-max-length")

	limit := &topology.Policy{Name: "limit", Operator: true, ApplyTo: "queues", Definition: map[string]any{"max-length": queueargs.Int(5)}}
	says(t, expect(t, "overflow_drops", on("4.0.5", queueOf(queueargs.Classic, "prices", args)).with(limit), queueRef("prices"), "x-max-length")[0], `5 messages (operator policy "limit")`)
}
