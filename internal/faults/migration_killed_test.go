//go:build faults

package faults

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// migrating is a configuration of one queue, which its type makes another one.
func migrating(kind string) string {
	return fmt.Sprintf(`
resource "rabbitmq_exchange" "x" {
  name = "x"
  type = "topic"
}
resource "rabbitmq_queue" "q" {
  name           = "q"
  type           = %q
  on_replace     = "migrate"
  delivery_limit = %s
}
resource "rabbitmq_binding" "b" {
  source      = rabbitmq_exchange.x.name
  destination = rabbitmq_queue.q.name
  routing_key = "k.#"
}
`, kind, map[string]string{"quorum": "-1", "classic": "null"}[kind])
}

// point is a request of a migration at which something happens, before the broker gets it or when it has carried it out.
type point struct {
	reached, over chan struct{}
	request       string
}

// anyStep are the requests that change something or look for messages. What a plan asks is not among them.
func anyStep(r *http.Request) bool {
	return r.Method != http.MethodGet && !strings.HasSuffix(r.URL.Path, "/asking")
}

// moving is the request from which on messages move.
func moving(r *http.Request) bool {
	return anyStep(r) && r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/parameters/shovel/")
}

// at lets a proxy stop at the n-th request of some.
func at(proxy *acctest.FaultProxy, of func(*http.Request) bool, n int, carriedOut bool) *point {
	p := &point{reached: make(chan struct{}), over: make(chan struct{})}
	seen := 0
	proxy.On(func(r *http.Request) bool {
		if !of(r) {
			return false
		}
		seen++
		return seen == n
	}, 1, func(w http.ResponseWriter, r *http.Request, forward http.Handler) {
		p.request = r.Method + " " + r.URL.Path
		if carriedOut {
			forward.ServeHTTP(httptest.NewRecorder(), r)
			p.request += ", carried out"
		}
		close(p.reached)
		<-p.over
		acctest.Drop(false)(w, r, forward)
	})
	return p
}

// Whatever ends an apply, the next one goes on with the migration, and no confirmed message is lost.
func TestAccFaultProviderIsKilledDuringAMigration(t *testing.T) {
	t.Parallel()
	const kills, before = 10, 10000
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // points of failure, no secrets
	c := counting(t)
	own := acctest.Broker(t).OwnBroker(t)
	vhost := own.Vhost(t)
	proxy := acctest.NewFaultProxy(t, own.Endpoint)
	behind := *own.BrokerInfo
	behind.Endpoint = proxy.URL()
	w := open(t, &behind, vhost, migrating("classic"))
	w.succeeds(apply...)
	p := newPublisher(t, own.BrokerInfo, vhost)
	for p.published < before {
		p.batch(t.Context(), 1000)
	}
	stop := p.goOn()

	kind, began := "quorum", time.Now()
	w.write(migrating(kind))
	for i := 0; i < kills; {
		stopped := at(proxy, anyStep, 1+random.IntN(16), random.IntN(2) == 0)
		if i == 0 {
			// The broker is killed too, while thousands of messages are moving.
			proxy.Forget()
			stopped = at(proxy, moving, 1, true)
		}
		applying := w.start(apply...)
		select {
		case <-stopped.reached:
			if i == 0 {
				time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
				proxy.Down()
				own.Kill(t)
				c.injected++
				t.Logf("%4.1fs: broker killed at %s", time.Since(began).Seconds(), stopped.request)
				close(stopped.over)
				own.Restart(t)
				proxy.Up()
			}
			applying.killProvider()
			c.injected++
			i++
			t.Logf("%4.1fs: kill %d at %s", time.Since(began).Seconds(), i, stopped.request)
			if i > 1 {
				close(stopped.over)
			}
			if ok, said := applying.end(); ok {
				t.Errorf("without a provider the apply succeeded: %s", said)
			}
		case err := <-applying.done:
			applying.done <- err
			if ok, said := applying.end(); !ok {
				t.Fatalf("nobody was killed: %s", said)
			}
			// The migration was at its end before its point was reached: another one, the other way.
			kind = map[string]string{"quorum": "classic", "classic": "quorum"}[kind]
			t.Logf("%4.1fs: migrated, and now to %s", time.Since(began).Seconds(), kind)
			w.write(migrating(kind))
			proxy.Forget()
		}
	}
	took := time.Since(began)
	w.settles(c, own.BrokerInfo, vhost, []string{"exchange x", "queue q", "binding x queue q k.%23"})
	stop()
	found, missing, twice := collect(t, own.BrokerInfo, vhost, "q"), 0, 0
	for id := range p.confirmed {
		if found[id] == 0 {
			missing++
		}
	}
	for _, n := range found {
		twice += n - 1
	}
	t.Logf("%d kills in %s; messages: published %d, confirmed %d, found %d, confirmed and missing %d, duplicates %d",
		kills, took.Round(time.Second), p.published, len(p.confirmed), len(found), missing, twice)
	if missing > 0 || len(p.confirmed) < before {
		t.Errorf("%d confirmed messages are lost of %d", missing, len(p.confirmed))
	}
	if answer := string(own.API(t, http.MethodGet, "", "parameters", "shovel", vhost)); answer != "[]" {
		t.Errorf("shovels are left over: %s", answer)
	}
	w.leaves(c, own.BrokerInfo, vhost)
}
