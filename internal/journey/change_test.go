package journey_test

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

const payment = "rabbitmq_retry_topology.payment"

// then is a step of a journey after an apply.
func then(journey func()) resource.TestCheckFunc {
	return func(*terraform.State) error { journey(); return nil }
}

// waitIn rejects one message until it waits in the n-th tier, and waits until statistics know it.
func (s *site) waitIn(n int, body string, queue string) time.Time {
	s.t.Helper()
	s.send("main", "payment.execute", body)
	c := s.consume("payment.work")
	var begin time.Time
	for range n {
		d := c.take()
		begin = time.Now()
		s.must(d.Reject(false))
	}
	c.crash()
	s.Counted(s.t, s.vhost, queue, 1)
	return begin
}

// A tier whose delay changes, or that is taken out, lets the messages in it come back in their own time, with what they have behind them.
func TestAccMessagesComeBackFromATierThatIsNoMore(t *testing.T) {
	const long = 20 * time.Second
	for _, c := range []struct{ name, delays, history string }{
		{"changed", `["500ms", "1s", "1s"]`, "payment.retry.3"},
		{"taken out", `["500ms"]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			var begin time.Time
			changed := s.topology("delays = " + c.delays)
			pt.Run(t,
				resource.TestStep{
					Config: s.topology(`delays = ["500ms", "20s", "1s"]`),
					Check:  then(func() { begin = s.waitIn(2, "old", "payment.retry.2") }),
				},
				resource.TestStep{
					Config: changed, ConfigPlanChecks: pt.Plan(pt.Shows(payment, "retiring", `["payment.retry.2"]`)), ExpectNonEmptyPlan: true,
					Check: then(func() {
						if c.history != "" {
							s.newSchedule()
						}
						work := s.consume("payment.work")
						d := work.take()
						s.onTime(time.Since(begin), long)
						s.cameBack(d, 2, "")
						s.died(d, s.newestFirst("payment.retry.2 expired 1", "payment.work rejected 2", "payment.retry.1 expired 1")...)
						s.must(d.Ack(false))
						work.crash()
						s.nothingIsLeft("payment.retry.2")
					}),
				},
				resource.TestStep{
					Config: changed, ConfigPlanChecks: pt.Plan(pt.Shows(payment, "retiring", `[]`)),
					Check: then(func() {
						if s.Exists(t, "queues", s.vhost, "payment.retry.2") {
							t.Error("the empty queue is still there")
						}
					}),
				},
			)
		})
	}
}

// newSchedule requires of a new message that its second delay is one second.
func (s *site) newSchedule() {
	s.t.Helper()
	s.send("main", "payment.execute", "new")
	work := s.consume("payment.work")
	d := work.take()
	s.must(d.Reject(false))
	d = work.take()
	begin := time.Now()
	s.must(d.Reject(false))
	d = work.take()
	s.onTime(time.Since(begin), time.Second)
	s.cameBack(d, 2, "")
	if string(d.Body) != "new" {
		s.t.Errorf("message %q came back", d.Body)
	}
	s.must(d.Ack(false))
	work.crash()
}

// A work queue that is full takes nothing back and loses nothing: publishers are told, and what comes back waits in its tier.
func TestAccAFullWorkQueueLosesNothing(t *testing.T) {
	s := open(t)
	const settings = "delays = [\"500ms\"]\n  work_queue = { name = \"payment.work\", max_length = 1 }\n"
	pt.Run(t,
		resource.TestStep{Config: s.topology(settings), Check: then(func() {
			s.send("main", "payment.execute", "comes back")
			c := s.consume("payment.work")
			d := c.take()
			s.must(d.Reject(false))
			c.crash()
			for n := 0; s.send("main", "payment.execute", "fills"); n++ {
				if n > 100 {
					t.Fatal("the work queue takes all")
				}
			}
			time.Sleep(3 * time.Second)
			if ready := s.ready("payment.retry.1"); ready != 0 {
				t.Errorf("%d messages still wait for their time", ready)
			}
			s.Counted(t, s.vhost, "payment.retry.1", 1)
		})},
		resource.TestStep{Config: s.topology(settings + `deletion_policy = "force"`)},
	)
}

func TestAccAnApplicationsOwnQueueIsRetried(t *testing.T) {
	s := open(t)
	s.travel(acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { delivery_limit_into_delay = "error", dlx_unroutable = "error", dlx_cycle_drops = "error" }`, `
resource "rabbitmq_retry_topology" "payment" {
  name      = "payment"
  delays    = ["500ms", "1s"]
  exhausted = { queue = "payment.parking" }
}
resource "rabbitmq_queue" "app" {
  name           = "app"
  dead_letter    = { exchange = rabbitmq_retry_topology.payment.retry_exchange }
  delivery_limit = -1
}
resource "rabbitmq_binding" "app" {
  source      = rabbitmq_retry_topology.payment.return_exchange
  destination = rabbitmq_queue.app.name
}
`), func() {
		s.send("", "app", "payment")
		c := s.consume("app")
		var begin time.Time
		for attempt, delay := range []time.Duration{0, 500 * time.Millisecond, time.Second} {
			d := c.take()
			if attempt > 0 {
				s.onTime(time.Since(begin), delay)
			}
			s.cameBack(d, attempt, "app")
			begin = time.Now()
			s.must(d.Reject(false))
		}
		d := s.consume("payment.parking").take()
		s.died(d, s.newestFirst("app rejected 3", "payment.retry.2 expired 1", "payment.retry.1 expired 1")...)
		s.must(d.Ack(false))
	})
}

// A message that its publisher lets expire in the work queue cannot come back, by the broker's rule. Quorum queues keep it all the same.
func TestAccAMessageThatExpiresInTheWorkQueueIsKept(t *testing.T) {
	s := open(t)
	pt.Run(t,
		resource.TestStep{Config: s.topology(`delays = ["500ms"]`), Check: then(func() {
			s.must(s.Channel(t, s.vhost).PublishWithContext(t.Context(), "main", "payment.execute", false, false,
				amqp.Publishing{DeliveryMode: amqp.Persistent, Expiration: "200", Body: []byte("impatient")}))
			time.Sleep(3 * time.Second)
			if ready := s.ready("payment.work") + s.ready("payment.retry.1"); ready != 0 {
				t.Errorf("%d messages have not expired", ready)
			}
			s.Counted(t, s.vhost, "payment.retry.1", 1)
		})},
		resource.TestStep{Config: s.topology("delays = [\"500ms\"]\n  deletion_policy = \"force\"")},
	)
}
