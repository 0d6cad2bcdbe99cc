package queueargs

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/hashicorp/go-version"
)

// NoLimitEver is a delivery limit that is none also after the broker was upgraded to a version that has one by default. Versions before
// that are sent NeverReached, since they have no other word for it that a later one would understand.
const NoLimitEver int64 = math.MinInt64

// NeverReached is a delivery limit that no message reaches: a hundred failures a second take eight months.
const NeverReached int64 = math.MaxInt32

// Render turns typed settings into the arguments that a broker of version v is sent. A nil v is a broker that is not
// known yet: what differs between versions is then Unknown. Values outside a row's range are rendered as they are;
// refusing them is the rules' task.
func Render(values Values, v *version.Version) Arguments {
	return render(values, v, func(r *Row) string { return r.Argument })
}

func render(values Values, v *version.Version, name func(*Row) string) Arguments {
	rendered := Arguments{}
	for attribute, value := range values {
		row := ByAttribute(attribute)
		if value, ok := row.render(value, v); ok {
			rendered[name(row)] = value
		}
	}
	return rendered
}

func (r *Row) render(value any, v *version.Version) (any, bool) {
	switch value := value.(type) {
	case time.Duration:
		if r.Kind == MaxAge {
			return strconv.FormatInt(int64(value/time.Second), 10) + "s", true
		}
		return Int(value.Milliseconds()), true
	case int64:
		if value < 0 && r.Unlimited != "" {
			switch {
			case v == nil:
				return Unknown{}, true
			case atLeast(v, r.Unlimited):
				return Int(max(value, -1)), true
			}
			return Int(NeverReached), value == NoLimitEver
		}
		return Int(value), true
	default:
		return value, true
	}
}

// Int is n as it stands in JSON. Numbers are never floats on their way: RabbitMQ refuses 60000.0 for an integer.
func Int(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }

// NeedsVersion reports whether rendering depends on the broker's version.
func NeedsVersion(values Values) bool {
	for attribute, value := range values {
		if n, ok := value.(int64); ok && n < 0 && ByAttribute(attribute).Unlimited != "" {
			return true
		}
	}
	return false
}
