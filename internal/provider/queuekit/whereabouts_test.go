package queuekit

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/migration"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/rabbitmq"
)

// That no message is lost is said only while there is a queue that they can be in.
func TestNoMessageIsLostIsSaidOfQueuesThatAreThere(t *testing.T) {
	temporary := migration.Temporary("q")
	stopped, gone := errors.New("stopped"), &migration.GoneError{Vhost: "v", Queue: "q"}
	for _, test := range []struct {
		there  []string
		status int // of the answer about a queue that is not there
		err    error
		want   string
		safe   bool
	}{
		{[]string{"q", temporary}, http.StatusNotFound, stopped, "are in it or in", true},
		{[]string{temporary}, http.StatusNotFound, stopped, "are in it or in", true},
		{nil, http.StatusNotFound, stopped, "neither queue", false},
		{nil, http.StatusBadRequest, stopped, "does not say", false},
		{[]string{temporary}, http.StatusNotFound, gone, "not been moved yet are in the temporary queue", false},
		{nil, http.StatusNotFound, gone, "", false},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			path := strings.TrimPrefix(r.URL.Path, "/api/")
			name := strings.TrimPrefix(path, "queues/v/")
			switch {
			case path == "overview":
				_, _ = fmt.Fprint(w, `{"rabbitmq_version":"4.0.5","management_version":"4.0.5"}`)
			case path == "whoami":
				_, _ = fmt.Fprint(w, `{"name":"u","tags":["administrator"]}`)
			case path == "vhosts/v":
				_, _ = fmt.Fprint(w, `{"name":"v"}`)
			case path == "queues/v":
				_, _ = fmt.Fprint(w, "[]")
			case slices.Contains(test.there, name):
				_, _ = fmt.Fprintf(w, `{"name":%q,"vhost":"v","type":"quorum","durable":true,"auto_delete":false,"exclusive":false,"arguments":{}}`, name)
			default:
				w.WriteHeader(test.status)
				_, _ = fmt.Fprint(w, `{"error":"Object Not Found","reason":"Not Found"}`)
			}
		}))
		client, err := rabbitmq.New(rabbitmq.Config{Endpoint: server.URL, Username: "u", Password: "p", MaxRetries: -1})
		if err != nil {
			t.Fatal(err)
		}
		got := whereabouts(t.Context(), client, "v", "q", test.err)
		server.Close()
		if !strings.Contains(got, test.want) || strings.Contains(got, "No message is lost") != test.safe {
			t.Errorf("%v, %d, %v: %q", test.there, test.status, test.err, got)
		}
	}
}
