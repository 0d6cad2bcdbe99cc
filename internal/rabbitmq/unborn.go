package rabbitmq

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// memorable is how long after the start of a node queues are looked for that its end may have left half made.
const memorable = 24 * time.Hour

// UnbornQueues names the quorum queues of a virtual host that a killed broker has left half made: they hold no message and take none. A node
// writes down which log is whose once it has declared nothing for half a second (ra_directory.erl, auto_save of its table; dets.erl): if it is killed
// before, a queue whose declaration it has confirmed comes back without its log (seen on 3.10.8, 4.0.5 and 4.3.6). Brokers before 3.13.7 do
// not tell; nor is anything looked for where no node has started lately. Queues that have just been declared may be among them. They are looked for
// once in a client's life. The map must not be changed.
func (c *Client) UnbornQueues(ctx context.Context, vhost string) (map[string]bool, error) {
	found, err := c.unborn.of(vhost).get(ctx, func(ctx context.Context) (map[string]bool, error) {
		v, err := c.Version(ctx)
		if err != nil || v.LessThan(membersSince) {
			return nil, err
		}
		started, err := c.startedLately(ctx)
		if !started || err != nil {
			return nil, err
		}
		totals, err := c.QueueTotals(ctx, vhost)
		if err != nil {
			return nil, err
		}
		var mu sync.Mutex
		found := map[string]bool{}
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(16)
		for name, q := range totals {
			if q.Type != "quorum" || q.Messages != nil {
				continue
			}
			g.Go(func() error {
				is, err := c.Unborn(ctx, vhost, name)
				if is {
					mu.Lock()
					defer mu.Unlock()
					found[name] = true
				}
				return err
			})
		}
		return found, g.Wait()
	})
	if err != nil {
		return nil, failed("looking for", fmt.Sprintf("half-made queues in vhost %q", vhost), err)
	}
	return found, nil
}

// startedLately is true, too, if the user may not see nodes.
func (c *Client) startedLately(ctx context.Context) (bool, error) {
	var nodes []struct {
		Running bool  `json:"running"`
		Uptime  int64 `json:"uptime"` // milliseconds
	}
	if err := c.get(ctx, "/api/nodes?columns=running,uptime", &nodes); err != nil {
		return true, unlessHidden("listing nodes", err)
	}
	for _, n := range nodes {
		if !n.Running || n.Uptime < memorable.Milliseconds() {
			return true, nil
		}
	}
	return false, nil
}
