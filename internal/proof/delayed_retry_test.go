package proof_test

import (
	"testing"
	"time"
)

// redelivered rejects the only message of a queue with requeue, and says how long it took to come back.
func (s *site) redelivered(queue string) time.Duration {
	s.t.Helper()
	c := s.consume(queue, 1)
	d := c.take()
	begin := time.Now()
	s.accepted(d.Reject(true))
	c.take()
	return time.Since(begin)
}

func TestAccProof_delayed_retry_ineffective_without_type_or_min(t *testing.T) {
	s := open(t)
	const wait = 5 * time.Second
	for name, arguments := range map[string]args{
		"no min":       {"x-delayed-retry-type": "failed", "x-delayed-retry-max": wait.Milliseconds()},
		"no type":      {"x-delayed-retry-min": wait.Milliseconds()},
		"no such type": {"x-delayed-retry-type": "fail", "x-delayed-retry-min": wait.Milliseconds()},
		"disabled":     {"x-delayed-retry-type": "disabled", "x-delayed-retry-min": wait.Milliseconds()},
	} {
		s.queue(name, "quorum", arguments)
		s.publish(name, "retried")
		if waited := s.redelivered(name); waited >= wait {
			t.Errorf("%s: delivered again after %s", name, waited)
		}
	}
}

func TestAccProof_delayed_retry_ineffective_with_max_below_min(t *testing.T) {
	s := open(t)
	const least, most = 10 * time.Second, time.Second
	s.queue("q", "quorum", args{"x-delayed-retry-type": "failed", "x-delayed-retry-min": least.Milliseconds(), "x-delayed-retry-max": most.Milliseconds()})
	s.publish("q", "retried")
	if waited := s.redelivered("q"); waited >= least || s.from("4.3") != (waited >= most) {
		t.Errorf("RabbitMQ %s delivered the message again after %s", s.version, waited)
	}
}

// returnedByNack declares a queue with a delivery limit of 1, whose message a consumer returns with nack up to a number of times. It
// says how often it came.
func (s *site) returnedByNack(arguments args, times int) (deliveries int) {
	s.t.Helper()
	all := s.lettersOf("quorum", args{"x-delayed-retry-type": "all", "x-delayed-retry-min": 200, "x-delivery-limit": 1})
	for k, v := range arguments {
		all[k] = v
	}
	s.queue("q", "quorum", all)
	s.publish("q", "returned")
	c := s.consume("q", 1)
	for range times {
		select {
		case d := <-c.deliveries:
			s.accepted(d.Nack(false, true))
			deliveries++
		case <-time.After(3 * time.Second):
			return deliveries
		}
	}
	return deliveries
}

// Brokers before 4.3 ignore delayed retry and count each return.
func TestAccProof_delayed_retry_endless_after_nack(t *testing.T) {
	s := open(t)
	want := 10
	if !s.from("4.3") {
		want = 2
	}
	if n := s.returnedByNack(nil, 10); n != want {
		t.Errorf("RabbitMQ %s delivered the message %d times, want %d", s.version, n, want)
	}
}

func TestAccProof_delayed_retry_endless_not_with_a_message_ttl(t *testing.T) {
	s := open(t)
	if n := s.returnedByNack(args{"x-message-ttl": 1500}, 100); n == 100 {
		t.Errorf("RabbitMQ %s delivered the message 100 times", s.version)
	}
	reason := "q expired 1"
	if !s.from("4.3") {
		reason = "q delivery_limit 1"
	}
	s.died(s.next("letters", "returned"), reason)
}
