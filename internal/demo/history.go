package main

import (
	"fmt"

	amqp "github.com/rabbitmq/amqp091-go"
)

// death is an entry of the header x-death: how often a message died in a queue, of what, and how it had come there.
type death struct {
	queue, reason, exchange, key string
	count                        int64
}

func (d death) String() string {
	times := fmt.Sprintf("%d times", d.count)
	if d.count == 1 {
		times = "once"
	}
	return fmt.Sprintf("%s %s in %s, where it had come from %s with %s", d.reason, times, d.queue, d.exchange, d.key)
}

// history returns the deaths of a message, the oldest first. The broker writes the newest first.
func history(headers amqp.Table) []death {
	entries, _ := headers["x-death"].([]any)
	var deaths []death
	for i := len(entries) - 1; i >= 0; i-- {
		entry, _ := entries[i].(amqp.Table)
		text := func(name string) string { s, _ := entry[name].(string); return s }
		d := death{queue: text("queue"), reason: text("reason"), exchange: text("exchange")}
		d.count, _ = entry["count"].(int64)
		if keys, _ := entry["routing-keys"].([]any); len(keys) > 0 {
			d.key, _ = keys[0].(string)
		}
		deaths = append(deaths, d)
	}
	return deaths
}
