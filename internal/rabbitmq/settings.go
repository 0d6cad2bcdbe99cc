package rabbitmq

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// ConfigError says which setting of a Config cannot be used.
type ConfigError struct {
	// Setting is the name of the Config's field.
	Setting string
	Err     error
}

func (e *ConfigError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the setting.
func (e *ConfigError) Unwrap() error { return e.Err }

// CheckEndpoint says what is wrong with a Config.Endpoint, as far as that can be known without asking it. The error never repeats
// the URL, which may hold a password.
func CheckEndpoint(raw string) error {
	_, err := endpointList(raw)
	return err
}

// endpointList returns the endpoints of a list with commas, each as normalizeEndpoint has it.
func endpointList(raw string) ([]string, error) {
	var all []string
	entries := strings.Split(raw, ",")
	for i, entry := range entries {
		one, err := normalizeEndpoint(strings.TrimSpace(entry))
		switch {
		case err != nil && len(entries) > 1:
			return nil, fmt.Errorf("entry %d of the list of %d endpoints cannot be used: %w", i+1, len(entries), err)
		case err != nil:
			return nil, err
		case slices.Contains(all, one):
			return nil, fmt.Errorf("entry %d of the list of endpoints stands there twice: %s", i+1, one)
		}
		all = append(all, one)
	}
	return all, nil
}

// normalizeEndpoint returns the URL without trailing slash and /api. Its errors
// never repeat the URL, which may hold a password.
func normalizeEndpoint(raw string) (string, error) {
	if raw == "" {
		return "", errors.New("no endpoint is given; it is the URL of the management plugin, for example http://127.0.0.1:15672")
	}
	u, err := url.Parse(raw)
	if err == nil && (u.Scheme == "amqp" || u.Scheme == "amqps") {
		return "", errors.New("the endpoint is where AMQP clients connect; the provider talks to the management plugin, for example at http://host:15672")
	}
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", errors.New("the endpoint is not a URL of the form http://host:15672 or https://host:15671")
	}
	if err := checkPort(u); err != nil {
		return "", fmt.Errorf("the endpoint's %w", err)
	}
	if u.User != nil {
		return "", errors.New("the endpoint contains a user name or password before the host; give them as username and password instead")
	}
	if u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("the endpoint contains a query or fragment; it is only the base URL of the management plugin")
	}
	s := strings.TrimRight(u.String(), "/")
	return strings.TrimRight(strings.TrimSuffix(s, "/api"), "/"), nil
}

// checkPort refuses the ports that no server can have. No port at all is that of the scheme.
func checkPort(u *url.URL) error {
	const highest = 65535
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > highest {
			return fmt.Errorf("port %s is not between 1 and %d", port, highest)
		}
	}
	return nil
}

// CheckProxy says what is wrong with a Config.Proxy. The error never repeats the URL, which may hold a password.
func CheckProxy(raw string) error {
	_, err := parseProxy(raw)
	return err
}

func parseProxy(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" {
		// url.Parse repeats its input, in which a password may stand.
		return nil, errors.New("the proxy is not a URL of the form http://host:port")
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
	default:
		return nil, fmt.Errorf("the proxy's scheme %q is not http, https or socks5", u.Scheme)
	}
	if err := checkPort(u); err != nil {
		return nil, fmt.Errorf("the proxy's %w", err)
	}
	return u, nil
}

// CheckHeader says what is wrong with one of a Config's Headers, of which none could be sent then (RFC 9110, 5.1 and 5.5). The error
// does not repeat the value, which may be secret.
func CheckHeader(name, value string) error {
	if !httpguts.ValidHeaderFieldName(name) {
		return fmt.Errorf("%q is no name of an HTTP header: it may have letters, digits and hyphens in it, and neither spaces nor line breaks", name)
	}
	if !httpguts.ValidHeaderFieldValue(value) {
		return fmt.Errorf("the value of the HTTP header %q has a line break or another control character in it", name)
	}
	return nil
}
