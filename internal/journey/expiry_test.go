package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestAccExpiredMessagesAreKeptOrDiscardedAsSaid(t *testing.T) {
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			config := acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
locals {
  type = %q
}
resource "rabbitmq_expiring_queue" "otp" {
  name        = "otp.sms"
  type        = local.type
  message_ttl = "1s"
  dead_letter = { exchange = rabbitmq_dead_letter_queue.otp.exchange, routing_key = "otp.expired" }
}
resource "rabbitmq_dead_letter_queue" "otp" {
  name         = "otp.dlq"
  exchange     = "otp.dlx"
  type         = local.type
  routing_keys = ["otp.expired"]
}
resource "rabbitmq_dead_letter_queue" "all" {
  name          = "all.dlq"
  exchange      = "all.dlx"
  exchange_type = "fanout"
  type          = local.type
}
resource "rabbitmq_dead_letter_queue" "some" {
  name          = "some.dlq"
  exchange      = "some.dlx"
  exchange_type = "topic"
  type          = local.type
  routing_keys  = ["*.expired", "otp.#"]
  retention     = "2s"
}
resource "rabbitmq_expiring_queue" "telemetry" {
  name        = "telemetry"
  type        = local.type
  message_ttl = "1s"
  on_expiry   = "discard"
}
`, kind))
			s.travel(config, func() {
				begin := time.Now()
				for _, key := range []string{"otp.sms", "telemetry"} {
					s.send("", key, "code")
				}
				s.send("all.dlx", "any key", "kept")
				s.send("some.dlx", "price.expired", "discarded later")
				s.send("some.dlx", "otp.sms.rejected", "discarded later")
				s.send("some.dlx", "price.rejected", "nobody's")
				if n := s.ready("some.dlq"); n != 2 {
					t.Errorf("%d messages match the patterns, not 2", n)
				}

				c := s.consume("otp.dlq")
				code := c.take()
				s.died(code, "otp.sms expired 1")
				c.crash() // who audits may fail
				acctest.Eventually(t, "telemetry vanishes", func() bool { return s.ready("telemetry") == 0 })
				acctest.Eventually(t, "dead letters vanish after their retention", func() bool { return s.ready("some.dlq") == 0 })
				if kept := time.Since(begin); kept < 2*time.Second {
					t.Errorf("a retention of 2s ended after %s", kept)
				}
				for _, queue := range []string{"otp.dlq", "all.dlq"} {
					d := s.consume(queue).take()
					s.must(d.Ack(false))
				}
			})
		})
	}
}
