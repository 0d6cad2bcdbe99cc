package journey_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// topology is a retry topology "payment" that topic exchange "main" feeds. A finding of a rule stops it.
func (s *site) topology(settings string) string {
	return acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { delivery_limit_into_delay = "error", dlx_unroutable = "error", at_least_once_unbounded = "error" }`,
		s.resource(settings))
}

// resource writes the topology; a setting takes the place of its default.
func (s *site) resource(settings string) string {
	work := `work_queue = { name = "payment.work" }`
	if strings.Contains(settings, "work_queue") {
		work = ""
	}
	return fmt.Sprintf(`
resource "rabbitmq_exchange" "main" {
  name = "main"
  type = "topic"
}
resource "rabbitmq_retry_topology" "payment" {
  name       = "payment"
  enter_from = { exchange = rabbitmq_exchange.main.name, routing_keys = ["payment.#"] }
  exhausted  = { queue = "payment.parking" }
%s
%s
}
`, work, settings)
}

// What every message sees whose consumer rejects it each time: the attempts, their times, and the parking with its whole history.
func TestAccRejectedMessagesAreRetriedOnScheduleAndParked(t *testing.T) {
	delays := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}
	keys := []string{"payment.execute", "payment", "payment.refund.eur"}
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			s.travel(s.topology(fmt.Sprintf("type = %q\n  delays = [\"500ms\", \"1s\", \"2s\"]", kind)), func() {
				for _, key := range keys {
					s.send("main", key, key)
				}
				c := s.consume("payment.work")
				failed, attempts := map[string]time.Time{}, map[string]int{}
				for range len(keys) * (len(delays) + 1) {
					d := c.take()
					key := string(d.Body)
					n := attempts[key]
					if n > 0 {
						took := time.Since(failed[key])
						s.onTime(took, delays[n-1])
						t.Logf("%-18s attempt %d: %5s of %4s after the failure before, as %s", key, n, took.Round(time.Millisecond), delays[n-1], d.RoutingKey)
					}
					s.cameBack(d, n, key)
					attempts[key]++
					failed[key] = time.Now()
					s.must(d.Reject(false))
				}
				parking := s.consume("payment.parking")
				for range keys {
					d := parking.take()
					s.died(d, s.newestFirst("payment.work rejected 4", "payment.retry.3 expired 1", "payment.retry.2 expired 1", "payment.retry.1 expired 1")...)
					s.publishedAs(d, string(d.Body))
					t.Logf("%-18s parked", d.Body)
					s.must(d.Ack(false))
				}
			})
		})
	}
}

// newestFirst is a history as brokers have it from 3.13.3 on. Older ones keep what happened once in the order in which it happened, behind
// what happened last (seen on 3.10.8).
func (s *site) newestFirst(last string, before ...string) []string {
	if !s.AtLeast(s.t, "3.13.3") {
		slices.Reverse(before)
	}
	return append([]string{last}, before...)
}

// cameBack requires the routing key of the n-th attempt after the first; 0 is the first, which has its publisher's key.
func (s *site) cameBack(d amqp.Delivery, n int, key string) {
	s.t.Helper()
	if n > 0 {
		key = fmt.Sprintf("payment.retry.%d", n)
	}
	if d.RoutingKey != key {
		s.t.Errorf("attempt %d of message %q has the routing key %q, not %q", n, d.Body, d.RoutingKey, key)
	}
}

// publishedAs requires that the history of a message has the key that it was published with.
func (s *site) publishedAs(d amqp.Delivery, key string) {
	s.t.Helper()
	entries, _ := d.Headers["x-death"].([]any)
	for _, e := range entries {
		e, _ := e.(amqp.Table)
		for _, k := range e["routing-keys"].([]any) {
			if k == key {
				return
			}
		}
	}
	s.t.Errorf("the history of message %q does not say that it was published as %q: %v", d.Body, key, entries)
}

// A consumer that crashes does not use up attempts, and loses nothing however often it does: RabbitMQ from 4.0 on would give a message up
// after 21 deliveries. A work queue that an older broker declared is as safe after the upgrade.
func TestAccRetriedMessagesOutliveCrashes(t *testing.T) {
	const crashes = 25
	for name, limit := range map[string]string{"quorum": "", "quorum, declared before an upgrade": `,"x-delivery-limit":2147483647`, "classic": ""} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			kind, _, _ := strings.Cut(name, ",")
			if limit != "" {
				s.API(t, http.MethodPut, acctest.Queue(
					`{"x-queue-type":"quorum","x-dead-letter-exchange":"payment.retry","x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"`+limit+`}`),
					"queues", s.vhost, "payment.work")
			}
			s.travel(s.topology(fmt.Sprintf("type = %q\n  delays = [\"500ms\", \"1s\"]", kind)), func() {
				s.send("main", "payment.execute", "payment")
				for attempt := range 3 {
					for range crashes {
						c := s.consume("payment.work")
						c.take()
						c.crash()
					}
					c := s.consume("payment.work")
					d := c.take()
					s.cameBack(d, attempt, "payment.execute")
					s.must(d.Reject(false))
					c.crash()
				}
				d := s.consume("payment.parking").take()
				s.died(d, s.newestFirst("payment.work rejected 3", "payment.retry.2 expired 1", "payment.retry.1 expired 1")...)
				s.must(d.Ack(false))
			})
		})
	}
}

// A thousand messages fail a number of times that differs, and each ends where it must.
func TestAccAThousandMessagesEndWhereTheyMust(t *testing.T) {
	const messages, tiers = 1000, 3
	for _, kind := range []string{"quorum", "classic"} {
		t.Run(kind, func(t *testing.T) {
			s := open(t)
			s.travel(s.topology(fmt.Sprintf("type = %q\n  delays = [\"300ms\", \"600ms\", \"900ms\"]", kind)), func() {
				// fails is how often each message fails: up to once more than there are attempts.
				fails, failures := map[string]int{}, 0
				random := rand.New(rand.NewPCG(1, 2))
				parked := 0
				publish := s.publisher()
				for n := range messages {
					body := fmt.Sprint(n)
					fails[body] = random.IntN(tiers + 2)
					failures += fails[body]
					if fails[body] == tiers+1 {
						parked++
					}
					publish("main", fmt.Sprintf("payment.%d", n%7), body)
				}
				deliveries, done := map[string]int{}, map[string]bool{}
				c := s.consumeMany("payment.work", 200)
				for range messages + failures - parked {
					d := c.take()
					body := string(d.Body)
					deliveries[body]++
					if deliveries[body] <= fails[body] {
						s.must(d.Reject(false))
						continue
					}
					if done[body] {
						t.Errorf("message %s was done twice", body)
					}
					done[body] = true
					s.must(d.Ack(false))
				}
				parking := s.consumeMany("payment.parking", 200)
				for range parked {
					d := parking.take()
					body := string(d.Body)
					if fails[body] != tiers+1 || deliveries[body] != tiers+1 || done[body] {
						t.Errorf("message %s was parked after %d attempts, done %t, and should have failed %d times", body, deliveries[body], done[body], fails[body])
					}
					done[body] = true
					s.must(d.Ack(false))
				}
				for body, n := range fails {
					if want := min(n, tiers) + 1; deliveries[body] != want || !done[body] {
						t.Errorf("message %s was delivered %d times, not %d", body, deliveries[body], want)
					}
				}
				s.nothingIsLeft("payment.work", "payment.retry.1", "payment.retry.2", "payment.retry.3", "payment.parking")
			})
		})
	}
}

// nothingIsLeft requires that queues are empty, ready messages and others.
func (s *site) nothingIsLeft(queues ...string) {
	s.t.Helper()
	for _, queue := range queues {
		s.Counted(s.t, s.vhost, queue, 0)
	}
}
