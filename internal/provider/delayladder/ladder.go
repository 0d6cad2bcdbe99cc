// Package delayladder is the arithmetic of delay networks: a ladder of levels, each of which holds a message twice as long as the one below
// it, or lets it pass, as one bit of the delay says that the message carries in its routing key. It knows neither Terraform nor brokers.
package delayladder

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Ladder is a delay network: Levels exchanges with a queue of the same name each, and the exchange at which messages arrive.
type Ladder struct {
	// Levels is the number of levels, from 0 at the bottom, which holds for one unit.
	Levels int
	// Unit is the time that the lowest level holds a message, at least a millisecond.
	Unit time.Duration
	// Delivery is the topic exchange that messages reach when their delay is over.
	Delivery string

	level string // format of the names of levels
}

// mostLevels is a number of levels of which the highest would be too long with any unit.
const mostLevels = 62

// own is a network of one's own, whose names begin with a prefix.
func (s Settings) own() (Ladder, *Refused) {
	longest := time.Duration(*queueargs.MessageTTL.Max) * time.Millisecond
	switch {
	case s.Prefix == "":
		return Ladder{}, &Refused{"prefix", "Missing prefix or preset", "Set preset to take the network of a library, or prefix to name one of your own."}
	case s.Levels < 1:
		return Ladder{}, &Refused{"levels", "Impossible network", fmt.Sprintf("A network needs at least one level, not %d.", s.Levels)}
	case s.Unit < 0 || s.Unit%time.Millisecond != 0:
		return Ladder{}, &Refused{"unit", "Impossible network", fmt.Sprintf("The unit %s is not a whole number of milliseconds above 0.", s.Unit)}
	case s.Levels > mostLevels || s.Unit > longest>>(s.Levels-1):
		return Ladder{}, &Refused{"levels", "Impossible network", fmt.Sprintf(
			"%d levels of %s are too many: the highest one would hold messages for longer than %s (10 years), the longest time that RabbitMQ takes.", s.Levels, s.Unit, longest)}
	}
	return Ladder{Levels: int(s.Levels), Unit: s.Unit, Delivery: s.Prefix + deliverySuffix, level: escaped(s.Prefix) + ".level-%02d"}, nil
}

// deliverySuffix ends the name of the delivery exchange of a network of one's own.
const deliverySuffix = ".delivery"

func escaped(prefix string) string { return strings.ReplaceAll(prefix, "%", "%%") }

// Level is the name of the exchange and of the queue of a level.
func (l Ladder) Level(n int) string { return fmt.Sprintf(l.level, n) }

// Exchanges are the exchanges of the levels, the lowest first.
func (l Ladder) Exchanges() []string {
	names := make([]string, l.Levels)
	for n := range names {
		names[n] = l.Level(n)
	}
	return names
}

// IsLevel reports whether a name is that of a level of the network with a delivery exchange, however many levels a network of one's own has.
func IsLevel(delivery, name string) bool {
	preset, prefix, ok := Identify(delivery)
	l, no := Settings{Preset: preset, Prefix: prefix}.Ladder()
	if !ok || no != nil {
		return false
	}
	if preset == "" {
		l.Levels = mostLevels
	}
	return slices.Contains(l.Exchanges(), name)
}

// Entry is the exchange of the highest level, which takes messages of every delay.
func (l Ladder) Entry() string { return l.Level(l.Levels - 1) }

// Below is the exchange that messages go on to from a level.
func (l Ladder) Below(n int) string {
	if n == 0 {
		return l.Delivery
	}
	return l.Level(n - 1)
}

// Holds is how long a level holds a message.
func (l Ladder) Holds(n int) time.Duration { return l.Unit << n }

// HoldKey binds a level's queue to its exchange: it matches messages whose delay has the level's bit.
func (l Ladder) HoldKey(n int) string { return l.bitKey(n, "1") }

// PassKey binds the exchange below to a level's: it matches the other messages.
func (l Ladder) PassKey(n int) string { return l.bitKey(n, "0") }

func (l Ladder) bitKey(n int, bit string) string {
	return strings.Repeat("*.", l.Levels-1-n) + bit + ".#"
}

// MaxDelay is the longest delay: that of a message which every level holds.
func (l Ladder) MaxDelay() time.Duration { return l.Unit<<l.Levels - l.Unit }
