package delaynetwork_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	amqp "github.com/rabbitmq/amqp091-go"

	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// library is a client library that declares a network when it starts.
type library struct {
	settings []string
	// level and delivery are the names that it gives, ttl the number in the form in which it goes over the wire.
	level    func(n int) string
	delivery string
	ttl      func(seconds int64) any
	// arguments are those of a queue besides the TTL and the dead-letter exchange.
	arguments amqp.Table
}

// small is how py-amqp writes an integer: with 32 bits if they are enough (amqp/serialization.py, _write_item).
func small(seconds int64) any {
	if ms := seconds * 1000; ms > math.MaxInt32 {
		return ms
	}
	return int32(seconds * 1000)
}

func celery(kind, prefix string) library {
	l := library{
		settings: []string{`preset = "celery"`, fmt.Sprintf("type = %q", kind)}, ttl: small,
		level: func(n int) string { return fmt.Sprintf("%scelery_delayed_%d", prefix, n) }, delivery: prefix + "celery_delayed_delivery",
		arguments: amqp.Table{"x-queue-type": kind, "x-overflow": "reject-publish"},
	}
	if kind == "quorum" {
		l.arguments["x-dead-letter-strategy"] = "at-least-once"
	}
	if prefix != "" {
		l.settings = append(l.settings, fmt.Sprintf("prefix = %q", strings.TrimSuffix(prefix, "_")))
	}
	return l
}

// libraries are what NServiceBus.RabbitMQ (DelayedDelivery/DelayInfrastructure.cs, Build) and kombu (transport/native_delayed_delivery.py,
// declare_native_delayed_delivery_exchanges_and_queues; entities are durable by default) declare.
var libraries = map[string]library{
	"NServiceBus": {
		settings: []string{`preset = "nservicebus_v2"`}, ttl: func(seconds int64) any { return seconds * 1000 },
		level: func(n int) string { return fmt.Sprintf("nsb.v2.delay-level-%02d", n) }, delivery: "nsb.v2.delay-delivery",
		arguments: amqp.Table{"x-queue-type": "quorum", "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish"},
	},
	"Celery quorum":  celery("quorum", ""),
	"Celery classic": celery("classic", ""),
	"Celery prefix":  celery("quorum", "blue_"),
}

// declare does over AMQP what the library does, with the passive declarations before the active ones if the network has to be there.
func (l library) declare(s *site, there bool) {
	s.t.Helper()
	ch := s.Channel(s.t, s.vhost)
	must := func(err error) {
		if err != nil {
			s.t.Helper()
			s.t.Fatal(err)
		}
	}
	exchange := func(name string) {
		if there {
			must(ch.ExchangeDeclarePassive(name, "topic", true, false, false, false, nil))
		}
		must(ch.ExchangeDeclare(name, "topic", true, false, false, false, nil))
	}
	below := func(n int) string {
		if n == 0 {
			return l.delivery
		}
		return l.level(n - 1)
	}
	stars := func(n int) string { return strings.Repeat("*.", 27-n) }
	for n := 27; n >= 0; n-- {
		exchange(l.level(n))
		arguments := amqp.Table{"x-message-ttl": l.ttl(1 << n), "x-dead-letter-exchange": below(n)}
		for name, value := range l.arguments {
			arguments[name] = value
		}
		if there {
			_, err := ch.QueueDeclarePassive(l.level(n), true, false, false, false, arguments)
			must(err)
		}
		_, err := ch.QueueDeclare(l.level(n), true, false, false, false, arguments)
		must(err)
		must(ch.QueueBind(l.level(n), stars(n)+"1.#", l.level(n), false, nil))
	}
	exchange(l.delivery)
	for n := 27; n >= 0; n-- {
		must(ch.ExchangeBind(below(n), stars(n)+"0.#", l.level(n), false, nil))
	}
}

// What a library declares when it starts is what there is: nothing is refused, and nothing becomes another.
func TestAccDelayNetworkIsWhatTheLibraryDeclares(t *testing.T) {
	for name, l := range libraries {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			config := s.config(l.settings...)
			pt.Run(t,
				resource.TestStep{Config: config, Check: func(*terraform.State) error {
					before := s.described()
					l.declare(s, true)
					if len(before) != 57+56 {
						return fmt.Errorf("%d objects and bindings: %q", len(before), before)
					}
					return s.same(before)(nil)
				}},
				undone(config),
			)
		})
	}
}

// A network that a library has declared is taken over as it is.
func TestAccDelayNetworkTakesOverWhatTheLibraryHasDeclared(t *testing.T) {
	for name, l := range libraries {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			l.declare(s, false)
			before := s.described()
			config := s.config(l.settings...)
			pt.Run(t,
				resource.TestStep{Config: config, ConfigPlanChecks: pt.Plan(does(plancheck.ResourceActionCreate)), Check: s.same(before)},
				undone(config),
				resource.TestStep{Config: config, Check: s.same(before), ResourceName: address, ImportState: true, ImportStateVerify: true},
			)
			if left := s.described(); len(left) > 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}
