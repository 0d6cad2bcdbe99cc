//go:build faults

package faults

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

func isWrite(r *http.Request) bool { return r.Method != http.MethodGet }

// through runs an apply, a change and a destroy of every resource type by way of a proxy whose faults count as injected.
func through(t *testing.T, inject func(p *acctest.FaultProxy, injected *atomic.Int32)) {
	t.Helper()
	c := counting(t)
	b := acctest.Broker(t)
	wanted := everythingObjects(t, b)
	vhost := b.Vhost(t)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	var injected atomic.Int32
	inject(p, &injected)
	behind := *b
	behind.Endpoint = p.URL()
	w := open(t, &behind, vhost, everything)
	w.settles(c, b, vhost, wanted)
	w.env = append(w.env, "TF_VAR_ttl=3")
	w.settles(c, b, vhost, wanted)
	takesMessages(t, b, vhost, []string{"queue q", "queue r.work"})
	w.leaves(c, b, vhost)
	c.injected += int(injected.Load())
	if c.injected == 0 {
		t.Error("no fault was injected")
	}
}

// A request whose answer is lost was carried out or not: it is repeated, and what it has made is not taken for somebody else's.
func TestAccFaultAnswersAreCut(t *testing.T) {
	t.Parallel()
	t.Run("every tenth", func(t *testing.T) {
		t.Parallel()
		through(t, func(p *acctest.FaultProxy, injected *atomic.Int32) {
			var requests atomic.Int32
			p.On(acctest.Any, -1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
				if requests.Add(1)%10 != 0 {
					forward.ServeHTTP(w, r)
					return
				}
				injected.Add(1)
				if isWrite(r) {
					acctest.Drop(true)(w, r, forward)
				} else {
					acctest.Cut(5)(w, r, forward)
				}
			})
		})
	})
	t.Run("the first of every write", func(t *testing.T) {
		t.Parallel()
		through(t, func(p *acctest.FaultProxy, injected *atomic.Int32) {
			var mu sync.Mutex
			seen := map[string]bool{}
			p.On(isWrite, -1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
				mu.Lock()
				request := r.Method + r.URL.RequestURI()
				again := seen[request]
				seen[request] = true
				mu.Unlock()
				if again {
					forward.ServeHTTP(w, r)
					return
				}
				injected.Add(1)
				acctest.Drop(true)(w, r, forward)
			})
		})
	})
}

// A storm that ends within the retries is waited for, as long as Retry-After says.
func TestAccFaultStormsOfRefusals(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]acctest.Fault{
		"503":                  acctest.Answer(503, "text/html", "<html>Service Unavailable</html>"),
		"503 with Retry-After": acctest.Answer(503, "text/html", "", "Retry-After", "1"),
		"429":                  acctest.Answer(429, "text/plain", "slow down"),
		"429 with Retry-After": acctest.Answer(429, "text/plain", "slow down", "Retry-After", "1"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			through(t, func(p *acctest.FaultProxy, injected *atomic.Int32) {
				var begun sync.Once
				var end time.Time
				p.On(isWrite, -1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
					begun.Do(func() { end = time.Now().Add(3500 * time.Millisecond) })
					if time.Now().After(end) {
						forward.ServeHTTP(w, r)
						return
					}
					injected.Add(1)
					fault(w, r, forward)
				})
			})
		})
	}
}

// One that does not end is an error that says what to do, and the next apply goes on.
func TestAccFaultStormsThatOutlastTheRetries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault acctest.Fault
		words []string
	}{
		"503":                {acctest.Answer(503, "text/html", "<html>Service Unavailable</html>"), []string{"status 503", "Service Unavailable", "is the broker running?"}},
		"429":                {acctest.Answer(429, "text/plain", "slow down"), []string{"status 429", "slow down", "-parallelism", "max_retries"}},
		"429 without a word": {acctest.Answer(429, "text/plain", ""), []string{"429 Too Many Requests", "-parallelism", "max_retries"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tally := counting(t)
			b := acctest.Broker(t)
			vhost := b.Vhost(t)
			p := acctest.NewFaultProxy(t, b.Endpoint)
			behind := *b
			behind.Endpoint = p.URL()
			w := open(t, &behind, vhost, few("create", "1m"))
			p.On(isWrite, 1, c.fault)
			tally.injected++
			w.refused(append(c.words, `"q"`), apply...)
			w.succeeds(apply...)
			w.settles(tally, b, vhost, fewObjects(t, b, vhost))
			w.leaves(tally, b, vhost)
		})
	}
}
