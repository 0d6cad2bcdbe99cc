package main

import (
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"
)

// The header is the one that RabbitMQ 4.3.6 gave a payment that came back for the second time.
func TestHistoryIsReadOldestFirst(t *testing.T) {
	deaths := history(amqp.Table{"x-death": []any{
		amqp.Table{"count": int64(2), "exchange": "retry.exchange", "queue": "retry.delay.10s.queue", "reason": "expired", "routing-keys": []any{"payment.retry"}},
		amqp.Table{"count": int64(2), "exchange": "main.exchange", "queue": "main.queue", "reason": "rejected", "routing-keys": []any{"payment.execute"}},
	}})
	if len(deaths) != 2 {
		t.Fatalf("got %v", deaths)
	}
	for i, want := range []string{
		"rejected 2 times in main.queue, where it had come from main.exchange with payment.execute",
		"expired 2 times in retry.delay.10s.queue, where it had come from retry.exchange with payment.retry",
	} {
		if got := deaths[i].String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := history(amqp.Table{}); got != nil {
		t.Errorf("a message that never died has the history %v", got)
	}
}
