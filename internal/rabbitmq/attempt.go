package rabbitmq

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// attempt is one try of a request, with the body read to its end: only so does a
// connection that is cut in the middle of an answer count as a failed try.
type attempt struct {
	endpoints *endpoints
	base      http.RoundTripper
	timeout   time.Duration
	headers   map[string]string
	userAgent string
	turns     turns
}

// errRequestTimeout tells the timeout of one attempt from a deadline of the caller.
type errRequestTimeout struct{ after time.Duration }

func (e *errRequestTimeout) Error() string {
	return fmt.Sprintf("no complete answer within the request timeout of %s", e.after)
}

// RoundTrip tries the endpoints in turn until one answers.
func (a *attempt) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		_ = req.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	// A turn lasts for one attempt: between two nobody has to wait, and waiting is no part of the attempt's timeout.
	end, err := a.turns.take(req)
	if err != nil {
		return nil, err
	}
	defer end()
	t, counted := req.Context().Value(triesKey{}).(*tries)
	if counted {
		t.n++
	}
	failed := &errEndpoints{}
	var tried []int
	for {
		n := a.endpoints.next(tried)
		resp, err := a.at(n, req, body)
		if err == nil {
			if counted {
				t.endpoint = a.endpoints.all[n]
			}
			return resp, nil
		}
		if counted {
			t.lost++
		}
		if !a.endpoints.several() || req.Context().Err() != nil {
			return nil, err
		}
		failed.add(a.endpoints.all[n], err)
		// One that is slow is left, too, though not with this request.
		var slow *errRequestTimeout
		if !lasting(err) || errors.As(err, &slow) {
			a.endpoints.leave(n)
		}
		tried = append(tried, n)
		if lasting(err) || len(tried) == len(a.endpoints.all) {
			return nil, failed
		}
	}
}

// at sends a request, with its body, to an endpoint.
func (a *attempt) at(n int, req *http.Request, body []byte) (*http.Response, error) {
	ctx, done := finishing(req)
	defer done()
	ctx, cancel := context.WithTimeoutCause(ctx, a.timeout, &errRequestTimeout{a.timeout})
	defer cancel()
	err := a.endpoints.belongs(ctx, n, func(ctx context.Context, url string, into any) (int, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return 0, err
		}
		r.Header.Set("Authorization", req.Header.Get("Authorization"))
		resp, err := a.base.RoundTrip(a.dressed(r))
		if err != nil {
			return 0, err
		}
		content, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err == nil && resp.StatusCode == http.StatusOK {
			// What is no JSON leaves nothing, which says the same.
			_ = json.Unmarshal(content, into)
		}
		return resp.StatusCode, err
	})
	if err != nil {
		return nil, attemptError(ctx, foreignProtocol(err))
	}
	r := req.Clone(ctx)
	if body != nil {
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	if r.URL, err = a.endpoints.url(n, req.URL); err != nil {
		return nil, err
	}
	r.Host = r.URL.Host
	resp, err := a.base.RoundTrip(a.dressed(r))
	if err != nil {
		return nil, attemptError(ctx, foreignProtocol(err))
	}
	content, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, attemptError(ctx, err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(content))
	if _, err := url.Parse(resp.Header.Get("Location")); err != nil {
		resp.Header.Set("Location", concealed) // net/http would repeat it in an error
	}
	return resp, nil
}

// dressed adds to a request what every request has.
func (a *attempt) dressed(r *http.Request) *http.Request {
	r.Header.Set("User-Agent", a.userAgent)
	for name, value := range a.headers {
		r.Header.Set(name, value)
		if http.CanonicalHeaderKey(name) == "Host" {
			r.Host = value
		}
	}
	return r
}

func attemptError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("the connection was closed before the answer was complete: %w", err)
	}
	return err
}
