package kit

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// otherUnits are units that Go durations do not have, or have under another name.
var otherUnits = map[string]time.Duration{
	"w": 7 * 24 * time.Hour, "week": 7 * 24 * time.Hour, "d": 24 * time.Hour, "day": 24 * time.Hour,
	"h": time.Hour, "hr": time.Hour, "hour": time.Hour, "m": time.Minute, "min": time.Minute, "minute": time.Minute,
	"s": time.Second, "sec": time.Second, "second": time.Second, "ms": time.Millisecond, "millisecond": time.Millisecond,
}

var (
	lengthOfTime = regexp.MustCompile(`^(?:\s*[0-9]+(?:\.[0-9]+)?\s*[A-Za-z]+)+\s*$`)
	numberOfUnit = regexp.MustCompile(`([0-9.]+)\s*([A-Za-z]+)`)
	bareNumber   = regexp.MustCompile(`^[0-9]+$`)
	written      = regexp.MustCompile(`^[-+]?(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`)
)

// DurationAdvice says what to write instead of a text that is no Go duration.
func DurationAdvice(text string) string {
	const units = "numbers with the units ns, us, ms, s, m and h"
	if bareNumber.MatchString(text) {
		return fmt.Sprintf("a number needs a unit; if these are milliseconds, write %q", text+"ms")
	}
	if written.MatchString(text) {
		return "it is longer than 292 years, the longest time that can be written; RabbitMQ takes up to 87600h (10 years)"
	}
	if d, ok := meant(text); ok {
		return fmt.Sprintf("durations are %s; write %q", units, DurationValue(d).ValueString())
	}
	return "durations are " + units + ", such as 10s, 1h30m or 72h"
}

// meant reads a duration whose units are written in other ways, such as 1d, 2 weeks or 5 Min. A capital M is not read: it stands for
// months as often as for minutes.
func meant(text string) (time.Duration, bool) {
	if !lengthOfTime.MatchString(text) {
		return 0, false
	}
	sum := 0.0
	for _, part := range numberOfUnit.FindAllStringSubmatch(text, -1) {
		number, err := strconv.ParseFloat(part[1], 64)
		name := strings.ToLower(part[2])
		unit := otherUnits[name]
		if unit == 0 {
			unit = otherUnits[strings.TrimSuffix(name, "s")]
		}
		if err != nil || unit == 0 || part[2] == "M" {
			return 0, false
		}
		sum += number * float64(unit)
	}
	return time.Duration(math.Round(sum)), sum < math.MaxInt64
}
