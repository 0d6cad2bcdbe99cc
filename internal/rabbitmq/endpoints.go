package rabbitmq

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// endpoints are the nodes of one cluster, of which one is in use. A request that gets no connection there, or loses it, goes to the
// next at once: every request of this package may be repeated (see checkRetry), and what one node has carried out the others know.
// The one that answers stays in use.
type endpoints struct {
	all []string
	// nodes are what the endpoints say who they are. One alone is not asked.
	nodes []memo[node]

	mu      sync.Mutex
	current int
	// known is the first node that was used, nil before.
	known *node
}

func newEndpoints(all []string) *endpoints {
	return &endpoints{all: all, nodes: make([]memo[node], len(all))}
}

// several reports whether there is a choice.
func (e *endpoints) several() bool { return len(e.all) > 1 }

// next is the endpoint in use, or the first behind it that was not tried yet.
func (e *endpoints) next(tried []int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := e.current
	for slices.Contains(tried, n) {
		n = (n + 1) % len(e.all)
	}
	return n
}

// leave puts the next endpoint in the place of one that did not answer, unless another request has done so.
func (e *endpoints) leave(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current == n {
		e.current = (n + 1) % len(e.all)
	}
}

// url is where a request for the first endpoint goes at another.
func (e *endpoints) url(n int, u *url.URL) (*url.URL, error) {
	if n == 0 {
		return u, nil
	}
	return url.Parse(e.all[n] + strings.TrimPrefix(u.String(), e.all[0]))
}

// errEndpoints is what became of a request at each endpoint that was tried.
type errEndpoints struct {
	endpoints []string
	failures  []error
}

func (e *errEndpoints) add(endpoint string, err error) {
	e.endpoints, e.failures = append(e.endpoints, endpoint), append(e.failures, err)
}

func (e *errEndpoints) Error() string {
	said := make([]string, len(e.failures))
	for i, err := range e.failures {
		said[i] = fmt.Sprintf("%s: %s", e.endpoints[i], noAnswer(err))
	}
	return strings.Join(said, "; ")
}

// Unwrap returns the failures.
func (e *errEndpoints) Unwrap() []error { return e.failures }
