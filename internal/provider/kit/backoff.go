package kit

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// MostAttempts keeps a typing error from filling a plan.
const MostAttempts = 100

// Backoff is a schedule of growing delays.
type Backoff struct {
	// Initial is the first delay; the next ones are Multiplier times as long as the one before, and none is longer than Max. A Max of 0 is
	// no limit but that of the broker, ten years.
	Initial, Max time.Duration
	Multiplier   float64
	Attempts     int64
}

// Delays returns the delays, in whole milliseconds. An error says which setting is wrong.
func (b Backoff) Delays() ([]time.Duration, error) {
	longest := time.Duration(*queueargs.MessageTTL.Max) * time.Millisecond
	limit := b.Max
	if limit == 0 {
		limit = longest
	}
	switch {
	case b.Initial <= 0 || limit < b.Initial:
		return nil, fmt.Errorf("initial must be longer than 0 and max not shorter than it")
	case b.Multiplier < 1:
		return nil, fmt.Errorf("multiplier is %v where at least 1 is expected", b.Multiplier)
	case b.Attempts < 1 || b.Attempts > MostAttempts:
		return nil, WrongAttempts(strconv.FormatInt(b.Attempts, 10))
	}
	delays := make([]time.Duration, b.Attempts)
	for i := range delays {
		next := float64(b.Initial) * math.Pow(b.Multiplier, float64(i))
		if b.Max == 0 && next > float64(longest) {
			return nil, fmt.Errorf("the delay of attempt %d is longer than %s (10 years), the longest time that RabbitMQ takes; set max", i+1, longest)
		}
		delays[i] = time.Duration(math.Min(next, float64(limit))).Round(time.Millisecond)
	}
	return delays, nil
}

// WrongAttempts is the error of a number of attempts that there cannot be.
func WrongAttempts(number string) error {
	return fmt.Errorf("attempts is %s where a whole number from 1 to %d is expected", number, MostAttempts)
}
