package acctest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/go-version"
)

// API makes one request of the management API as the administrator, behind the provider's back, and returns the answer's
// body. The segments of the path behind /api are escaped; body is JSON, sent byte for byte, or empty. A status of 400 or more
// fails the test.
func (b *BrokerInfo) API(t testing.TB, method, body string, segments ...string) []byte {
	t.Helper()
	status, answer := b.Try(t, method, body, segments...)
	if status >= http.StatusBadRequest {
		t.Fatalf("%s %q: the broker answered %d: %s", method, segments, status, answer)
	}
	return answer
}

// Try is API without a failure: it returns the status too.
func (b *BrokerInfo) Try(t testing.TB, method, body string, segments ...string) (status int, answer []byte) {
	t.Helper()
	status, answer, err := b.request(t.Context(), method, body, segments...)
	if err != nil {
		t.Fatal(err)
	}
	return status, answer
}

func (b *BrokerInfo) request(ctx context.Context, method, body string, segments ...string) (status int, answer []byte, err error) {
	var path strings.Builder
	path.WriteString("/api")
	for _, s := range segments {
		path.WriteString("/" + url.PathEscape(s))
	}
	req, err := http.NewRequestWithContext(ctx, method, b.Endpoint+path.String(), bytes.NewBufferString(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.SetBasicAuth(b.Username, b.Password)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// Exists reports whether the broker has an object.
func (b *BrokerInfo) Exists(t testing.TB, segments ...string) bool {
	t.Helper()
	status, answer := b.Try(t, http.MethodGet, "", segments...)
	switch status {
	case http.StatusOK:
		return true
	case http.StatusNotFound:
		return false
	}
	t.Fatalf("GET %q: the broker answered %d: %s", segments, status, answer)
	return false
}

// Queue is the body that declares a durable queue with arguments, which are a JSON object.
func Queue(arguments string) string { return fmt.Sprintf(`{"durable":true,"arguments":%s}`, arguments) }

// Redeclare deletes a queue and declares it anew with another body.
func (b *BrokerInfo) Redeclare(t testing.TB, vhost, queue, body string) {
	t.Helper()
	b.API(t, http.MethodDelete, "", "queues", vhost, queue)
	b.API(t, http.MethodPut, body, "queues", vhost, queue)
}

// Publish publishes a message to a queue through the default exchange and waits until the broker has confirmed it.
func (b *BrokerInfo) Publish(t testing.TB, vhost, queue, payload string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{
		"routing_key": queue, "payload": payload, "payload_encoding": "string", "properties": map[string]any{"delivery_mode": 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Routed bool `json:"routed"`
	}
	if err := json.Unmarshal(b.API(t, http.MethodPost, string(body), "exchanges", vhost, "amq.default", "publish"), &answer); err != nil {
		t.Fatal(err)
	}
	if !answer.Routed {
		t.Fatalf("the message to queue %q in vhost %q was not routed", queue, vhost)
	}
}

// HasArguments fails the test unless the broker has exactly these arguments, a JSON object, of a queue or exchange ("queues" or
// "exchanges"), every digit of their numbers included.
func (b *BrokerInfo) HasArguments(t testing.TB, kind, vhost, name, want string) {
	t.Helper()
	var object struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", kind, vhost, name), &object); err != nil {
		t.Fatal(err)
	}
	if got := string(object.Arguments); canonical(t, got) != canonical(t, want) {
		t.Errorf("%s %q: the broker has the arguments %s, not %s", kind, name, got, want)
	}
}

func canonical(t testing.TB, text string) string {
	t.Helper()
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(sorted)
}

// Version is the broker's release.
func (b *BrokerInfo) Version(t testing.TB) *version.Version {
	t.Helper()
	var overview struct {
		Version string `json:"rabbitmq_version"`
	}
	if err := json.Unmarshal(b.API(t, http.MethodGet, "", "overview"), &overview); err != nil {
		t.Fatal(err)
	}
	v, err := version.NewVersion(overview.Version)
	if err != nil {
		t.Fatal(err)
	}
	return v.Core()
}

// AtLeast reports whether the broker is of a release or newer.
func (b *BrokerInfo) AtLeast(t testing.TB, release string) bool {
	t.Helper()
	return b.Version(t).GreaterThanOrEqual(version.Must(version.NewVersion(release)))
}

// TakesTransientQueues reports whether the broker takes queues that are neither durable nor exclusive: RabbitMQ from 4.3 on does not
// unless it is told to.
func (b *BrokerInfo) TakesTransientQueues(t testing.TB) bool {
	t.Helper()
	status, answer := b.Try(t, http.MethodGet, "", "deprecated-features")
	if status == http.StatusNotFound { // before 3.13
		return true
	}
	var features []struct {
		Name, State string
	}
	if err := json.Unmarshal(answer, &features); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	return !slices.ContainsFunc(features, func(f struct{ Name, State string }) bool {
		return f.Name == "transient_nonexcl_queues" && f.State == "denied"
	})
}
