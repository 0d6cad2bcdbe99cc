package rabbitmq

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	// With four retries a broker gets 1 + 2 + 4 + 8 s to start.
	retryWaitMin = time.Second
	retryWaitMax = 30 * time.Second
	// Terraform walks its graph with ten workers unless told otherwise; more idle
	// connections than that keep `-parallelism` from costing handshakes.
	maxIdleConns = 32
	// Where there are several endpoints, one that takes no connection in this time is passed over.
	dialTimeout = 5 * time.Second
)

// transport is the one way to the broker: a keep-alive connection pool, a timeout
// for each attempt, and retries around both.
type transport struct {
	endpoints *endpoints
	username  string
	password  string
	secrets   secrets
	retry     *retryablehttp.Client
}

// answer is a complete HTTP answer with a status below 300.
type answer struct {
	// lost is how many attempts before had no answer.
	lost   int
	status int
	header http.Header
	body   []byte
}

func newTransport(all []string, cfg Config) (*transport, error) {
	tlsCfg, err := tlsConfig(cfg)
	if err != nil {
		return nil, err
	}
	proxy, err := proxyFunc(cfg.Proxy)
	if err != nil {
		return nil, err
	}
	base := &http.Transport{
		Proxy: proxy,
		// Dialling and the handshake are part of the attempt and end with its timeout.
		TLSClientConfig:     tlsCfg,
		MaxIdleConns:        maxIdleConns,
		MaxIdleConnsPerHost: maxIdleConns,
		IdleConnTimeout:     90 * time.Second,
	}
	nodes := newEndpoints(all)
	if nodes.several() {
		patience := min(dialTimeout, cfg.RequestTimeout/2)
		base.DialContext, base.TLSHandshakeTimeout = (&net.Dialer{Timeout: patience}).DialContext, patience
	}
	return &transport{
		endpoints: nodes,
		username:  cfg.Username,
		password:  cfg.Password,
		secrets:   newSecrets(cfg),
		retry: &retryablehttp.Client{
			HTTPClient: &http.Client{
				Transport: &attempt{endpoints: nodes, base: base, timeout: cfg.RequestTimeout, headers: cfg.Headers, userAgent: cfg.UserAgent},
				// A redirect would carry the credentials elsewhere, and turns a PUT
				// into a GET: it is reported instead.
				CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			},
			RetryWaitMin: retryWaitMin,
			RetryWaitMax: retryWaitMax,
			RetryMax:     cfg.MaxRetries,
			CheckRetry:   checkRetry,
			Backoff:      backoff,
			// The last answer is what the error is about, not the fact of giving up.
			ErrorHandler: retryablehttp.PassthroughErrorHandler,
		},
	}, nil
}

// do sends a request to path, which follows the endpoint and begins with /api, is
// escaped and may carry a query. Errors are *APIError, *NotManagementAPIError or
// *RequestError.
func (t *transport) do(ctx context.Context, method, path string, body []byte) (*answer, error) {
	req, err := http.NewRequestWithContext(ctx, method, t.endpoints.all[0]+path, nil)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	req.SetBasicAuth(t.username, t.password)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return t.send(req, body)
}

func (t *transport) send(req *http.Request, body []byte) (*answer, error) {
	tries := &tries{}
	ctx := context.WithValue(req.Context(), triesKey{}, tries)
	r, err := retryablehttp.FromRequest(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	if body != nil {
		if err := r.SetBody(body); err != nil {
			return nil, err
		}
	}
	start := time.Now()
	resp, err := t.retry.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			// While it waits to try again, go-retryablehttp only says that the context is over.
			err = context.Cause(ctx)
		}
		return nil, newRequestError(req, err, tries.n, time.Since(start))
	}
	content, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, newRequestError(req, err, tries.n, time.Since(start))
	}
	if err := checkAnswer(req, t.username, resp, content); err != nil {
		resp.Header, content = t.secrets.conceal(resp.Header, content)
		if without := checkAnswer(req, t.username, resp, content); without != nil {
			err = without
		}
		var foreign *NotManagementAPIError
		if errors.As(err, &foreign) && t.endpoints.several() {
			foreign.Endpoint = tries.endpoint
		}
		return nil, err
	}
	return &answer{lost: tries.lost, status: resp.StatusCode, header: resp.Header, body: content}, nil
}

// bound is the http.RoundTripper for one operation of a rabbit-hole client.
// rabbit-hole takes no context and closes its connections; here the request gets
// the operation's context and loses the Close flag. It also keeps only the status
// of a 401 and takes every 404 on DELETE for success, so that answers of 300 and
// more are turned into errors before it sees them.
type bound struct {
	ctx       context.Context
	transport *transport
}

func (b bound) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		_ = req.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	r := req.Clone(b.ctx)
	r.Close = false
	r.Body, r.GetBody, r.ContentLength = nil, nil, 0
	if len(body) == 0 {
		body = nil
	}
	a, err := b.transport.send(r, body)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", a.status, http.StatusText(a.status)),
		StatusCode:    a.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        a.header,
		Body:          io.NopCloser(bytes.NewReader(a.body)),
		ContentLength: int64(len(a.body)),
		Request:       req,
	}, nil
}
