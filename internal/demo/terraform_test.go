package main

import (
	"strings"
	"testing"
)

// The text is what Terraform 1.11.4 printed, shortened.
func TestDiagnosticsLeaveOutTheDevelopmentOverrides(t *testing.T) {
	said := diagnostics(`╷
│ Warning: Provider development overrides are in effect
╵
rabbitmq_exchange.main: Refreshing state... [id=demo/main.exchange]

Planning failed. Terraform encountered an error while generating this plan.

╷
│ Error: dlx_cycle_drops: queue "main.queue", x-dead-letter-exchange
│ 
│   with rabbitmq_queue.main,
╵
`)
	if len(said) != 1 || !strings.HasPrefix(said[0], "╷\n│ Error: dlx_cycle_drops") || !strings.HasSuffix(said[0], "main,\n╵\n") {
		t.Errorf("got %q", said)
	}
}
