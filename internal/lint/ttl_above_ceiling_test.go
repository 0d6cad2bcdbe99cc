package lint

import (
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

func TestTTLAboveCeiling(t *testing.T) {
	const id = "ttl_above_ceiling"
	check := func(ceiling time.Duration, args queueargs.Arguments, fields ...string) []Finding {
		c := offline(queueOf(queueargs.Quorum, "retry", args))
		c.MaxMessageTTL = ceiling
		return expect(t, id, c, queueRef("retry"), fields...)
	}
	twoDays := queueargs.Arguments{"x-message-ttl": queueargs.Int(172800000)}
	found := check(24*time.Hour, twoDays, "x-message-ttl")
	says(t, found[0], "for 48h0m0s", "24h0m0s that max_message_ttl", "Set message_ttl to 24h0m0s or less")
	check(48*time.Hour, twoDays)
	check(0, twoDays)
	check(24*time.Hour, queueargs.Arguments{"x-message-ttl": queueargs.Unknown{}})
	check(24*time.Hour, queueargs.Arguments{"x-expires": queueargs.Int(172800000)})

	tier := queueOf(queueargs.Quorum, "retry", twoDays)
	asDelayTier(tier)
	c := offline(tier)
	c.MaxMessageTTL = 24 * time.Hour
	says(t, expect(t, id, c, queueRef("retry"), "x-message-ttl")[0], "Set delay to")
}
