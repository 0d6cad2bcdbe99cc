package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// story is what the demonstration shows, scene by scene. A scene fails if it does not happen as it is told.
type story struct {
	broker    *broker
	terraform *terraform
	out       *printer
}

func (s *story) applyQuickstart(ctx context.Context) error {
	s.out.title("terraform apply (%s)", quickstart)
	lines, err := s.terraform.succeed(ctx, []string{"apply", "-auto-approve"}, "Creation complete", "Apply complete")
	if err != nil {
		return err
	}
	s.out.quote(strings.Join(lines, "\n"))
	return nil
}

// onePayment is rejected once and accepted when it comes back.
func (s *story) onePayment(ctx context.Context) error {
	s.out.title("A payment that its consumer rejects once")
	p, err := s.broker.openPayments()
	if err != nil {
		return err
	}
	defer p.close()
	s.out.start()
	payment := `{"payment": "4711", "amount": "99.90 EUR"}`
	if err := p.publish(ctx, payment); err != nil {
		return err
	}
	s.out.event("published to %s with %s: %s", mainExchange, paymentKey, payment)

	first, err := p.next(ctx, 10*time.Second)
	if err != nil {
		return err
	}
	if err := first.Reject(false); err != nil {
		return fmt.Errorf("rejecting the payment: %w", err)
	}
	rejected := time.Now()
	s.out.event("rejected by the consumer of %s", mainQueue)
	if err := p.waitForReady(ctx, delayQueue, 1); err != nil {
		return err
	}
	s.out.event("waiting in %s: 1 message there, by the broker's count", delayQueue)

	stop := s.out.tick("waiting in " + delayQueue)
	second, err := p.next(ctx, 2*delay)
	stop()
	if err != nil {
		return err
	}
	waited := time.Since(rejected)
	if waited < delay-100*time.Millisecond || string(second.Body) != payment {
		return fmt.Errorf("%q came back after %s, not the payment after %s", second.Body, waited, delay)
	}
	deaths := history(second.Headers)
	want := []death{
		{queue: mainQueue, reason: "rejected", exchange: mainExchange, key: paymentKey, count: 1},
		{queue: delayQueue, reason: "expired", exchange: "retry.exchange", key: "payment.retry", count: 1},
	}
	if !slices.Equal(deaths, want) {
		return fmt.Errorf("the payment came back with the history %v, not %v", deaths, want)
	}
	s.out.event("back in %s, %.2f s after the rejection. Its x-death history:", mainQueue, waited.Seconds())
	for i, d := range deaths {
		s.out.detail(fmt.Sprintf("%d. %s", i+1, d))
	}

	if err := second.Ack(false); err != nil {
		return fmt.Errorf("accepting the payment: %w", err)
	}
	for _, queue := range []string{mainQueue, delayQueue} {
		if err := p.waitForReady(ctx, queue, 0); err != nil {
			return err
		}
	}
	s.out.event("accepted by the consumer; both queues are empty")
	return nil
}

// loopThatDrops is a change that looks harmless. With it, what expires in the main queue goes round without a rejection.
func (s *story) loopThatDrops(ctx context.Context) error {
	const change = "resource \"rabbitmq_queue\" \"main\" {\n  message_ttl = \"1m\"\n}\n"
	s.out.title("A wrong change: no payment may wait longer than a minute in %s", mainQueue)
	s.out.quote(change)
	if err := s.terraform.write("change_override.tf", change); err != nil {
		return err
	}
	said, err := s.terraform.refuse(ctx, "dlx_cycle_drops")
	if err != nil {
		return err
	}
	s.plan(said)
	return s.terraform.erase("change_override.tf")
}

// replacementThatLoses is a change of the delay while a payment waits: the broker cannot change a queue.
func (s *story) replacementThatLoses(ctx context.Context) error {
	s.out.title("Another wrong change: a longer delay, while a payment waits")
	p, err := s.broker.openPayments()
	if err != nil {
		return err
	}
	defer p.close()
	s.out.start()
	if err := p.publish(ctx, `{"payment": "4712", "amount": "12.00 EUR"}`); err != nil {
		return err
	}
	s.out.event("published; this consumer rejects it each time, so that it stays in the loop")
	var accept atomic.Bool
	returns := 0
	done := make(chan error, 1)
	go func() {
		for {
			d, err := p.next(ctx, 2*delay)
			switch {
			case err != nil:
			case accept.Load():
				err = d.Ack(false)
				done <- err
				return
			default:
				err = d.Reject(false)
				returns++
			}
			if err != nil {
				done <- err
				return
			}
		}
	}()
	if err := s.broker.waitForCount(ctx, delayQueue, 1); err != nil {
		return err
	}
	s.out.event("waiting in %s", delayQueue)
	said, err := s.terraform.refuse(ctx, "replace_loses_messages", "-var=retry_delay=30s")
	if err != nil {
		return err
	}
	s.plan(said, "-var=retry_delay=30s")

	accept.Store(true)
	stop := s.out.tick("waiting for the payment to come back")
	err = <-done
	stop()
	if err != nil {
		return fmt.Errorf("waiting for the payment: %w", err)
	}
	s.out.event("accepted, when it came back for the %s time: nothing was lost", ordinal(returns))
	return nil
}

func (s *story) plan(said []string, args ...string) {
	s.out.quote(s.out.paint("1", strings.Join(append([]string{"$ terraform plan"}, args...), " ")))
	for _, box := range said {
		s.out.quote(box)
	}
}

func (s *story) destroy(ctx context.Context) error {
	s.out.title("terraform destroy")
	// The provider deletes no queue that seems to hold messages, and the broker's statistics lag behind.
	for _, queue := range []string{mainQueue, delayQueue} {
		if err := s.broker.waitForCount(ctx, queue, 0); err != nil {
			return err
		}
	}
	lines, err := s.terraform.succeed(ctx, []string{"destroy", "-auto-approve"}, "Destroy complete")
	if err != nil {
		return err
	}
	s.out.quote(strings.Join(lines, "\n"))
	left, err := s.broker.queues()
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return fmt.Errorf("after terraform destroy the queues %v are left", left)
	}
	return nil
}

func ordinal(n int) string {
	names := [...]string{"", "first", "second", "third"}
	if n < len(names) {
		return names[n]
	}
	return fmt.Sprintf("%dth", n)
}
