package queueargs

import (
	"slices"
	"time"
)

// WithoutRefused returns the values with Unknown in place of those that no attribute takes: a value that is an error already tells nothing
// else about a queue. The ranges of message TTL and expires are left to the rules.
func (v Values) WithoutRefused() Values {
	left := make(Values, len(v))
	for attribute, value := range v {
		left[attribute] = value
		if row := ByAttribute(attribute); row != nil && !row.offers(value) {
			left[attribute] = Unknown{}
		}
	}
	return left
}

func (r *Row) offers(value any) bool {
	switch value := value.(type) {
	case time.Duration:
		return value%r.Resolution() == 0 && (r == MessageTTL || r == Expires || r.spans(value.Milliseconds()))
	case int64:
		return r.spans(value)
	case string:
		return len(r.OneOf) == 0 || r == QueueType || slices.Contains(r.OneOf, value)
	default:
		return true
	}
}

func (r *Row) spans(n int64) bool {
	return (r.Min == nil || n >= *r.Min) && (r.Max == nil || n <= *r.Max)
}

// Resolution is the shortest time that a duration of the row can tell.
func (r *Row) Resolution() time.Duration {
	if r.Kind == MaxAge {
		return time.Second
	}
	return time.Millisecond
}
