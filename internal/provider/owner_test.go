package provider_test

import (
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

func anExchange(config pt.Object) object {
	return object{"rabbitmq_exchange", with(pt.Object{"name": "x"}, config)}
}

func aBinding(config pt.Object) object {
	return object{"rabbitmq_binding", with(pt.Object{"source": "x", "destination": "q", "routing_key": "k"}, config)}
}

func aRoute(vhost string) object {
	return object{"rabbitmq_delay_route", pt.Object{
		"network": kit.ID(vhost, "d.delivery"), "address": "k", "destination": "amq.fanout", "destination_type": "exchange",
	}}
}

func anExpiringQueue(name string) object {
	return object{"rabbitmq_expiring_queue", pt.Object{"name": name, "message_ttl": "1h", "on_expiry": "discard"}}
}

func anOperatorPolicy(name string) object {
	return object{"rabbitmq_operator_policy", pt.Object{"name": name, "pattern": "", "max_length": 5}}
}

func aCeiling(config pt.Object) object {
	return object{"rabbitmq_ttl_ceiling", with(pt.Object{"pattern": "^q", "message_ttl": "1h"}, config)}
}

func entered(name, exchange string, keys ...string) object {
	return tier(pt.Object{"name": name, "delay": "10s", "enter_from": pt.Object{"exchange": exchange, "routing_keys": keys}})
}

// aRetryTopology makes, among others, the exchanges r.first, r.retry and r.return and the queues q, r.retry.1 and r.parking.
func aRetryTopology(source string) object {
	return object{"rabbitmq_retry_topology", pt.Object{
		"name": "r", "work_queue": pt.Object{"name": "q"}, "enter_from": pt.Object{"exchange": source, "routing_keys": []string{"k"}}, "delays": []string{"10s"},
		"exhausted": pt.Object{"queue": "r.parking"}, "type": "quorum", "deletion_policy": "if_empty",
	}}
}

// aDelayNetwork makes, among others, the exchange n.delivery and an exchange and a queue n.level-00.
func aDelayNetwork() object {
	return object{"rabbitmq_delay_network", pt.Object{"prefix": "n", "levels": 2, "unit": "1s", "type": "quorum", "deletion_policy": "if_empty"}}
}

func TestAccAnObjectHasOneOwner(t *testing.T) {
	b := acctest.Broker(t)
	vhost, other := b.Vhost(t), b.Vhost(t)
	for name, c := range map[string]struct {
		one, two object
		// object is what both own, "" if they have nothing in common.
		object string
	}{
		"queue and queue":                   {queue(pt.Object{}), queue(pt.Object{"type": "classic"}), `queue "q"`},
		"queue and expiring queue":          {queue(pt.Object{}), anExpiringQueue("q"), `queue "q"`},
		"queue and tier":                    {queue(pt.Object{}), tier(pt.Object{"delay": "10s"}), `queue "q"`},
		"queue and dead-letter queue":       {queue(pt.Object{}), deadLetterQueue(pt.Object{}), `queue "q"`},
		"exchange and exchange":             {anExchange(nil), anExchange(nil), `exchange "x"`},
		"exchange and dead-letter queue":    {anExchange(nil), deadLetterQueue(pt.Object{}), `exchange "x"`},
		"two dead-letter queues":            {deadLetterQueue(pt.Object{}), deadLetterQueue(pt.Object{"name": "r"}), `exchange "x"`},
		"binding and binding":               {aBinding(nil), aBinding(nil), `binding "x -> q (k)"`},
		"binding and binding by arguments":  {aBinding(pt.Object{"arguments": pt.Object{"n": 1}}), aBinding(pt.Object{"arguments": pt.Object{"n": 1}}), `binding "x -> q (k)"`},
		"binding and tier":                  {aBinding(nil), entered("q", "x", "j", "k"), `binding "x -> q (k)"`},
		"binding and dead-letter queue":     {aBinding(nil), deadLetterQueue(pt.Object{}), `binding "x -> q (k)"`},
		"binding and route":                 {aBinding(pt.Object{"source": "d.delivery", "destination": "amq.fanout", "destination_type": "exchange", "routing_key": "#.k"}), aRoute(vhost), `binding "d.delivery -> amq.fanout (#.k)"`},
		"queue and retry topology":          {queue(pt.Object{}), aRetryTopology("x"), `queue "q"`},
		"exchange and retry topology":       {anExchange(pt.Object{"name": "r.first"}), aRetryTopology("x"), `exchange "r.first"`},
		"binding and retry topology":        {aBinding(nil), aRetryTopology("x"), `binding "x -> q (k)"`},
		"dead letters and retry topology":   {deadLetterQueue(pt.Object{"name": "r.parking"}), aRetryTopology("x"), `queue "r.parking"`},
		"queue and delay network":           {queue(pt.Object{"name": "n.level-00"}), aDelayNetwork(), `queue "n.level-00"`},
		"exchange and delay network":        {anExchange(pt.Object{"name": "n.delivery"}), aDelayNetwork(), `exchange "n.delivery"`},
		"queue beside a retry topology":     {queue(pt.Object{"name": "other"}), aRetryTopology("x"), ""},
		"policy and policy":                 {policy(pt.Object{"max_length": 5}), policy(pt.Object{"max_length": 6}), `policy "p"`},
		"operator policy and ceiling":       {anOperatorPolicy("p"), aCeiling(pt.Object{"name": "p"}), `operator policy "p"`},
		"ceilings of one pattern":           {aCeiling(nil), aCeiling(pt.Object{"message_ttl": "2h"}), `operator policy "ttl-ceiling ^q"`},
		"policy and operator policy":        {policy(pt.Object{"max_length": 5}), anOperatorPolicy("p"), ""},
		"ceilings of two patterns":          {aCeiling(nil), aCeiling(pt.Object{"pattern": "^r"}), ""},
		"queues of two virtual hosts":       {queue(pt.Object{}), queue(pt.Object{"vhost": other}), ""},
		"queue and exchange":                {queue(pt.Object{}), anExchange(pt.Object{"name": "q"}), ""},
		"bindings by other keys":            {aBinding(nil), aBinding(pt.Object{"routing_key": "j"}), ""},
		"bindings with other arguments":     {aBinding(nil), aBinding(pt.Object{"arguments": pt.Object{"n": 1}}), ""},
		"bindings to queue and exchange":    {aBinding(nil), aBinding(pt.Object{"destination_type": "exchange"}), ""},
		"binding and tier by another key":   {aBinding(nil), entered("q", "x", "j"), ""},
		"names that are not known":          {queue(pt.Object{"name": pt.Unknown{}}), queue(pt.Object{"name": pt.Unknown{}}), ""},
		"virtual hosts that are not known":  {queue(pt.Object{"vhost": pt.Unknown{}}), queue(pt.Object{"vhost": pt.Unknown{}}), ""},
		"dead-letter queues of two of them": {deadLetterQueue(pt.Object{}), deadLetterQueue(pt.Object{"name": "r", "exchange": "y"}), ""},
	} {
		for _, pair := range [][2]object{{c.one, c.two}, {c.two, c.one}} {
			t.Run(name, func(t *testing.T) {
				server := pt.Serve(t, reach(b, vhost)).Configure()
				if of := found(server.Plan(pair[0].typeName, nil, pair[0].config), "owned_twice"); len(of) > 0 {
					t.Errorf("the first alone: %+v", of)
				}
				of := found(server.Plan(pair[1].typeName, nil, pair[1].config), "owned_twice")
				if c.object == "" {
					if len(of) > 0 {
						t.Errorf("said %+v", of)
					}
					return
				}
				if len(of) == 0 || of[0].Severity != "error" || !strings.HasPrefix(of[0].Summary, "owned_twice: "+c.object) {
					t.Fatalf("said %+v, nothing of %s", of, c.object)
				}
				for _, part := range []string{pair[0].typeName, pair[1].typeName, vhost, "removed block", "terraform state rm", "moved block"} {
					if !strings.Contains(of[0].Detail, part) {
						t.Errorf("%q is not in %q", part, of[0].Detail)
					}
				}
			})
		}
	}
}

// run plans resources in one run, and returns what is said of owners.
func run(t *testing.T, b *acctest.BrokerInfo, vhost string, plan func(s *pt.Server) []pt.Diagnostic) []pt.Diagnostic {
	t.Helper()
	return found(plan(pt.Serve(t, reach(b, vhost)).Configure()), "owned_twice")
}

// What is in the state of two resources already can be left as it is, but not be deleted by one under the other.
func TestAccAnObjectInTheStateOfTwo(t *testing.T) {
	b := acctest.Broker(t)
	objects := func(vhost string) []object {
		return []object{queue(pt.Object{}), anExpiringQueue("q"), tier(pt.Object{"delay": "10s"}), deadLetterQueue(pt.Object{}), anExchange(nil),
			policy(pt.Object{"max_length": 5}), anOperatorPolicy("p"), aCeiling(nil), aRoute(vhost), aRetryTopology("amq.direct"), aDelayNetwork(),
			aBinding(pt.Object{"source": "amq.direct", "destination": "amq.fanout", "destination_type": "exchange"})}
	}
	for i, o := range objects("") {
		t.Run(o.typeName, func(t *testing.T) {
			t.Parallel()
			vhost := b.Vhost(t)
			b.Exchange(t, vhost, "d.delivery", "topic")
			o := objects(vhost)[i]
			state := pt.Serve(t, reach(b, vhost)).Configure().Create(o.typeName, o.config)
			keep := func(s *pt.Server) []pt.Diagnostic { return s.Keep(state, o.config) }
			create := func(s *pt.Server) []pt.Diagnostic { return s.Plan(o.typeName, nil, o.config) }
			destroy := func(s *pt.Server) []pt.Diagnostic { return s.Plan(o.typeName, state, nil) }
			replace := func(s *pt.Server) []pt.Diagnostic { return s.Replacement(o.typeName, state, o.config) }
			for name, c := range map[string]struct {
				one, two func(*pt.Server) []pt.Diagnostic
				want     string
			}{
				"both keep it":                   {keep, keep, "warning"},
				"one keeps, another creates it":  {keep, create, "error"},
				"one keeps, another replaces it": {keep, replace, "error"},
				"one keeps, another destroys it": {keep, destroy, "error"},
				"one destroys, another makes it": {destroy, create, "error"}, // as after another address, or another type of resource
				"both destroy it":                {destroy, destroy, ""},
				"one replaces it":                {replace, func(*pt.Server) []pt.Diagnostic { return nil }, ""},
			} {
				for _, order := range [][2]func(*pt.Server) []pt.Diagnostic{{c.one, c.two}, {c.two, c.one}} {
					of := run(t, b, vhost, func(s *pt.Server) []pt.Diagnostic { return append(order[0](s), order[1](s)...) })
					if c.want == "" && len(of) > 0 {
						t.Errorf("%s: said %+v", name, of)
					}
					if c.want != "" && (len(of) == 0 || of[len(of)-1].Severity != c.want || !strings.Contains(of[0].Detail, o.typeName)) {
						t.Errorf("%s: said %+v, and no %s", name, of, c.want)
					}
				}
			}
		})
	}
}
