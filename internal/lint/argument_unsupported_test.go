package lint

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestArgumentUnsupported(t *testing.T) {
	const id = "argument_unsupported"
	for _, test := range []struct {
		queueType queueargs.Type
		argument  string
		value     any
		says      string // empty: no finding
	}{
		{queueargs.Quorum, "x-max-priority", queueargs.Int(10), `The broker refuses the declaration: a quorum queue takes no x-max-priority.`},
		{queueargs.Quorum, "x-max-priority", queueargs.Int(10), `Remove max_priority, or declare the queue with type = "classic".`},
		{queueargs.Quorum, "x-queue-mode", "lazy", "takes no x-queue-mode"},
		{queueargs.Quorum, "x-max-in-memory-length", queueargs.Int(1000), "The broker stores x-max-in-memory-length and ignores it on a quorum queue."},
		{queueargs.Quorum, "x-max-in-memory-length", queueargs.Int(1000), "Remove x-max-in-memory-length."},
		{queueargs.Classic, "x-delivery-limit", queueargs.Int(5), "a classic queue takes no x-delivery-limit"},
		{queueargs.Classic, "x-dead-letter-strategy", "at-least-once", "a classic queue takes no x-dead-letter-strategy"},
		{queueargs.Classic, "x-delayed-retry-min", queueargs.Int(600), "depending on its version"},
		{queueargs.Stream, "x-message-ttl", queueargs.Int(60000), `type = "quorum" or type = "classic"`},
		{queueargs.Stream, "x-single-active-consumer", true, "a stream queue takes no x-single-active-consumer"},
		{queueargs.Quorum, "x-overflow", "reject-publish-dlx", "The broker stores x-overflow = reject-publish-dlx and does not act on it: on a quorum queue drop-head is in force."},
		{queueargs.Quorum, "x-overflow", "reject-publish-dlx", `Set overflow to drop-head or reject-publish, or declare the queue with type = "classic".`},
		{queueargs.Stream, "x-overflow", "reject-publish-dlx", `Remove overflow, or declare the queue with type = "classic".`},

		{queueargs.Quorum, "x-overflow", "reject-publish", ""},
		{queueargs.Classic, "x-overflow", "reject-publish-dlx", ""},
		{queueargs.Classic, "x-queue-version", queueargs.Int(1), ""}, // argument_needs_version says it
		{queueargs.Quorum, "x-message-ttl", queueargs.Int(60000), ""},
		{queueargs.Quorum, "x-delayed-retry-min", queueargs.Int(600), ""},
		{queueargs.Classic, "x-max-priority", queueargs.Int(10), ""},
		{queueargs.Classic, "x-consumer-timeout", queueargs.Int(60000), ""},
		{queueargs.Stream, "x-max-length-bytes", queueargs.Int(1000000), ""},
		{queueargs.Quorum, "x-mesage-ttl", queueargs.Int(60000), ""},
		{queueargs.Quorum, "x-max-priority", queueargs.Unknown{}, ""},
		{"", "x-max-priority", queueargs.Int(10), ""},
	} {
		t.Run(string(test.queueType)+" "+test.argument, func(t *testing.T) {
			q := queueOf(test.queueType, "q", queueargs.Arguments{test.argument: test.value})
			for _, c := range []*Context{offline(q), on("3.10.8", q), on("4.0.5", q), on("4.3.6", q)} {
				if test.says == "" {
					expect(t, id, c, queueRef("q"))
					continue
				}
				says(t, expect(t, id, c, queueRef("q"), test.argument)[0], test.says)
			}
		})
	}
}

// at_least_once_ineffective says what it needs, and no other advice may contradict that.
func TestArgumentUnsupportedLeavesAtLeastOnceWhatItNeeds(t *testing.T) {
	q := queueOf(queueargs.Quorum, "q", queueargs.Arguments{"x-overflow": "reject-publish-dlx", "x-dead-letter-strategy": "at-least-once", "x-dead-letter-exchange": "dlx"})
	f := expect(t, "argument_unsupported", offline(q), queueRef("q"), "x-overflow")[0]
	says(t, f, "Set overflow to reject-publish, which at-least-once works with.")
	if strings.Contains(f.Advice, "classic") {
		t.Error(f.Advice)
	}
}
