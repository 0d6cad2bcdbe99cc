package journey_test

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// flow sends payments without a pause, each of which is rejected once and then accepted. end stops that when none is missing.
func (s *site) flow() (end func()) {
	s.t.Helper()
	channel, deliveries := s.Channel(s.t, s.vhost), s.consume("main.queue").deliveries
	ctx, stop := context.WithCancel(s.t.Context())
	var mu sync.Mutex
	waiting, rejected := map[string]bool{}, map[string]bool{}
	go func() {
		for n := 0; ctx.Err() == nil; n++ {
			body := fmt.Sprint(n)
			mu.Lock()
			waiting[body] = true
			mu.Unlock()
			if err := channel.Publish("main.exchange", "payment.execute", false, false, amqp.Publishing{Body: []byte(body)}); err != nil {
				s.t.Errorf("payment %s: %v", body, err)
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	go func() {
		for d := range deliveries {
			mu.Lock()
			body := string(d.Body)
			if first := !rejected[body]; first {
				rejected[body] = true
				_ = d.Reject(false)
			} else {
				delete(waiting, body)
				_ = d.Ack(false)
			}
			mu.Unlock()
		}
	}()
	return func() {
		stop()
		acctest.Eventually(s.t, "all payments have come back", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(waiting) == 0
		})
	}
}

func TestAccDelayIsChangedWhilePaymentsGoOn(t *testing.T) {
	s := open(t)
	both := s.example("new-delay", `delay = "30s"`, `delay = "2s"`, `delay = "10s"`, `delay = "1s"`)
	block := regexp.MustCompile(`(?s)resource "rabbitmq_delay_tier" "retry_10s" \{.*?\n\}\n`)
	one := block.ReplaceAllString(both, "")
	if one == both {
		t.Fatal("the example has no tier of 10s")
	}
	var end func()
	pt.Run(t,
		resource.TestStep{Config: s.quickstart("1s")},
		resource.TestStep{
			PreConfig: func() { end = s.flow(); time.Sleep(time.Second) }, Config: both,
			ConfigPlanChecks: pt.Plan(pt.Does("rabbitmq_delay_tier.retry_10s", plancheck.ResourceActionUpdate)),
		},
		resource.TestStep{
			PreConfig: func() {
				acctest.Eventually(t, "the old tier is empty", func() bool { return s.ready("retry.delay.10s.queue") == 0 })
				s.Counted(t, s.vhost, "retry.delay.10s.queue", 0)
			},
			Config: one, ConfigPlanChecks: pt.Plan(pt.Does("rabbitmq_delay_tier.retry_10s", plancheck.ResourceActionDestroy)),
		},
		resource.TestStep{PreConfig: func() { end() }, Config: one},
	)
}
