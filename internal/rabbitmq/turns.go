package rabbitmq

import (
	"context"
	"math"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"
)

// turns keeps writes of one virtual host apart that RabbitMQ must not be given side by side. A broker that is told of a policy reads all
// policies and operator policies, and only then, in a transaction of its own, writes into each queue and exchange which of them is in force
// on it (4.0 and later, rabbit_policy.erl, update_matched_objects); a declaration reads the policies before it stores the queue or exchange
// (rabbit_queue_type.erl, declare; rabbit_exchange.erl, declare). Of two at once the later to write may know less, and what it has written
// stays until a policy changes: putting an equal policy again does nothing (rabbit_runtime_parameters.erl, set_any0). Seen on 4.3: an
// operator policy's TTL without the policy's dead-letter exchange.
type turns struct {
	mu    sync.Mutex
	vhost map[string]*semaphore.Weighted
}

// everybody is the weight of a write that goes alone. Others weigh 1.
const everybody = math.MaxInt64

// take waits until a request may be sent and returns how to end its turn. It fails with the cause if the request's context ends before.
func (t *turns) take(req *http.Request) (end func(), err error) {
	path := req.URL.EscapedPath()
	weight := turnWeight(req.Method, path)
	if weight == 0 {
		return func() {}, nil
	}
	s := t.of(vhostOfPath(path))
	if s.Acquire(req.Context(), weight) != nil {
		return nil, context.Cause(req.Context())
	}
	return func() { s.Release(weight) }, nil
}

// turnWeight is everybody for a change of a policy, which goes alone, 1 for the declaration of a queue or exchange, which may go beside
// others, and 0 for what policies do not care about.
func turnWeight(method, path string) int64 {
	_, rest, _ := strings.Cut(path, "/api/")
	kind, _, _ := strings.Cut(rest, "/")
	switch kind {
	case "policies", "operator-policies":
		if method == http.MethodPut || method == http.MethodDelete {
			return everybody
		}
	case "queues", "exchanges":
		if method == http.MethodPut {
			return 1
		}
	}
	return 0
}

func (t *turns) of(vhost string) *semaphore.Weighted {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.vhost == nil {
		t.vhost = map[string]*semaphore.Weighted{}
	}
	if t.vhost[vhost] == nil {
		t.vhost[vhost] = semaphore.NewWeighted(everybody)
	}
	return t.vhost[vhost]
}
