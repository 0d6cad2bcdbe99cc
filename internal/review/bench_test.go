package review

import (
	"encoding/json"
	"fmt"
	"testing"
)

// loops is a definitions export with so many queues and as many bindings: work queues whose messages come back through delay queues.
func loops(tb testing.TB, queues int) []byte {
	tb.Helper()
	type object = map[string]any
	d := map[string][]object{}
	add := func(list string, o object) { d[list] = append(d[list], o) }
	for _, x := range []string{"main", "retry"} {
		add("exchanges", object{"vhost": "/", "name": x, "type": "direct", "durable": true})
	}
	queue := func(name, dlx, key string, more object) {
		arguments := object{"x-queue-type": "quorum", "x-delivery-limit": -1, "x-dead-letter-exchange": dlx, "x-dead-letter-routing-key": key}
		for argument, value := range more {
			arguments[argument] = value
		}
		add("queues", object{"vhost": "/", "name": name, "type": "quorum", "durable": true, "arguments": arguments})
	}
	bind := func(source, key, to string) {
		add("bindings", object{"vhost": "/", "source": source, "destination": to, "destination_type": "queue", "routing_key": key})
	}
	for i := range queues / 2 {
		work, delay := fmt.Sprint("work.", i), fmt.Sprint("delay.", i)
		queue(work, "retry", delay, nil)
		queue(delay, "main", work, object{"x-message-ttl": 10000})
		bind("main", work, work)
		bind("retry", delay, delay)
	}
	content, err := json.Marshal(d)
	if err != nil {
		tb.Fatal(err)
	}
	return content
}

func BenchmarkReview(b *testing.B) {
	for _, queues := range []int{100, 1000, 10000} {
		content := loops(b, queues)
		b.Run(fmt.Sprint(queues), func(b *testing.B) {
			for b.Loop() {
				input, err := Read(b.Context(), content)
				if err != nil {
					b.Fatal(err)
				}
				if r := New(input, nil); r.Objects < 2*queues {
					b.Fatalf("%d objects", r.Objects)
				}
			}
		})
	}
}
