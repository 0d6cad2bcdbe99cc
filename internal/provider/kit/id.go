package kit

import (
	"fmt"
	"net/url"
	"strings"
)

// ID joins parts into a resource id: each part percent-encoded, with slashes between. Every byte outside
// A-Z a-z 0-9 - _ . ~ is encoded, so that an id never contains a bare @, which marks the older form.
func ID(parts ...string) string {
	encoded := make([]string, len(parts))
	for i, p := range parts {
		encoded[i] = strings.ReplaceAll(url.QueryEscape(p), "+", "%20")
	}
	return strings.Join(encoded, "/")
}

// ParseNameID reads the id of an object that has a name in a virtual host: <vhost>/<name> with each part percent-encoded, or
// the older form name@vhost, unencoded, which is split at its last @.
func ParseNameID(id string) (vhost, name string, err error) {
	if at := strings.LastIndex(id, "@"); at >= 0 {
		vhost, name = id[at+1:], id[:at]
	} else {
		parts, err := ParseID(id, 2)
		if err != nil {
			return "", "", err
		}
		vhost, name = parts[0], parts[1]
	}
	if vhost == "" || name == "" {
		return "", "", fmt.Errorf("the id %q lacks a virtual host or a name; write <vhost>/<name> with each part percent-encoded, for example %s, or name@vhost", id, ID("/", "main.queue"))
	}
	return vhost, name, nil
}

// ParseID reads an id of n percent-encoded parts.
func ParseID(id string, n int) ([]string, error) {
	raw := strings.Split(id, "/")
	if len(raw) != n {
		return nil, fmt.Errorf("the id %q should have %d parts and has %d; percent-encode each part (a slash is %%2F) and write a slash between them", id, n, len(raw))
	}
	parts := make([]string, n)
	for i, r := range raw {
		p, err := url.PathUnescape(r)
		if err != nil {
			return nil, fmt.Errorf("part %d of the id %q is not percent-encoded: %w", i+1, id, err)
		}
		parts[i] = p
	}
	return parts, nil
}
