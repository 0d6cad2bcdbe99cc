package retrytopology_test

import (
	"strings"
	"testing"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// A delay that is none would be a TTL of 0: every retry at once.
func TestRetryTopologyRefusesDelaysThatAreNone(t *testing.T) {
	for delay, says := range map[string]string{
		"1d":     `delays[1] = "1d" is no duration: durations are numbers with the units ns, us, ms, s, m and h; write "24h"`,
		"5 s":    `write "5s"`,
		"10":     `write "10ms"`,
		"":       "such as 10s",
		"-1s":    "at least 1ms",
		"0s":     "at least 1ms",
		"1500us": "whole units of 1ms",
		"87601h": "at most 87600h", // MAX_EXPIRY_TIMER of rabbit_misc.erl, ten years of 365 days
	} {
		config := planned()
		config["delays"] = []any{"500ms", delay}
		said := pt.Serve(t, pt.Object{}).Validate("rabbitmq_retry_topology", config)
		if len(said) != 1 || said[0].Severity != "error" || !strings.HasPrefix(said[0].Attribute, "delays") || !strings.Contains(said[0].Summary+said[0].Detail, says) {
			t.Errorf("%q: got %+v", delay, said)
		}
	}
}
