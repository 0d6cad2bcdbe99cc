package lint

import (
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestArgumentNeedsVersion(t *testing.T) {
	const id = "argument_needs_version"
	for _, test := range []struct {
		version   string // empty: no broker asked
		queueType queueargs.Type
		argument  string
		value     any
		says      string // empty: no finding
	}{
		{"4.0.5", queueargs.Quorum, "x-delayed-retry-type", "failed", "RabbitMQ 4.0.5 accepts and silently ignores x-delayed-retry-type on a quorum queue, where it works from RabbitMQ 4.3.0 on."},
		{"4.0.5", queueargs.Quorum, "x-delayed-retry-type", "failed", "Remove delayed_retry.type, or upgrade the broker to RabbitMQ 4.3.0."},
		{"4.3.6", queueargs.Quorum, "x-delayed-retry-type", "failed", ""},
		{"", queueargs.Quorum, "x-delayed-retry-type", "failed", ""},
		{"4.0.5", queueargs.Classic, "x-delayed-retry-type", "failed", ""}, // argument_unsupported says it
		{"3.10.8", queueargs.Classic, "x-queue-leader-locator", "balanced", "RabbitMQ 3.10.8 refuses the declaration because of x-queue-leader-locator"},
		{"4.0.5", queueargs.Classic, "x-queue-leader-locator", "balanced", ""},
		{"3.10.8", queueargs.Quorum, "x-consumer-timeout", queueargs.Int(60000), "silently ignores x-consumer-timeout on a quorum queue, where it works from RabbitMQ 3.12.0 on."},
		{"4.0.5", queueargs.Classic, "x-consumer-timeout", queueargs.Int(60000), ""},
		{"4.3.6", queueargs.Classic, "x-consumer-timeout", queueargs.Int(60000), "RabbitMQ 4.3.6 refuses the declaration because of x-consumer-timeout on a classic queue, where it works from RabbitMQ 3.12.0 on and before 4.3.0."},
		{"4.3.6", queueargs.Classic, "x-consumer-timeout", queueargs.Int(60000), "Remove consumer_timeout."},
		{"4.0.5", queueargs.Classic, "x-queue-mode", "lazy", "silently ignores x-queue-mode on a classic queue, where it works before 3.12.0."},
		{"3.10.8", queueargs.Classic, "x-queue-mode", "lazy", ""},
		{"4.3.6", queueargs.Classic, "x-queue-master-locator", "min-masters", "refuses the declaration because of x-queue-master-locator"},
		{"4.3.6", queueargs.Classic, "x-queue-version", queueargs.Int(1), "RabbitMQ 4.3.6 refuses the declaration because of x-queue-version = 1 on a classic queue, where it works before 4.0.0."},
		{"4.3.6", queueargs.Classic, "x-queue-version", queueargs.Int(1), "Set queue_version to 2, or remove it."},
		{"4.0.5", queueargs.Classic, "x-queue-version", queueargs.Int(1), "accepts and silently ignores x-queue-version = 1 on a classic queue"},
		{"3.10.8", queueargs.Classic, "x-queue-version", queueargs.Int(1), ""},
		{"4.3.6", queueargs.Classic, "x-queue-version", queueargs.Int(2), ""},
		{"4.3.6", queueargs.Classic, "x-queue-version", queueargs.Unknown{}, ""},
		{"4.3.6", queueargs.Quorum, "x-queue-version", queueargs.Int(1), ""}, // argument_unsupported says it
		{"3.10.8", queueargs.Stream, "x-stream-filter-size-bytes", queueargs.Int(32), "from RabbitMQ 3.13.0 on"},
		{"4.0.5", queueargs.Quorum, "x-delayed-retry-type", queueargs.Unknown{}, ""},
		{"4.0.5", "", "x-delayed-retry-type", "failed", ""},
	} {
		t.Run(test.version+" "+string(test.queueType)+" "+test.argument, func(t *testing.T) {
			q := queueOf(test.queueType, "q", queueargs.Arguments{test.argument: test.value})
			c := offline(q)
			if test.version != "" {
				c = on(test.version, q)
			}
			if test.says == "" {
				expect(t, id, c, queueRef("q"))
				return
			}
			says(t, expect(t, id, c, queueRef("q"), test.argument)[0], test.says)
		})
	}
}

// A broker that was upgraded has queues that it would not declare again.
func TestArgumentNeedsVersionStopsNoPlanThatLeavesTheQueueAlone(t *testing.T) {
	for change, severity := range map[topology.Change]Severity{topology.Unchanged: Warning, topology.Created: Error, topology.Replaced: Error} {
		q := queueOf(queueargs.Classic, "q", queueargs.Arguments{"x-queue-version": queueargs.Int(1)})
		q.Change = change
		if f := expect(t, "argument_needs_version", on("4.3.6", q), queueRef("q"), "x-queue-version")[0]; f.Severity != severity {
			t.Errorf("%q: %s", change, f.Severity)
		}
	}
}
