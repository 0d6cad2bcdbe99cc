package migration

import (
	"context"
	"time"
)

// durable is how old a quorum queue has to be to outlive a crash of the broker with all that it has confirmed. The names of its members
// reach the disk some seconds after the declaration (ra_directory, a file of dets, which writes with a delay of 3 s), and what is
// logged for an unknown member is thrown away: a broker 4.3.6 that was killed half a second after the declaration of a queue came back without
// the messages that the queue had confirmed, in 4 of 8 trials, and in none of 4 after five seconds.
const durable = 5 * time.Second

// young are the queues of a migration that may not be durable yet, by when they were seen first: somebody else may have declared them
// just before.
type young map[string]time.Time

// see records that a queue is there now, or that it is not.
func (y *young) see(name string, there bool) {
	if *y == nil {
		*y = young{}
	}
	switch _, known := (*y)[name]; {
	case !there:
		delete(*y, name)
	case !known:
		(*y)[name] = time.Now()
	}
}

// ripen waits until a queue is durable.
func (y young) ripen(ctx context.Context, name string) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(durable - time.Since(y[name])):
		return nil
	}
}
