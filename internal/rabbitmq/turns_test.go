package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// underWay counts the requests that the broker is busy with.
type underWay struct {
	mu                     sync.Mutex
	policies, declarations int
	declarationsAtOnce     int
	sideBySide             []string
}

func (u *underWay) watch(w http.ResponseWriter, r *http.Request, forward http.Handler) {
	kind := &u.declarations
	if strings.Contains(r.URL.Path, "policies/") {
		kind = &u.policies
	}
	u.mu.Lock()
	*kind++
	if u.policies > 1 || u.policies == 1 && u.declarations > 0 {
		u.sideBySide = append(u.sideBySide, r.Method+" "+r.URL.Path)
	}
	u.declarationsAtOnce = max(u.declarationsAtOnce, u.declarations)
	u.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	forward.ServeHTTP(w, r)
	u.mu.Lock()
	*kind--
	u.mu.Unlock()
}

func notGet(r *http.Request) bool { return r.Method != http.MethodGet }

// What a broker makes of policies that it is told of at once, or while it declares queues, is a matter of luck.
func TestAccPoliciesAreNeverPutSideBySide(t *testing.T) {
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	var u underWay
	p.On(notGet, -1, u.watch)
	c := client(t, b, p.URL()+"/")
	policy := func(i int) Policy {
		return Policy{
			Vhost: vhost, Name: fmt.Sprint("p", i), Operator: i%2 == 0, Pattern: "^q", ApplyTo: "queues", Priority: float64(i),
			Definition: map[string]any{"max-length": 10 + i},
		}
	}
	all := func(do ...func(i int) error) {
		t.Helper()
		var wg sync.WaitGroup
		for i := range 5 {
			for _, f := range do {
				wg.Go(func() {
					if err := f(i); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
	}
	queue := func(i int) error {
		_, err := c.DeclareQueue(t.Context(), vhost, fmt.Sprint("q/", i), QueueSettings{Durable: true})
		return err
	}
	exchange := func(i int) error {
		_, err := c.DeclareExchange(t.Context(), vhost, fmt.Sprint("e", i), ExchangeSettings{Type: "direct", Durable: true})
		return err
	}
	put := func(i int) error { return c.PutPolicy(t.Context(), policy(i)) }
	remove := func(i int) error { return c.DeletePolicy(t.Context(), vhost, policy(i).Name, policy(i).Operator) }
	all(queue, exchange)
	if u.declarationsAtOnce < 2 {
		t.Error("declarations wait for each other")
	}
	all(put, queue, exchange)
	all(remove, queue, exchange)
	if len(u.sideBySide) > 0 {
		t.Errorf("side by side with others: %q", u.sideBySide)
	}
}

// A policy whose answer does not come holds up neither other virtual hosts nor those who have lost patience.
func TestAccAPolicyIsWaitedForNoLongerThanWanted(t *testing.T) {
	b := acctest.Broker(t)
	vhost, other := b.Vhost(t), b.Vhost(t)
	p := acctest.NewFaultProxy(t, b.Endpoint)
	p.On(acctest.Request(http.MethodPut, "/policies/"), 1, acctest.Hang())
	c := client(t, b, p.URL())
	definition := map[string]any{"max-length": 1}
	hanging, giveUp := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = c.PutPolicy(hanging, Policy{Vhost: vhost, Name: "hangs", Pattern: ".", ApplyTo: "queues", Definition: definition})
	})
	for p.Requests() == 0 {
		time.Sleep(time.Millisecond)
	}
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.DeclareQueue(impatient, vhost, "q", QueueSettings{Durable: true}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a declaration beside a policy: %v", err)
	}
	if err := c.PutPolicy(t.Context(), Policy{Vhost: other, Name: "p", Pattern: ".", ApplyTo: "queues", Definition: definition}); err != nil {
		t.Error(err)
	}
	giveUp()
	wg.Wait()
	if _, err := c.DeclareQueue(t.Context(), vhost, "q", QueueSettings{Durable: true}); err != nil {
		t.Error(err)
	}
}
