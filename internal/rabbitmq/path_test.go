package rabbitmq

import "testing"

func TestPathsEscapeEverySpecialCharacter(t *testing.T) {
	for name, want := range map[string]string{
		"/":         "%2F",
		"a/b":       "a%2Fb",
		"50%":       "50%25",
		"%2F":       "%252F",
		"a+b":       "a+b", // the broker takes a plus in a path for itself
		"a b":       "a%20b",
		"~":         "~",
		"a#b?c":     "a%23b%3Fc",
		"user@host": "user@host",
		`"q"`:       "%22q%22",
		"é":         "%C3%A9",
		"a;b,c":     "a%3Bb%2Cc",
		"...":       "...",
	} {
		got, err := apiPath("queues", name)
		if err != nil || got != "/api/queues/"+want {
			t.Errorf("%q: %s, %v; want /api/queues/%s", name, got, err, want)
		}
	}
}

func TestPathsRefuseWhatTheRouterWouldResolve(t *testing.T) {
	for _, name := range []string{"", ".", ".."} {
		if got, err := apiPath("queues", "/", name); err == nil {
			t.Errorf("%q became %s", name, got)
		}
	}
}

func TestVhostIsFoundInPaths(t *testing.T) {
	for path, want := range map[string]string{
		"/api/queues/%2F/q":         "/",
		"/api/queues/a%20b":         "a b",
		"/prefix/api/bindings/v/e/": "v",
		"/api/overview":             "",
		"/api/whoami":               "",
		"/elsewhere":                "",
	} {
		if got := vhostOfPath(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// The locations and keys are those that RabbitMQ 4.0.5 answered.
func TestPropertiesKeyIsTheLastSegmentOfTheLocation(t *testing.T) {
	for location, want := range map[string]string{
		"q/a%252Fb%2Bc%257Ed%2525e%252Bf": "a%2Fb+c%7Ed%25e%2Bf",
		"q/%25C3%25BC%2522%2523%2540":     "%C3%BC%22%23%40",
		"q/~":                             "~",
		"q/.":                             ".",
	} {
		got, err := propertiesKeyOf(location)
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", location, got, err, want)
		}
	}
	for _, location := range []string{"", "q/", "q/%zz"} {
		if key, err := propertiesKeyOf(location); err == nil {
			t.Errorf("%q gave the key %q", location, key)
		}
	}
}
