package journey_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/delayladder"
)

// A message may wait for any time: forty of them that are published in any order arrive when their own time is over, each once.
func TestAccDelayNetworkHoldsEachMessageForItsOwnTime(t *testing.T) {
	const messages, late = 40, 1500 * time.Millisecond
	s := open(t)
	config := acctest.Config(s.BrokerInfo, s.vhost, `
resource "rabbitmq_delay_network" "delays" {
  prefix = "delay"
}
resource "rabbitmq_queue" "orders" {
  name = "orders"
}
resource "rabbitmq_delay_route" "orders" {
  network     = rabbitmq_delay_network.delays.id
  address     = "orders"
  destination = rabbitmq_queue.orders.name
}
`)
	ladder, no := delayladder.Settings{Prefix: "delay"}.Ladder()
	if no != nil {
		t.Fatal(no)
	}
	s.travel(config, func() {
		published, delays := map[string]time.Time{}, map[string]time.Duration{}
		publish := s.publisher()
		for n := range messages {
			// Both ends are among them.
			delay := []time.Duration{0, 20 * time.Second}[n%2]
			if n > 1 {
				delay = rand.N(20 * time.Second).Truncate(time.Millisecond)
			}
			body := fmt.Sprint(n)
			exchange, key, err := ladder.Key(delay, "orders")
			s.must(err)
			delays[body], published[body] = delay, time.Now()
			publish(exchange, key, body)
		}
		c := s.consumeMany("orders", messages)
		for range messages {
			d := c.take()
			body, took := string(d.Body), time.Since(published[string(d.Body)])
			delay, waited := delays[body]
			if !waited {
				t.Fatalf("message %q has come twice", body)
			}
			delete(delays, body)
			t.Logf("%7s of %7s: %s", took.Round(time.Millisecond), delay, d.RoutingKey[len(d.RoutingKey)-len("0.0.0.0.0.orders"):])
			if took < delay || took > delay+late+s.answers.slowest() {
				t.Errorf("message %q of %s took %s; the slowest answer of the broker, %s", body, delay, took, s.answers.slowest())
			}
			s.must(d.Ack(false))
		}
		s.nothing(c)
	})
}

// nothing requires that no further message comes.
func (s *site) nothing(c *consumer) {
	s.t.Helper()
	select {
	case d := <-c.deliveries:
		s.t.Errorf("message %q has come twice", d.Body)
	case <-time.After(2 * time.Second):
	}
}
