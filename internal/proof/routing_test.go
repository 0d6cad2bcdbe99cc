package proof_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

var (
	routingCases = flag.Int("routing-cases", 200, "messages whose way through random topologies is compared with the broker's")
	routingSeed  = flag.Uint64("routing-seed", 0, "seed of the random topologies; 0 for a new one")
)

// Where a message of any key and headers lands in any topology is what package topology says, for every type of exchange that the broker has
// without plugins, exchanges bound to exchanges, in circles too, and alternate exchanges.
func TestAccProof_messages_land_where_the_topology_says(t *testing.T) {
	s := open(t)
	seed := *routingSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	const messages = 10 // a topology
	landed, nowhere, through := 0, 0, map[string]int{}
	for done := 0; done < *routingCases; done += messages {
		world := newWorld(rand.New(rand.NewPCG(seed, uint64(done))), fmt.Sprintf("%d.", done))
		world.declare(s)
		for range min(messages, *routingCases-done) {
			m := world.message()
			got, want := world.publish(s, m), world.model.RouteWithHeaders(m.exchange, m.key, m.headers)
			if !want.Certain || !slices.Equal(got, want.Queues) {
				t.Errorf("seed %d, topology %d: %+v landed in %q, want %+v; the topology:\n%s", seed, done, m, got, want, world)
			}
			if len(got) == 0 {
				nowhere++
			}
			landed += len(got)
			through[world.kind(m.exchange)]++
		}
		world.remove(s)
	}
	t.Logf("RabbitMQ %s, seed %d: %d messages landed in %d queues, %d of them in none; first exchange: %v", s.version, seed, *routingCases, landed, nowhere, through)
}

// world is a random topology, as the model has it and as the broker is to have it.
type world struct {
	random    *rand.Rand
	model     *topology.VirtualHost
	channel   *amqp.Channel
	queues    []string
	exchanges []*topology.Exchange
	bindings  []*topology.Binding
}

// newWorld makes up a topology whose names begin with a prefix.
func newWorld(random *rand.Rand, prefix string) *world {
	w := &world{random: random, model: topology.New("any")}
	w.model.Complete, w.model.Final = true, true
	for i := range 2 + random.IntN(5) {
		name := fmt.Sprint(prefix, "q", i)
		w.queues = append(w.queues, name)
		w.model.PutQueue(&topology.Queue{Name: name})
	}
	for i := range 1 + random.IntN(6) {
		x := &topology.Exchange{Name: fmt.Sprint(prefix, "x", i), Type: pick(random, "direct", "fanout", "topic", "headers"), Durable: true}
		if random.IntN(3) == 0 {
			// It may be the exchange itself, a later one, or one that is not there.
			x.AlternateExchange = fmt.Sprint(prefix, "x", random.IntN(7))
		}
		w.exchanges = append(w.exchanges, x)
		w.model.PutExchange(x)
	}
	for range random.IntN(4 * len(w.exchanges)) {
		b := &topology.Binding{Source: pick(random, w.exchanges...).Name, Destination: pick(random, w.queues...), DestinationKind: topology.KindQueue}
		if random.IntN(3) == 0 {
			b.Destination, b.DestinationKind = pick(random, w.exchanges...).Name, topology.KindExchange
		}
		switch w.kind(b.Source) {
		case "headers":
			b.Arguments = w.headers(3)
			if match := pick(random, "", "all", "any", "all-with-x", "any-with-x"); match != "" {
				b.Arguments["x-match"] = match
			}
		case "topic":
			for b.RoutingKey = "#.#.#"; strings.Count(b.RoutingKey, "#") > 2; { // more are refused from 4.3.6 on
				b.RoutingKey = w.key("a", "b", "", "*", "#", "#")
			}
		default:
			b.RoutingKey = w.key("a", "b", "*")
		}
		w.bindings = append(w.bindings, b)
		w.model.PutBinding(b)
	}
	return w
}

func pick[T any](random *rand.Rand, from ...T) T { return from[random.IntN(len(from))] }

func (w *world) key(from ...string) string {
	parts := make([]string, w.random.IntN(4))
	for i := range parts {
		parts[i] = pick(w.random, from...)
	}
	return strings.Join(parts, ".")
}

// headers makes up at most so many headers. Their values are few, so that they meet: also a string that looks like a number, and none.
func (w *world) headers(most int) topology.Headers {
	headers := topology.Headers{}
	for range w.random.IntN(most + 1) {
		headers[pick(w.random, "a", "b", "c", "x-a")] = pick[any](w.random, "1", int32(1), int64(1), int64(2), true, nil)
	}
	return headers
}

// sent is a message that is to be published.
type sent struct {
	exchange, key string
	headers       topology.Headers
}

func (w *world) message() sent {
	if w.random.IntN(10) == 0 {
		return sent{"", pick(w.random, append(w.queues, "no queue")...), w.headers(2)}
	}
	return sent{pick(w.random, w.exchanges...).Name, w.key("a", "b", "", "*"), w.headers(4)}
}

// kind is the type of an exchange.
func (w *world) kind(exchange string) string {
	if exchange == "" {
		return "default"
	}
	return w.model.Exchange(exchange).Type
}

func (w *world) declare(s *site) {
	s.t.Helper()
	var err error
	w.channel, err = s.conn.Channel()
	s.accepted(err)
	s.accepted(w.channel.Confirm(false))
	for _, q := range w.queues {
		_, err := w.channel.QueueDeclare(q, true, false, false, false, nil)
		s.accepted(err)
	}
	for _, x := range w.exchanges {
		arguments := amqp.Table{}
		if x.AlternateExchange != "" {
			arguments["alternate-exchange"] = x.AlternateExchange
		}
		s.accepted(w.channel.ExchangeDeclare(x.Name, x.Type, true, false, false, false, arguments))
	}
	for _, b := range w.bindings {
		bind := w.channel.QueueBind
		if b.DestinationKind == topology.KindExchange {
			bind = w.channel.ExchangeBind
		}
		s.accepted(bind(b.Destination, b.RoutingKey, b.Source, false, amqp.Table(b.Arguments)))
	}
}

// publish sends a message, and takes it from the queues that it has come to.
func (w *world) publish(s *site, m sent) (landed []string) {
	s.t.Helper()
	confirmation, err := w.channel.PublishWithDeferredConfirmWithContext(s.t.Context(), m.exchange, m.key, false, false, amqp.Publishing{Headers: amqp.Table(m.headers)})
	s.accepted(err)
	_, err = confirmation.WaitContext(s.t.Context())
	s.accepted(err)
	for _, q := range w.queues {
		for copies := 1; ; copies++ {
			_, ok, err := w.channel.Get(q, true)
			s.accepted(err)
			if !ok {
				break
			}
			if copies > 1 {
				s.t.Errorf("%+v came to queue %q %d times", m, q, copies)
			}
			landed = append(landed, q)
		}
	}
	return landed
}

func (w *world) remove(s *site) {
	s.t.Helper()
	for _, q := range w.queues {
		_, err := w.channel.QueueDelete(q, false, false, false)
		s.accepted(err)
	}
	for _, x := range w.exchanges {
		s.accepted(w.channel.ExchangeDelete(x.Name, false, false))
	}
	s.accepted(w.channel.Close())
}

// String lists exchanges and bindings for a failure.
func (w *world) String() string {
	var text strings.Builder
	for _, x := range w.exchanges {
		fmt.Fprintf(&text, "exchange %s, %s, alternate %q\n", x.Name, x.Type, x.AlternateExchange)
	}
	for _, b := range w.bindings {
		fmt.Fprintf(&text, "%s -> %s %s, key %q, %v\n", b.Source, b.DestinationKind, b.Destination, b.RoutingKey, b.Arguments)
	}
	return text.String()
}
