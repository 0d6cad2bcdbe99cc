package delayladder

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// longestKey is how long a routing key may be: a short string of AMQP 0-9-1.
const longestKey = 255

// Key returns where to publish a message that is to reach an address after a delay: the exchange of the highest level that will hold it,
// as NServiceBus does (Celery takes the highest level of all, which comes to the same), and the routing key. A delay is rounded up to
// whole units.
func (l Ladder) Key(delay time.Duration, address string) (exchange, key string, err error) {
	switch {
	case delay < 0:
		return "", "", fmt.Errorf("%s is negative", delay)
	case delay > l.MaxDelay():
		return "", "", fmt.Errorf("%s is longer than %s, the longest delay of a network of %d levels of %s", delay, l.MaxDelay(), l.Levels, l.Unit)
	}
	units := delay / l.Unit
	if delay%l.Unit > 0 {
		units++
	}
	first := 0
	var text strings.Builder
	for n := l.Levels - 1; n >= 0; n-- {
		bit := units >> n & 1
		if bit == 1 && first == 0 {
			first = n
		}
		fmt.Fprintf(&text, "%d.", bit)
	}
	return l.Level(first), text.String() + address, nil
}

// CheckAddress says why an address cannot be one. Words of an address are those between its dots.
func (l Ladder) CheckAddress(address string) error {
	if err := CheckAddress(address); err != nil {
		return err
	}
	if most := longestKey - 2*l.Levels; len(address) > most {
		return fmt.Errorf("the address has %d bytes; with the %d bits of the delay before it, a routing key has room for %d", len(address), l.Levels, most)
	}
	return nil
}

// CheckAddress is Ladder.CheckAddress for a network whose number of levels is not known.
func CheckAddress(address string) error {
	words := strings.Split(address, ".")
	switch {
	case address == "":
		return fmt.Errorf("the address is empty, so that every message would match it")
	case slices.Contains(words, "*") || slices.Contains(words, "#"):
		return fmt.Errorf("the address %q has a word that is a wildcard of topic exchanges (* or #), so that messages for other addresses would match it", address)
	case words[0] == "0" || words[0] == "1":
		return fmt.Errorf("the address %q begins with the word %s, which a topic exchange cannot tell from a bit of the delay, so that messages for other addresses would match it", address, words[0])
	case len(address) > longestKey-len(AnyDelay):
		return fmt.Errorf("the address has %d bytes; a binding key has room for %d", len(address), longestKey-len(AnyDelay))
	}
	return nil
}

// AnyDelay stands before the address in the key that binds a destination to the delivery exchange, as both libraries do it.
const AnyDelay = "#."

// RouteKey is the key that binds the destination of an address to the delivery exchange.
func RouteKey(address string) string { return AnyDelay + address }

// Overlap reports whether messages for the longer of two addresses reach the shorter one, too: a topic exchange cannot tell where the bits
// end and the address begins, so that sales.orders ends with the words of orders.
func Overlap(a, b string) bool {
	return a != b && (strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a))
}
