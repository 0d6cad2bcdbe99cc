package rabbitmq

import (
	"fmt"
	"net/url"
	"strings"
)

// apiPath joins escaped segments behind /api. It refuses the segments that no
// escaping gets through: the broker's router drops empty ones, and resolves "." and
// ".." after decoding (cowboy_router's remove_dot_segments), so that a request about
// a queue named ".." would be one about all queues.
func apiPath(segments ...string) (string, error) {
	var b strings.Builder
	b.WriteString("/api")
	for _, s := range segments {
		if err := checkName(s); err != nil {
			return "", err
		}
		b.WriteByte('/')
		b.WriteString(url.PathEscape(s))
	}
	return b.String(), nil
}

func checkName(s string) error {
	switch s {
	case "":
		return fmt.Errorf("an empty name cannot be addressed in the management API")
	case ".", "..":
		return fmt.Errorf("the name %q cannot be addressed in the management API, whose router takes it for a relative path", s)
	}
	return nil
}

// vhostOfPath returns the virtual host in an escaped path such as
// /api/queues/%2F/name, or "". The endpoint may put a prefix before /api.
func vhostOfPath(path string) string {
	_, rest, found := strings.Cut(path, "/api/")
	if !found {
		return ""
	}
	parts := strings.Split(rest, "/")
	if len(parts) < 2 {
		return ""
	}
	switch parts[0] {
	case "queues", "exchanges", "bindings", "policies", "operator-policies", "vhosts":
		if v, err := url.PathUnescape(parts[1]); err == nil {
			return v
		}
	}
	return ""
}

// exchangeSegment is an exchange's name in a path: the default exchange has no name
// and is addressed as amq.default.
func exchangeSegment(name string) string {
	if name == "" {
		return "amq.default"
	}
	return name
}
