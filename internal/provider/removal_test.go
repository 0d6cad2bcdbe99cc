package provider_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// removal is a virtual host in which resources are applied, and then removed or not.
type removal struct {
	*acctest.BrokerInfo
	t      *testing.T
	vhost  string
	states map[string]*pt.Existing
	plans  map[string]object
	run    *pt.Server
}

// apply creates resources by the names under which a test speaks of them.
func apply(t *testing.T, resources ...object) *removal {
	t.Helper()
	b := acctest.Broker(t)
	r := &removal{BrokerInfo: b, t: t, vhost: b.Vhost(t), states: map[string]*pt.Existing{}, plans: map[string]object{}}
	server := pt.Serve(t, reach(b, r.vhost)).Configure()
	for _, o := range resources {
		name, _ := o.config["name"].(string)
		if name == "" {
			name = "binding"
		}
		r.states[name], r.plans[name] = server.Create(o.typeName, o.config), o
	}
	return r
}

// begin starts another run.
func (r *removal) begin() *removal {
	r.run = pt.Serve(r.t, reach(r.BrokerInfo, r.vhost)).Configure()
	return r
}

func (r *removal) keeps(name string) []pt.Diagnostic {
	r.t.Helper()
	return r.run.Keep(r.states[name], r.plans[name].config)
}

func (r *removal) destroys(name string) []pt.Diagnostic {
	r.t.Helper()
	return r.run.Plan(r.plans[name].typeName, r.states[name], nil)
}

func (r *removal) creates(name string) []pt.Diagnostic {
	r.t.Helper()
	return r.run.Plan(r.plans[name].typeName, nil, r.plans[name].config)
}

// together plans several resources at once, as Terraform does.
func together(plans ...func() []pt.Diagnostic) (all []pt.Diagnostic) {
	var mu sync.Mutex
	var wait sync.WaitGroup
	for _, plan := range plans {
		wait.Go(func() {
			said := plan()
			mu.Lock()
			defer mu.Unlock()
			all = append(all, said...)
		})
	}
	wait.Wait()
	return all
}

func (r *removal) says(all []pt.Diagnostic, rule, queue string, parts ...string) {
	r.t.Helper()
	of := found(all, rule)
	if len(of) != 1 || of[0].Severity != "warning" || !strings.HasPrefix(of[0].Summary, rule+`: queue "`+queue+`"`) {
		r.t.Errorf("said %+v, and no warning of %s about %s", of, rule, queue)
		return
	}
	for _, part := range parts {
		if !strings.Contains(of[0].Detail, part) {
			r.t.Errorf("%q is not in %q", part, of[0].Detail)
		}
	}
}

func (r *removal) quiet(all []pt.Diagnostic) {
	r.t.Helper()
	if of := append(found(all, "dlx_missing"), found(all, "dlx_unroutable")...); len(of) > 0 {
		r.t.Errorf("said %+v", of)
	}
}

func sender(name, exchange, key string) object {
	return queue(pt.Object{"name": name, "dead_letter": pt.Object{"exchange": exchange, "routing_key": key}})
}

// theirs is a queue that somebody else has declared, which dead-letters to an exchange.
func (r *removal) theirs(name, exchange, more string) {
	r.t.Helper()
	r.API(r.t, http.MethodPut, acctest.Queue(`{"x-queue-type":"quorum","x-dead-letter-routing-key":"k","x-dead-letter-exchange":"`+exchange+`"`+more+`}`), "queues", r.vhost, name)
}

func TestAccARemovedExchangeRobsTheQueuesThatStay(t *testing.T) {
	for _, o := range []object{anExchange(nil), deadLetterQueue(pt.Object{"name": "x", "exchange": "x"})} {
		t.Run(o.typeName, func(t *testing.T) {
			t.Parallel()
			r := apply(t, o, sender("s", "x", "k"))
			r.API(t, http.MethodPut, acctest.Queue("{}"), "queues", r.vhost, "keeper")
			r.Bind(t, r.vhost, "x", "k", "keeper")
			const deletes = `this plan deletes the dead-letter exchange "x"`
			r.begin().quiet(r.keeps("s"))
			r.says(r.destroys("x"), "dlx_missing", "s", "are dropped: "+deletes)
			r.begin().says(together(func() []pt.Diagnostic { return r.destroys("x") }, func() []pt.Diagnostic { return r.keeps("s") }), "dlx_missing", "s", deletes)

			r.begin().quiet(r.destroys("s"))
			r.quiet(r.destroys("x"))
			r.begin().quiet(together(func() []pt.Diagnostic { return r.destroys("x") }, func() []pt.Diagnostic { return r.destroys("s") }))
			r.begin().quiet(together(func() []pt.Diagnostic { return r.destroys("x") }, func() []pt.Diagnostic { return r.creates("x") })) // under another address
			r.begin().quiet(together(func() []pt.Diagnostic { return r.destroys("x") }, func() []pt.Diagnostic {
				return r.run.Plan("rabbitmq_queue", r.states["s"], queue(pt.Object{"name": "s"}).config) // no longer
			}))

			r.theirs("t", "x", `,"x-dead-letter-strategy":"at-least-once","x-overflow":"reject-publish"`)
			r.begin().quiet(r.destroys("s"))
			r.says(r.destroys("x"), "dlx_missing", "t", "stay in the queue for ever: "+deletes)
		})
	}
}

func TestAccARemovedBindingRobsTheQueuesThatStay(t *testing.T) {
	r := apply(t, anExchange(nil), queue(pt.Object{}), aBinding(nil), sender("s", "x", "k"), sender("other", "x", "j"), entered("tier", "x", "t"), sender("work", "x", "t"))
	r.begin().quiet(append(r.keeps("s"), r.keeps("work")...))
	r.says(r.destroys("binding"), "dlx_unroutable", "s", `this plan deletes the binding "x -> q (k)", the last one that takes them`)
	r.says(r.destroys("tier"), "dlx_unroutable", "work", `this plan deletes the binding "x -> tier (t)"`)
	r.begin().quiet(r.destroys("binding")) // s may go too
	r.says(r.keeps("s"), "dlx_unroutable", "s", `this plan deletes the binding "x -> q (k)"`)
	r.begin().quiet(append(r.destroys("s"), r.destroys("binding")...))
	r.begin().quiet(r.keeps("s"))
	r.quiet(together(func() []pt.Diagnostic { return r.destroys("binding") }, func() []pt.Diagnostic { return r.creates("binding") }))
	r.begin().quiet(r.keeps("s"))
	r.quiet(together(func() []pt.Diagnostic { return r.destroys("binding") }, func() []pt.Diagnostic {
		return r.run.Plan("rabbitmq_binding", nil, aBinding(pt.Object{"destination": "tier"}).config) // another way
	}))
}

// The key under which dead letters come back and the binding that takes it change in one plan, whichever is planned first.
func TestAccABindingThatChangesWithTheKeyOfDeadLettersTakesNothing(t *testing.T) {
	letters := func(key string) object {
		return queue(pt.Object{"name": "s", "settings_in": "policy", "dead_letter": pt.Object{"exchange": "x", "routing_key": key}})
	}
	r := apply(t, anExchange(nil), queue(pt.Object{}), aBinding(nil), letters("k"))
	replaced := func() []pt.Diagnostic {
		return r.run.Replacement("rabbitmq_binding", r.states["binding"], aBinding(pt.Object{"routing_key": "j"}).config)
	}
	r.begin().quiet(together(replaced, func() []pt.Diagnostic {
		time.Sleep(200 * time.Millisecond)
		return r.run.Plan("rabbitmq_queue", r.states["s"], letters("j").config)
	}))
	r.begin().says(together(replaced, func() []pt.Diagnostic { return r.keeps("s") }), "dlx_unroutable", "s", `this plan deletes the binding "x -> q (k)"`)
}

func TestAccARemovedQueueRobsTheQueuesThatStay(t *testing.T) {
	r := apply(t, queue(pt.Object{}), sender("s", "", "q"), queue(pt.Object{"name": "kept", "deletion_policy": "retain"}), sender("safe", "", "kept"))
	r.begin().quiet(r.keeps("s"))
	r.says(r.destroys("q"), "dlx_unroutable", "s", `this plan deletes the queue that the default exchange takes them to, "q"`)
	r.quiet(append(r.keeps("safe"), r.destroys("kept")...))
	r.begin().quiet(append(r.destroys("kept"), r.keeps("safe")...))
	r.begin().quiet(append(r.destroys("s"), r.destroys("q")...))
}

// A policy that follows the exchange changes after that is gone.
func TestAccAnExchangeOfAnotherNameDropsDeadLettersUntilPoliciesFollow(t *testing.T) {
	for _, o := range []object{anExchange(nil), deadLetterQueue(pt.Object{"name": "x", "exchange": "x"})} {
		t.Run(o.typeName, func(t *testing.T) {
			t.Parallel()
			r := apply(t, o, queue(pt.Object{"name": "s", "settings_in": "policy", "dead_letter": pt.Object{"exchange": "x", "routing_key": "k"}}))
			renamed := with(o.config, pt.Object{"exchange": "y"})
			if o.typeName == "rabbitmq_exchange" {
				renamed = with(o.config, pt.Object{"name": "y"})
			}
			of := found(r.begin().run.Plan(o.typeName, r.states["x"], renamed), "exchange_replaced")
			if len(of) != 1 || !strings.Contains(of[0].Detail, `name or virtual host, and dead letters of queue "s" are dropped until their policies say another exchange.`) {
				t.Errorf("said %+v", of)
			}
		})
	}
}

// What a new exchange costs is said before it is made, and so is what stays with its old name.
func TestAccAReplacedExchangeSaysWhatGoesByIt(t *testing.T) {
	r := apply(t, anExchange(nil), anExchange(pt.Object{"name": "main", "alternate_exchange": "x"}), sender("s", "x", "k"), queue(pt.Object{}), aBinding(nil))
	r.API(t, http.MethodPut, acctest.Queue("{}"), "queues", r.vhost, "theirs")
	r.Bind(t, r.vhost, "x", "k", "theirs")
	says := func(config pt.Object, parts ...string) {
		t.Helper()
		of := found(r.run.Plan("rabbitmq_exchange", r.states["x"], anExchange(config).config), "exchange_replaced")
		if len(of) != 1 || of[0].Severity != "warning" || !strings.HasPrefix(of[0].Summary, `exchange_replaced: exchange "x"`) {
			t.Fatalf("said %+v", of)
		}
		for _, part := range parts {
			if !strings.Contains(of[0].Detail, part) {
				t.Errorf("%q is not in %q", part, of[0].Detail)
			}
		}
	}
	r.begin()
	says(pt.Object{"type": "topic"}, `dead letters of queue "s" are dropped`, `what exchange "main" cannot route`, `bindings "x -> q (k)", "x -> theirs (k)"`, "put back")
	r.begin().destroys("binding")
	says(pt.Object{"name": "y"}, `the old one takes along binding "x -> theirs (k)"`)
	r.begin()
	says(pt.Object{"vhost": r.Vhost(t)}, `takes along bindings "x -> q (k)", "x -> theirs (k)"`)
	for _, all := range [][]pt.Diagnostic{r.begin().keeps("x"), r.begin().destroys("x")} {
		if of := found(all, "exchange_replaced"); len(of) > 0 {
			t.Errorf("said %+v", of)
		}
	}
	r.begin()
	if of := found(r.run.Plan("rabbitmq_exchange", r.states["main"], anExchange(pt.Object{"name": "main"}).config), "exchange_replaced"); len(of) > 0 {
		t.Errorf("said %+v of an exchange that nothing uses", of)
	}
}
