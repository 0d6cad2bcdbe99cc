package rabbitmq

import (
	"context"
	"fmt"
	"slices"
	"time"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// electionTime is how long members of a quorum queue that are there may take to elect a leader: some seconds (Raft), twice and more.
const electionTime = 15 * time.Second

// leaderless says that most members of a quorum queue are there and none of them leads.
func (q *queueJSON) leaderless() bool {
	return q.Type == "quorum" && 2*len(q.Online) > len(q.Members) && !slices.Contains(q.Online, any(string(q.Leader)))
}

// remake declares a quorum queue anew that was half made. A node that dies while it declares one leaves members on the other nodes that
// nobody has told to elect a leader: they wait for one for good (seen on 4.3.6, with members at index 0 of their logs), and declaring the
// queue again finds it to be there. Members of any queue that has ever taken a message elect one within seconds if most of them are there,
// so that nothing is lost with one that does not.
func (c *Client) remake(ctx context.Context, vhost, name string, declare func() (*answer, error)) (*answer, error) {
	for end := time.Now().Add(electionTime); ; {
		q, err := c.getQueue(ctx, vhost, name, "?disable_stats=true")
		switch {
		case err != nil:
			return nil, err
		case !q.leaderless():
			return nil, nil
		case time.Now().After(end):
			rh, err := c.hole(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := rh.DeleteQueue(vhost, name, rabbithole.QueueDeleteOptions{}); err != nil {
				return nil, fmt.Errorf("it was half made when its node went, has no leader, and cannot be deleted: %w", err)
			}
			return declare()
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(500 * time.Millisecond):
		}
	}
}
