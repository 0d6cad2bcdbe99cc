package rabbitmq

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What stands in front of a broker may answer with what it was sent.
func TestErrorsDoNotRepeatSecrets(t *testing.T) {
	const password, token = "correct-horse+battery", "s3cr3t-token"
	for name, answer := range map[string]func(w http.ResponseWriter, r *http.Request){
		"a reason": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"error":"bad_request","reason":"no: %s %s %s"}`, r.Header.Get("Authorization"), password, r.Header.Get("X-Token"))
		},
		"a page": func(w http.ResponseWriter, r *http.Request) {
			_, _ = fmt.Fprintf(w, "<html>%s %s %s %s", strings.Repeat("x", 90), password, r.Header.Get("Authorization"), r.Header.Get("X-Token"))
		},
		"an error page": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			_, _ = fmt.Fprint(w, r.Header)
		},
		"a redirect": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://u:"+password+"@elsewhere/?token="+token)
			w.WriteHeader(http.StatusFound)
		},
		"a redirect to no URL": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://u:"+password+"@else where:x/%zz")
			w.WriteHeader(http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(answer))
			defer server.Close()
			c, err := New(Config{Endpoint: server.URL, Username: "user", Password: password, Headers: map[string]string{"X-Token": token}, MaxRetries: NoRetries})
			if err != nil {
				t.Fatal(err)
			}
			_, err = c.Overview(t.Context())
			var foreign *NotManagementAPIError
			var api *APIError
			if !errors.As(err, &foreign) && !errors.As(err, &api) {
				t.Fatalf("another error: %v", err)
			}
			for _, secret := range []string{password, "correct", "horse", token, "dXNlcjpjb3JyZWN0"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q is in %v", secret, err)
				}
			}
		})
	}
}
