package acctest

import (
	"context"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// FaultProxy stands between a client and a real broker. It counts, delays, and does to
// chosen requests what networks and overloaded servers do.
type FaultProxy struct {
	t       testing.TB
	address string
	forward *httputil.ReverseProxy
	server  *http.Server

	latency     atomic.Int64
	connections atomic.Int64

	mu     sync.Mutex
	log    []string
	faults []*scripted
	done   chan struct{}
}

type scripted struct {
	match func(*http.Request) bool
	times int
	fault Fault
}

// Fault treats one request instead of plain forwarding. forward sends it on to the
// broker and writes the broker's answer to the given writer.
type Fault func(w http.ResponseWriter, r *http.Request, forward http.Handler)

// NewFaultProxy starts a proxy on a loopback port in front of target (a base URL). It
// ends with the test.
func NewFaultProxy(t testing.TB, target string) *FaultProxy {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	p := &FaultProxy{t: t, address: "127.0.0.1:0", done: make(chan struct{})}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil
	transport.MaxIdleConnsPerHost = 64
	transport.IdleConnTimeout = 30 * time.Second // the broker closes a connection after a minute, just as it may be used again
	p.forward = &httputil.ReverseProxy{
		Transport: transport,
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(u) },
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() == nil {
				t.Errorf("the broker behind the proxy: %s %s: %v", r.Method, r.URL, err)
			}
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	p.Up()
	t.Cleanup(func() {
		close(p.done)
		p.Down()
		transport.CloseIdleConnections()
	})
	return p
}

// URL is the base URL under which the proxy stands for its target.
func (p *FaultProxy) URL() string { return "http://" + p.address }

// Down stops listening and drops all connections: clients are refused.
func (p *FaultProxy) Down() { _ = p.server.Close() }

// Up listens again after Down, on the same port.
func (p *FaultProxy) Up() {
	p.t.Helper()
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.address = listener.Addr().String()
	p.server = &http.Server{
		Handler:           http.HandlerFunc(p.handle),
		ReadHeaderTimeout: time.Minute,
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			p.connections.Add(1)
			return context.WithValue(ctx, handshakeKey{}, &sync.Once{})
		},
	}
	go func(s *http.Server) { _ = s.Serve(listener) }(p.server)
}

type handshakeKey struct{}

// SetLatency adds a time to each round trip: to every request, and once more to the
// first of each connection, which stands for the handshake.
func (p *FaultProxy) SetLatency(d time.Duration) { p.latency.Store(int64(d)) }

// On lets a fault happen to the next requests that match, as often as times says (a
// negative number: always). Of several that match the one added first is taken.
func (p *FaultProxy) On(match func(*http.Request) bool, times int, fault Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, &scripted{match, times, fault})
}

// Forget drops all faults that have not happened yet.
func (p *FaultProxy) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = nil
}

// Requests is the number of requests that have come in.
func (p *FaultProxy) Requests() int { return len(p.Log()) }

// Connections is the number of connections that were opened.
func (p *FaultProxy) Connections() int { return int(p.connections.Load()) }

// Log lists the requests that have come in, each as its method and escaped URI.
func (p *FaultProxy) Log() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.log)
}

func (p *FaultProxy) handle(w http.ResponseWriter, r *http.Request) {
	fault := p.take(r)
	if d := time.Duration(p.latency.Load()); d > 0 {
		if first, ok := r.Context().Value(handshakeKey{}).(*sync.Once); ok {
			first.Do(func() { time.Sleep(d) })
		}
		time.Sleep(d)
	}
	if fault == nil {
		p.forward.ServeHTTP(w, r)
		return
	}
	fault(w, r.WithContext(context.WithValue(r.Context(), doneKey{}, p.done)), p.forward)
}

type doneKey struct{}

func (p *FaultProxy) take(r *http.Request) Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = append(p.log, r.Method+" "+r.URL.RequestURI())
	for _, s := range p.faults {
		if s.times != 0 && s.match(r) {
			s.times--
			return s.fault
		}
	}
	return nil
}
