package rabbitmq

import (
	"errors"
	"net"
	"net/http"
	"testing"
	"time"
)

// A name that nobody knows will not be known some seconds later; a resolver that fails may be there again.
func TestRequestsToAHostThatNobodyKnowsAreNotRepeated(t *testing.T) {
	for _, missing := range []bool{true, false} {
		err := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "broker.invalid", Server: "127.0.0.53:53", IsNotFound: missing}}
		if again, _ := checkRetry(t.Context(), nil, err); again == missing {
			t.Errorf("not found %t: repeated %t", missing, again)
		}
		req, reqErr := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://broker.invalid/api/overview", nil)
		if reqErr != nil {
			t.Fatal(reqErr)
		}
		failed := newRequestError(req, err, 1, time.Second)
		wantWords(t, failed, `GET /api/overview got no answer: the host name "broker.invalid" cannot be resolved (no such host)`)
		if failed.Lasting() {
			t.Error("the same apply may make the host")
		}
	}
}

// What speaks no HTTP now will speak none a second later.
func TestMalformedAnswersAreNotAskedForAgain(t *testing.T) {
	for _, answer := range []string{"220 mail ready\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nno header\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"} {
		listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it ends with the test
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		go func() {
			for {
				connection, err := listener.Accept()
				if err != nil {
					return
				}
				_, _ = connection.Read(make([]byte, 1024))
				_, _ = connection.Write([]byte(answer))
				_ = connection.Close()
			}
		}()
		c, err := New(Config{Endpoint: "http://" + listener.Addr().String(), Username: "u", Password: "p", RequestTimeout: time.Second, MaxRetries: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Overview(t.Context())
		var failed *RequestError
		if !errors.As(err, &failed) || failed.Attempts != 1 || !failed.Lasting() {
			t.Errorf("%q: %v", answer, err)
		}
		wantWords(t, err, "does not speak HTTP", "15672")
	}
}
