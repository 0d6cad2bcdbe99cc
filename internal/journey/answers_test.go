package journey_test

import (
	"sync/atomic"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// answers is how long the broker takes to answer a question that needs no queue: on a machine that stands still for seconds, every
// message is late.
type answers struct {
	asked, worst atomic.Int64 // UnixNano of the question that is open, 0 for none; nanoseconds
}

// watch asks every 50 ms until the test or the channel ends.
func watch(t *testing.T, channel *amqp.Channel) *answers {
	t.Helper()
	a := new(answers)
	go func() {
		for t.Context().Err() == nil {
			began := time.Now()
			a.asked.Store(began.UnixNano())
			if channel.ExchangeDeclarePassive("amq.direct", amqp.ExchangeDirect, true, false, false, false, nil) != nil {
				break
			}
			a.worst.Store(max(a.worst.Load(), int64(time.Since(began))))
			a.asked.Store(0)
			time.Sleep(50 * time.Millisecond)
		}
		a.asked.Store(0)
	}()
	return a
}

// slowest is the longest time that an answer has taken, or that the open question has waited.
func (a *answers) slowest() time.Duration {
	worst := time.Duration(a.worst.Load())
	if asked := a.asked.Load(); asked != 0 {
		worst = max(worst, time.Since(time.Unix(0, asked)))
	}
	return worst
}
