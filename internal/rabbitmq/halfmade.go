package rabbitmq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/go-version"
	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// A broker that dies while it declares a quorum queue, or whose caller does (rabbit_quorum_queue.erl, start_cluster), may leave members
// that nobody has told to elect a leader. They wait for one for good: the queue is listed, is "running", is found when it is declared
// again, and takes no message (seen on 3.10.8, 4.0.5 and 4.3.6).

// electionTime is how long members of a quorum queue that are there may take to elect a leader: some seconds (Raft), twice and more.
const electionTime = 15 * time.Second

// countTime is how long a queue may be without a count of its messages before that is an error: new ones are for up to ten seconds, and one
// with two million messages was for 35 s after a restart of 3.10.8.
const countTime = time.Minute

// membersSince is the first version that tells about the members of a quorum queue (rabbit_mgmt_wm_quorum_queue_status.erl).
var membersSince = version.Must(version.NewVersion("3.13.7"))

// raftMember is what a broker tells about a member of a quorum queue (rabbit_quorum_queue.erl, status).
type raftMember struct {
	State        string `json:"Raft State"`
	Membership   string `json:"Membership"`
	LastLogIndex any    `json:"Last Log Index"`
}

// birth is whether a quorum queue has ever been led, as far as its members show.
type birth int

const (
	// unclear: most members do not run and tell nothing of a log, or the broker tells nothing of members. The queue was half made, or
	// its members could not be started with it.
	unclear birth = iota
	// unborn: most members wait with an empty log, and nobody leads. What the broker has confirmed is in the logs of most members, one of
	// these among them: nothing was ever written.
	unborn
	// born: the queue has a leader or a log.
	born
)

// birthOf goes by what 4.0.5 and 4.3.6 told. A member that still reads its log is no follower yet ("recover") and tells an index from the
// first answer on (seen with two million messages); of one that does not run they know no index if it never ran. 4.0.5 answers 500 then, and while a node is away.
func birthOf(members []raftMember) birth {
	waiting, absent := 0, 0
	for _, m := range members {
		_, logs := m.LastLogIndex.(json.Number)
		switch {
		case m.State == "leader":
			return born
		case m.State == "noproc" && !logs:
			absent++
		case slices.Contains([]string{"follower", "pre_vote", "candidate"}, m.State) && m.Membership == "voter" && m.LastLogIndex == json.Number("0"):
			waiting++
		}
	}
	switch {
	case 2*waiting > len(members):
		return unborn
	case len(members) == 0 || 2*(waiting+absent) > len(members):
		return unclear
	}
	return born
}

// Unborn reports whether a quorum queue was half made so that it certainly holds no message, or was declared a moment ago. It is false for
// queues of other types, and where the broker does not tell: before RabbitMQ 3.13.7 never.
func (c *Client) Unborn(ctx context.Context, vhost, name string) (bool, error) {
	members, err := c.members(ctx, vhost, name)
	if err != nil {
		return false, failed("reading", "the members of "+queueObject(vhost, name), err)
	}
	return birthOf(members) == unborn, nil
}

// members is empty where the broker does not tell: an older one, another type of queue, or no queue at all.
func (c *Client) members(ctx context.Context, vhost, name string) (members []raftMember, err error) {
	v, err := c.Version(ctx)
	if err != nil || v.LessThan(membersSince) {
		return nil, err
	}
	path, err := apiPath("queues", "quorum", vhost, name, "status")
	if err != nil {
		return nil, err
	}
	err = c.get(ctx, path, &members)
	var refused *APIError
	if errors.As(err, &refused) {
		return nil, nil
	}
	return members, err
}

// remake looks at a quorum queue that was found when it was declared. One that was half made, and can have no messages, is declared
// anew; one that may have been half made is an error: what it may have is not deleted.
func (c *Client) remake(ctx context.Context, vhost, name string, declare func() (*answer, error)) (*answer, error) {
	for began := time.Now(); ; {
		members, err := c.members(ctx, vhost, name)
		if err != nil {
			return nil, err
		}
		switch state := birthOf(members); {
		case state == born:
			return nil, nil
		case state == unborn && time.Since(began) > electionTime:
			return c.anew(ctx, vhost, name, declare)
		case state == unclear:
			led, err := c.counted(ctx, vhost, name)
			if led || err != nil {
				return nil, err
			}
			if time.Since(began) > countTime {
				return nil, c.leaderless(ctx, vhost, name)
			}
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// anew deletes an empty queue and declares it again, with what somebody may have bound to it since.
func (c *Client) anew(ctx context.Context, vhost, name string, declare func() (*answer, error)) (*answer, error) {
	bindings, err := c.QueueBindings(ctx, vhost, name)
	if err != nil {
		return nil, err
	}
	rh, err := c.hole(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := rh.DeleteQueue(vhost, name, rabbithole.QueueDeleteOptions{}); err != nil {
		return nil, fmt.Errorf("it was half made when its broker or an earlier apply was killed, has no leader, and cannot be deleted: %w", err)
	}
	a, err := declare()
	if err != nil {
		return nil, err
	}
	for _, b := range bindings {
		if _, err := c.DeclareBinding(ctx, vhost, b); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// counted reports whether the broker has counted the messages of a queue, which takes a leader. One that cannot have a leader now, since
// most of its members are on nodes that are away, is none of those that are looked for.
func (c *Client) counted(ctx context.Context, vhost, name string) (bool, error) {
	q, err := c.getQueue(ctx, vhost, name, "")
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return true, nil // whoever reads it next says so
	}
	return q.Messages != nil || 2*len(q.Online) <= len(q.Members), err
}

// leaderless is the error of a queue that is not counted, nil if the broker counts none (management.disable_stats).
func (c *Client) leaderless(ctx context.Context, vhost, name string) error {
	var o struct {
		RabbitMQVersion string `json:"rabbitmq_version"`
		DisableStats    bool   `json:"disable_stats"`
	}
	if err := c.get(ctx, "/api/overview", &o); err != nil || o.DisableStats {
		return err
	}
	return fmt.Errorf("it exists, and nobody has led it for %s. Either its declaration was cut short, and it will never take a message, or it has messages and "+
		"could not be started, or still reads them: RabbitMQ %s does not tell. If it can have no messages, as when an apply before this one was killed, delete it "+
		"(rabbitmqctl delete_queue -p %q %q) and apply again; else see what rabbitmq-queues quorum_status -p %q %q and the broker's log say of it",
		countTime, o.RabbitMQVersion, vhost, name, vhost, name)
}
