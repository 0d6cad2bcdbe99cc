package journey_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// The configuration of a provider and its origin are the workspace's affair.
var preamble = regexp.MustCompile(`(?s)terraform \{.*?\n\}\n|provider "rabbitmq" \{\}\n`)

// quickstart is the example, with its own delay or another.
func (s *site) quickstart(delay string) string {
	s.t.Helper()
	return s.example("quickstart", `default     = "10s"`, fmt.Sprintf("default = %q", delay))
}

// example is an example with some texts replaced.
func (s *site) example(name string, oldnew ...string) string {
	s.t.Helper()
	text, err := os.ReadFile("../../examples/" + name + "/main.tf")
	s.must(err)
	written := preamble.ReplaceAllString(string(text), "")
	for i := 0; i < len(oldnew); i += 2 {
		before := written
		if written = strings.Replace(before, oldnew[i], oldnew[i+1], 1); written == before {
			s.t.Fatalf("the example %s has no %s", name, oldnew[i])
		}
	}
	return acctest.ConfigWith(s.BrokerInfo, s.vhost, `lint = { delivery_limit_into_delay = "error", dlx_unroutable = "error", dlx_missing = "error" }`, written)
}

func TestAccRejectedPaymentWaitsAndComesBack(t *testing.T) {
	for delay, rejections := range map[time.Duration]int{time.Second: 3, 2 * time.Second: 2, 10 * time.Second: 1} {
		t.Run(delay.String(), func(t *testing.T) {
			s := open(t)
			s.travel(s.quickstart(delay.String()), func() {
				s.send("main.exchange", "payment.execute", "payment")
				c := s.consume("main.queue")
				payment := c.take()
				s.died(payment)
				for n := 1; n <= rejections; n++ {
					begin := time.Now()
					s.must(payment.Reject(false))
					payment = c.take()
					s.onTime(time.Since(begin), delay)
					s.died(payment, fmt.Sprintf("retry.delay.10s.queue expired %d", n), fmt.Sprintf("main.queue rejected %d", n))
				}
				if string(payment.Body) != "payment" || payment.RoutingKey != "payment.execute" {
					t.Errorf("%q came back with the key %q", payment.Body, payment.RoutingKey)
				}
				s.must(payment.Ack(false))
				acctest.Eventually(t, "nothing is left", func() bool { return s.ready("main.queue")+s.ready("retry.delay.10s.queue") == 0 })
			})
		})
	}
}

// Messages that wait are returned one by one, whatever comes behind them.
func TestAccRejectedPaymentsKeepTheirOwnTime(t *testing.T) {
	s := open(t)
	const delay = time.Second
	s.travel(s.quickstart(delay.String()), func() {
		const payments = 5
		for n := range payments {
			s.send("main.exchange", "payment.execute", fmt.Sprint(n))
		}
		c, begin := s.consume("main.queue"), map[string]time.Time{}
		for returned := 0; returned < payments; {
			d := c.take()
			if rejected, ok := begin[string(d.Body)]; ok {
				s.onTime(time.Since(rejected), delay)
				s.must(d.Ack(false))
				returned++
				continue
			}
			begin[string(d.Body)] = time.Now()
			s.must(d.Reject(false))
			time.Sleep(delay / 8)
		}
	})
}

func TestAccPaymentOutlivesACrashingConsumer(t *testing.T) {
	s := open(t)
	const crashes = 25 // the default delivery limit of RabbitMQ 4 allows 21 deliveries
	s.travel(s.quickstart("1s"), func() {
		s.send("main.exchange", "payment.execute", "payment")
		for range crashes {
			c := s.consume("main.queue")
			c.take()
			c.crash()
		}
		c := s.consume("main.queue")
		payment := c.take()
		if string(payment.Body) != "payment" || !payment.Redelivered {
			t.Errorf("%q came back, redelivered %t", payment.Body, payment.Redelivered)
		}
		begin := time.Now()
		s.must(payment.Reject(false))
		payment = c.take()
		s.onTime(time.Since(begin), time.Second)
		s.must(payment.Ack(false))
	})
}
