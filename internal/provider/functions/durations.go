// Package functions are the provider's functions: arithmetic with durations as RabbitMQ takes them. They are pure.
package functions

import (
	"fmt"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// parse reads a Go duration of whole milliseconds that is not negative.
func parse(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is no duration: %s", text, kit.DurationAdvice(text))
	case d < 0:
		return 0, fmt.Errorf("%q is negative", text)
	case d%time.Millisecond != 0:
		return 0, fmt.Errorf("%q is not a whole number of milliseconds, and RabbitMQ counts no shorter time", text)
	}
	return d, nil
}

// parseExpiry is parse for times after which messages expire, which RabbitMQ takes up to a limit.
func parseExpiry(text string) (time.Duration, error) {
	d, err := parse(text)
	if longest := time.Duration(*queueargs.MessageTTL.Max) * time.Millisecond; err == nil && d > longest {
		return 0, fmt.Errorf("%q is longer than %s (10 years), the longest time that RabbitMQ takes", text, longest)
	}
	return d, err
}
