package queueargs

import (
	"encoding/json"
	"regexp"
	"strconv"
	"time"
)

// Parse turns the arguments that a broker returned into typed settings. What no attribute can express (an argument
// that the table does not know, or a value of the wrong JSON type, which brokers accept for some arguments) is
// returned as extra, so that nothing a queue was declared with goes unseen.
func Parse(args Arguments) (values Values, extra Arguments) {
	return parse(args, func(name string) (*Row, bool) { row := ByArgument(name); return row, row != nil && row.Attribute != "" })
}

func parse(args Arguments, find func(name string) (*Row, bool)) (values Values, extra Arguments) {
	values, extra = Values{}, Arguments{}
	for name, raw := range args {
		row, offered := find(name)
		if !offered {
			extra[name] = raw
			continue
		}
		value, ok := row.Value(raw)
		if !ok {
			extra[name] = raw
			continue
		}
		values[row.Attribute] = value
	}
	return values, extra
}

// Value converts a value on the wire to the typed one: int64, time.Duration, string, bool or Unknown. It reports
// false for a value of another JSON type and for a number that does not fit.
func (r *Row) Value(raw any) (any, bool) {
	if _, unknown := raw.(Unknown); unknown {
		return raw, true
	}
	switch r.Kind {
	case Integer, Duration:
		number, ok := raw.(json.Number)
		if !ok {
			return nil, false
		}
		n, err := number.Int64()
		if err != nil {
			return nil, false
		}
		if r.Kind == Integer {
			return n, true
		}
		if n > maxDuration.Milliseconds() || n < -maxDuration.Milliseconds() {
			return nil, false
		}
		return time.Duration(n) * time.Millisecond, true
	case MaxAge:
		s, ok := raw.(string)
		if !ok {
			return nil, false
		}
		return parseMaxAge(s)
	case Boolean:
		b, ok := raw.(bool)
		return b, ok
	default:
		s, ok := raw.(string)
		return s, ok
	}
}

const maxDuration = time.Duration(1<<63 - 1)

var maxAgePattern = regexp.MustCompile(`^([0-9]+)([YMDhms])$`)

// maxAgeUnits are the units of x-max-age. A year is 365 days and a month 30, as in rabbit_amqqueue.erl (unit_value_in_ms).
var maxAgeUnits = map[string]time.Duration{
	"Y": 365 * 24 * time.Hour, "M": 30 * 24 * time.Hour, "D": 24 * time.Hour,
	"h": time.Hour, "m": time.Minute, "s": time.Second,
}

func parseMaxAge(s string) (any, bool) {
	m := maxAgePattern.FindStringSubmatch(s)
	if m == nil {
		return nil, false
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	unit := maxAgeUnits[m[2]]
	if err != nil || n > int64(maxDuration/unit) {
		return nil, false
	}
	return time.Duration(n) * unit, true
}

// SameAge compares ages that may be written in different units: 7D is 604800s. The row may be nil, and of another kind.
func (r *Row) SameAge(a, b any) bool {
	if r == nil || r.Kind != MaxAge {
		return false
	}
	first, ok := r.Value(a)
	second, also := r.Value(b)
	return ok && also && first == second
}
