package topology

import (
	"encoding/json"
	"strings"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// Headers are the headers of a message: strings, booleans, integers, and nil for a header without a value. Those of other types match no
// binding that asks for a value.
type Headers map[string]any

// headersMatched returns the bindings that surely take a message with these headers, and whether no other does.
func headersMatched(bindings []*Binding, headers Headers) (matched []*Binding, certain bool) {
	certain = true
	for _, b := range bindings {
		a := headersMatch(b.Arguments, headers)
		certain = certain && a.known
		if a.known && a.takes {
			matched = append(matched, b)
		}
	}
	return matched, certain
}

// answer is whether a binding takes a message, if that is known.
type answer struct{ takes, known bool }

// headersMatch says whether a headers exchange routes a message to a binding with these arguments. Headers that are nil are not known: the
// answer then holds for all that they may be. (rabbit_exchange_type_headers.erl)
func headersMatch(arguments map[string]any, headers Headers) answer {
	mode, set := arguments["x-match"]
	if _, unknown := mode.(queueargs.Unknown); unknown {
		return answer{}
	}
	if !set {
		mode = "all"
	}
	anyOne, withX := mode == "any" || mode == "any-with-x", mode == "all-with-x" || mode == "any-with-x"
	known := true
	for name, wanted := range arguments {
		if name == "x-match" || !withX && strings.HasPrefix(name, "x-") {
			continue
		}
		switch a := headerMatches(wanted, headers, name); {
		case !a.known:
			known = false
		case a.takes == anyOne:
			// One header that matches is enough, or one that does not.
			return answer{anyOne, true}
		}
	}
	return answer{!anyOne, known}
}

// headerMatches compares one header. A binding that has it without a value asks only that it is there.
func headerMatches(wanted any, headers Headers, name string) answer {
	if _, unknown := wanted.(queueargs.Unknown); unknown || headers == nil {
		return answer{}
	}
	has, there := headers[name]
	switch {
	case wanted == nil || !there:
		return answer{there, true}
	}
	a, b := number64(wanted), number64(has)
	if _, fraction := a.(json.Number); fraction {
		// Whether 1.0 is 1 depends on the release (== up to 3.10, =:= later).
		return answer{}
	}
	return answer{looksAt(a) && a == b, true}
}

// number64 makes whole numbers comparable, whatever type they have.
func number64(value any) any {
	switch v := value.(type) {
	case int:
		return int64(v)
	case int32:
		return int64(v)
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
	}
	return value
}

// looksAt reports whether headers exchanges compare values of this type: they do not look at lists and tables.
func looksAt(value any) bool {
	switch value.(type) {
	case string, bool, int64:
		return true
	}
	return false
}
