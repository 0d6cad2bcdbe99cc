package proof_test

import "testing"

// patientConsumers is how many consumers crash in turn: more than the 21 that the default delivery limit of 20 allows.
const patientConsumers = 25

func TestAccProof_delivery_limit_drops_without_exchange(t *testing.T) {
	for name, c := range map[string]struct {
		limit          any
		from4, before4 int // deliveries from 4.0 on, and before
	}{
		"default":   {nil, 21, patientConsumers},
		"0":         {0, 1, 1},
		"1":         {1, 2, 2},
		"unlimited": {-1, patientConsumers, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			arguments := args{}
			if c.limit != nil {
				arguments["x-delivery-limit"] = c.limit
			}
			want := c.before4
			if s.from("4.0") {
				want = c.from4
			}
			s.queue("q", "quorum", arguments)
			s.publish("q", "poison")
			if got := s.crashes("q", patientConsumers); got != want {
				t.Errorf("RabbitMQ %s delivered the message %d times, want %d", s.version, got, want)
			}
			left := 0
			if want == patientConsumers {
				left = 1
			}
			if got := s.ready("q"); got != left {
				t.Errorf("RabbitMQ %s has %d messages left, want %d", s.version, got, left)
			}
		})
	}
}

func TestAccProof_delivery_limit_drops_not_with_exchange(t *testing.T) {
	s := open(t)
	s.queue("q", "quorum", s.lettersOf("quorum", args{"x-delivery-limit": 1}))
	s.publish("q", "poison")
	if got := s.crashes("q", patientConsumers); got != 2 {
		t.Errorf("%d deliveries", got)
	}
	s.died(s.next("letters", "poison"), "q delivery_limit 1")
}

func TestAccProof_delivery_limit_into_delay_loses_the_message(t *testing.T) {
	for name, c := range map[string]struct {
		limit          any
		from4, before4 int // deliveries from 4.0 on, and before
	}{
		"default":   {nil, 21, patientConsumers},
		"unlimited": {-1, patientConsumers, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			work := args{}
			if c.limit != nil {
				work["x-delivery-limit"] = c.limit
			}
			want := c.before4
			if s.from("4.0") {
				want = c.from4
			}
			s.loop("quorum", work)
			s.publish("work", "poison")
			if got := s.crashes("work", patientConsumers); got != want {
				t.Errorf("RabbitMQ %s delivered the message %d times, want %d", s.version, got, want)
			}
			if want == patientConsumers {
				s.holds("work", "poison")
				return
			}
			s.died(s.next("audit", "poison"), "delay expired 1", "work delivery_limit 1")
			s.publish("delay", "witness")
			s.next("audit", "witness")
			s.holds("work", "witness")
		})
	}
}
