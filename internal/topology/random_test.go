package topology

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// anyTopology makes up a virtual host of queues that dead-letter to each other through exchanges of all kinds, in circles too.
func anyTopology(random *rand.Rand) (v *VirtualHost, text string) {
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	key := func(of ...string) string {
		parts := make([]string, random.IntN(3))
		for i := range parts {
			parts[i] = one(of...)
		}
		return strings.Join(parts, ".")
	}
	var lines []string
	note := func(format string, a ...any) { lines = append(lines, fmt.Sprintf(format, a...)) }
	v = onBroker("4.0.5")
	exchanges, queues := 1+random.IntN(4), 1+random.IntN(4)
	x := func() string { return fmt.Sprint("x", random.IntN(exchanges)) }
	for i := range exchanges {
		e := exchange(fmt.Sprint("x", i), one("direct", "fanout", "topic", "topic"))
		if random.IntN(4) == 0 {
			e.AlternateExchange = x()
		}
		note("%s is %s, alternate %q", e.Name, e.Type, e.AlternateExchange)
		put(v, e)
	}
	for i := range queues {
		a := args{"x-dead-letter-exchange": x()}
		if random.IntN(4) > 0 {
			a["x-message-ttl"] = ms(1000)
		}
		if random.IntN(2) == 0 {
			a["x-dead-letter-routing-key"] = key("a", "b")
		}
		q := quorum(fmt.Sprint("q", i), a)
		note("%s has %v", q.Name, a)
		put(v, q)
	}
	for range random.IntN(10) {
		from := x()
		words := []string{"a", "b"}
		if v.Exchange(from).Type == "topic" {
			words = append(words, "*", "#")
		}
		b := bind(from, key(words...), fmt.Sprint("q", random.IntN(queues)))
		if random.IntN(4) == 0 {
			b = chain(from, b.RoutingKey, x())
		}
		note("%s", b.Name())
		put(v, b)
	}
	return v, strings.Join(lines, "\n")
}

// What is remembered of a message's way is what the way itself says.
func TestMessagesLandWhereTheyAreRouted(t *testing.T) {
	for seed := range uint64(1500) {
		v, text := anyTopology(rand.New(rand.NewPCG(seed, 1)))
		for _, e := range v.Exchanges() {
			for _, key := range []string{"", "a", "b", "a.b", "c", "a.b.c"} {
				got, want := v.Lands(e.Name, key), v.Route(e.Name, key)
				if got.Certain != want.Certain || !slices.Equal(got.Queues, want.Queues) {
					t.Fatalf("%s %q: got %+v, want %+v in\n%s", e.Name, key, got, want, text)
				}
			}
			got, want := v.audienceOf(e.Name, messageKey{}), v.route(e.Name, messageKey{}, nil)
			if got.certain != want.Certain || !slices.Equal(got.queues, want.Queues) {
				t.Fatalf("%s, any key: got %+v, want %+v in\n%s", e.Name, got, want, text)
			}
		}
	}
}

// goesRound reports whether messages with some key take a way, from any of its queues on.
func goesRound(v *VirtualHost, way []string) bool {
	for i := range way {
		if goesRoundFrom(v, slices.Concat(way[i:], way[:i])) {
			return true
		}
	}
	return false
}

func goesRoundFrom(v *VirtualHost, way []string) bool {
	for _, text := range []string{"", "a", "b", "c", "a.a", "a.b", "b.a", "b.b", "a.c", "c.a", "b.c", "c.b", "c.c"} {
		key, round := messageKey{text, true}, true
		for i, name := range way {
			d, _ := v.deadLetterOf(v.Queue(name))
			if d.keyed {
				key = d.key
			}
			round = round && slices.Contains(v.route(d.exchange, key, nil).Queues, way[(i+1)%len(way)])
		}
		if round {
			return true
		}
	}
	return false
}

// Components find a loop where following each way from each queue finds one, and no other.
func TestRoundsAreThereWhereLoopsAre(t *testing.T) {
	loops := 0
	for seed := range uint64(3000) {
		v, text := anyTopology(rand.New(rand.NewPCG(seed, 2)))
		for what, find := range map[string]struct {
			rounds map[string][]Loop
			of     func(*Queue, ...string) []Loop
		}{"automatic": {v.AutomaticRounds(), v.AutomaticCycles}, "delayed": {v.DelayRounds(), v.DelayLoops}} {
			through := map[string]bool{}
			for _, q := range v.Queues() {
				through[q.Name] = len(find.of(q)) > 0
				loops += len(find.of(q))
			}
			said := map[string]bool{}
			for first, rounds := range find.rounds {
				for _, loop := range rounds {
					if loop.Queues[0] != first {
						t.Fatalf("%s: %v does not begin with %s", what, loop, first)
					}
					if !through[first] && !goesRound(v, loop.Queues) {
						t.Fatalf("%s: no message goes round %v in\n%s", what, loop, text)
					}
					for _, name := range slices.Concat(loop.Queues, loop.Others) {
						said[name] = true
					}
				}
			}
			for name, is := range through {
				if is && !said[name] && len(said) == 0 {
					t.Fatalf("%s: nothing is said of %v in\n%s", what, find.of(v.Queue(name)), text)
				}
			}
		}
	}
	if loops < 500 {
		t.Errorf("only %d loops in all", loops)
	}
}
