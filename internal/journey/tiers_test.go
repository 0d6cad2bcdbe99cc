package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func TestAccDelayTiersDoNotBlockEachOther(t *testing.T) {
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			config := acctest.Config(s.BrokerInfo, s.vhost, fmt.Sprintf(`
resource "rabbitmq_exchange" "in" {
  name = "in"
}
resource "rabbitmq_queue" "back" {
  name           = "back"
  delivery_limit = -1
}
resource "rabbitmq_delay_tier" "t" {
  for_each   = toset(["1s", "2s", "4s"])
  name       = "delay.${each.key}"
  delay      = each.key
  type       = %q
  enter_from = { exchange = rabbitmq_exchange.in.name, routing_keys = [each.key] }
  return_to  = { exchange = "", routing_key = rabbitmq_queue.back.name }
}
`, kind))
			s.travel(config, func() {
				begin := map[string]time.Time{}
				for _, delay := range []string{"4s", "2s", "1s"} {
					begin[delay] = time.Now()
					s.send("in", delay, delay)
				}
				c := s.consume("back")
				for _, delay := range []string{"1s", "2s", "4s"} {
					d := c.take()
					length, err := time.ParseDuration(delay)
					s.must(err)
					s.onTime(time.Since(begin[delay]), length)
					s.died(d, fmt.Sprintf("delay.%s expired 1", delay))
					s.must(d.Ack(false))
				}
			})
		})
	}
}

// A tier that hands over at least once refuses what it has no room for, and loses nothing that it has taken.
func TestAccDelayTierHandsOverAtLeastOnce(t *testing.T) {
	s := open(t)
	config := acctest.Config(s.BrokerInfo, s.vhost, `
resource "rabbitmq_queue" "back" {
  name           = "back"
  delivery_limit = -1
}
resource "rabbitmq_delay_tier" "t" {
  name       = "tier"
  delay      = "1s"
  strategy   = "at-least-once"
  max_length = 40
  return_to  = { exchange = "", routing_key = rabbitmq_queue.back.name }
}
`)
	s.travel(config, func() {
		accepted, refused := map[string]bool{}, 0
		for n := 0; refused == 0 && n < 1000; n++ {
			body := fmt.Sprint(n)
			if s.send("", "tier", body) {
				accepted[body] = true
			} else {
				refused++
			}
		}
		t.Logf("%d messages were taken, %d refused", len(accepted), refused)
		c := s.consume("back")
		for len(accepted) > 0 {
			d := c.take()
			s.died(d, "tier expired 1")
			delete(accepted, string(d.Body))
			s.must(d.Ack(false))
		}
	})
}
