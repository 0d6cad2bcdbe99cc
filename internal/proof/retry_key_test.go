package proof_test

import (
	"fmt"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// attempts is a queue "work" with a retry topology of two attempts, in which the routing key says which one has failed.
func (s *site) attempts(kind string, work args) {
	s.t.Helper()
	for name, settings := range map[string]rabbitmq.ExchangeSettings{
		"retry": {Type: "direct", Durable: true, Arguments: args{"alternate-exchange": "first"}}, "first": {Type: "fanout", Durable: true}, "return": {Type: "fanout", Durable: true},
	} {
		_, err := s.api.DeclareExchange(s.t.Context(), s.vhost, name, settings)
		s.accepted(err)
	}
	for n := 1; n <= 2; n++ {
		tier := fmt.Sprintf("retry.%d", n)
		s.queue(tier, kind, args{"x-message-ttl": 100, "x-dead-letter-exchange": "return", "x-dead-letter-routing-key": tier})
	}
	all := args{"x-dead-letter-exchange": "retry"}
	for k, v := range work {
		all[k] = v
	}
	s.queue("work", kind, all)
	s.queue("parking", kind, nil)
	s.bind("first", "", "retry.1")
	s.bind("retry", "retry.1", "retry.2")
	s.bind("retry", "retry.2", "parking")
	s.bind("return", "", "work")
}

func TestAccProof_retry_key_overwritten_is_retried_for_ever_or_not_at_all(t *testing.T) {
	for name, c := range map[string]struct {
		work args
		// after is how often it is rejected before it is parked; 0 is more often than anybody counts.
		after int
	}{
		"its own key": {nil, 3}, "another key": {args{"x-dead-letter-routing-key": "failed"}, 0},
		"key of the first attempt": {args{"x-dead-letter-routing-key": "retry.1"}, 0}, "key of the last attempt": {args{"x-dead-letter-routing-key": "retry.2"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			onEach(t, func(s *site, kind string) {
				s.attempts(kind, c.work)
				s.publish("work", "rejected")
				rejections := c.after
				if rejections == 0 {
					rejections = 5
				}
				consumer := s.consume("work", 1)
				for range rejections {
					s.accepted(consumer.take().Reject(false))
				}
				if c.after == 0 {
					s.accepted(consumer.take().Ack(false))
				} else {
					s.holds("parking", "rejected")
				}
			})
		})
	}
}
