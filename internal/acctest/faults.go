package acctest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// Any matches every request.
func Any(*http.Request) bool { return true }

// Request matches requests of a method whose escaped path contains a text.
func Request(method, path string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method && strings.Contains(r.URL.EscapedPath(), path) }
}

// Answer answers in the broker's stead.
func Answer(status int, contentType, body string, headers ...string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", contentType)
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Rewrite replaces a text wherever it stands in the broker's answer.
func Rewrite(old, text string) Fault {
	return func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		answer := httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", "identity")
		forward.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		w.WriteHeader(answer.Code)
		_, _ = io.WriteString(w, strings.ReplaceAll(answer.Body.String(), old, text))
	}
}

// Hang neither answers nor closes the connection until the client gives up.
func Hang() Fault {
	return func(_ http.ResponseWriter, r *http.Request, _ http.Handler) {
		done, _ := r.Context().Value(doneKey{}).(chan struct{})
		// The server notices that the client is gone only once the body is read.
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case <-r.Context().Done():
		case <-done:
		}
	}
}

// Cut lets the broker carry out the request and closes the connection after the head
// of its answer and so many bytes of its body.
func Cut(after int) Fault {
	return func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		answer := httptest.NewRecorder()
		forward.ServeHTTP(answer, r)
		conn, out, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		body := answer.Body.Bytes()
		_, _ = fmt.Fprintf(out, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
			answer.Code, http.StatusText(answer.Code), len(body))
		_, _ = out.Write(body[:min(after, len(body))])
		_ = out.Flush()
	}
}

// Drop closes the connection without an answer, after the broker has carried out the
// request if so wanted.
func Drop(carriedOut bool) Fault {
	return func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		if carriedOut {
			forward.ServeHTTP(httptest.NewRecorder(), r)
		}
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = conn.Close()
		}
	}
}
