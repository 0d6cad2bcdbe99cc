package journey_test

import (
	"fmt"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// A restart finds messages in the work queue, in the hands of a consumer, in every tier and on the ways in between. None is lost: each has
// all its attempts and is parked.
func TestAccRetriedMessagesOutliveARestartOfTheBroker(t *testing.T) {
	const messages = 200
	own := acctest.Broker(t).OwnBroker(t)
	s := openOn(t, own.BrokerInfo)
	s.travel(s.topology(`delays = ["1s", "2s", "3s"]`), func() {
		publish := s.publisher()
		for n := range messages {
			publish("main", "payment.execute", fmt.Sprint(n))
		}
		// Every delivery is rejected, a part of them just before the broker goes.
		attempts := map[string]int{}
		s.rejectFor(5*time.Second, attempts)
		if len(attempts) != messages {
			t.Fatalf("%d messages were delivered before the restart", len(attempts))
		}
		own.Restart(t)
		parked := map[string]int{}
		for deadline := time.Now().Add(4 * time.Minute); len(parked) < messages; {
			if time.Now().After(deadline) {
				t.Fatalf("of %d messages %d were parked", messages, len(parked))
			}
			s.rejectFor(2*time.Second, attempts)
			s.takeParked(parked)
		}
		for body, n := range parked {
			// A rejection that the broker had not taken note of when it went is repeated.
			if n != 1 || attempts[body] < 4 || attempts[body] > 5 {
				t.Errorf("message %s was parked %d times after %d deliveries", body, n, attempts[body])
			}
		}
		s.nothingIsLeft("payment.work", "payment.retry.1", "payment.retry.2", "payment.retry.3", "payment.parking")
	})
}

// rejectFor rejects what comes to the work queue for some time. The connection then ends with deliveries in its hands.
func (s *site) rejectFor(length time.Duration, attempts map[string]int) {
	s.t.Helper()
	c := s.consumeMany("payment.work", 50)
	for end := time.After(length); ; {
		select {
		case d := <-c.deliveries:
			attempts[string(d.Body)]++
			s.must(d.Reject(false))
		case <-end:
			c.crash()
			return
		}
	}
}

// takeParked takes what is in the parking queue, and requires a whole history of it.
func (s *site) takeParked(parked map[string]int) {
	s.t.Helper()
	channel := s.Channel(s.t, s.vhost)
	for {
		d, ok, err := channel.Get("payment.parking", false)
		s.must(err)
		if !ok {
			return
		}
		parked[string(d.Body)]++
		if entries, _ := d.Headers["x-death"].([]any); len(entries) != 4 || entries[0].(amqp.Table)["queue"] != "payment.work" {
			s.t.Errorf("message %s was parked with the history %v", d.Body, entries)
		}
		s.must(d.Ack(false))
	}
}
