package rabbitmq

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	rabbithole "github.com/michaelklishin/rabbit-hole/v2"
)

// Queue is a queue as the broker's metadata store has it.
type Queue struct {
	Vhost, Name string
	// Type is what the queue really is (classic, quorum, stream), whether or not
	// an x-queue-type argument was given.
	Type                           string
	Durable, AutoDelete, Exclusive bool
	// Arguments are those given when the queue was declared, and x-queue-type where
	// the broker adds it (always from 4.0 on). Never nil; numbers are json.Number.
	Arguments map[string]any
	// Trouble says what keeps the queue from taking and giving messages now, "" if nothing is known to: "is in state down".
	Trouble string
	// Policy and OperatorPolicy are the names of the policies in force, and
	// EffectivePolicyDefinition what both give together, without the arguments.
	// Brokers before 4.2.5 do not tell any of the three here: see QueueDetails.
	Policy, OperatorPolicy    string
	EffectivePolicyDefinition map[string]any
}

// QueueDetails is a queue with statistics. These lag: a new queue has none for up to
// ten seconds, and counters and policies are up to five seconds old. A nil pointer
// means that the broker has no such statistic (yet).
type QueueDetails struct {
	Queue
	// Messages is MessagesReady plus MessagesUnacknowledged; for quorum queues also
	// dead letters that wait for their target to confirm, of which DeadLetters says how many.
	Messages, MessagesReady, MessagesUnacknowledged, DeadLetters, Consumers *int64
}

type queueJSON struct {
	Vhost           string `json:"vhost"`
	Name            string `json:"name"`
	Type            string `json:"type"`
	Durable         bool   `json:"durable"`
	AutoDelete      bool   `json:"auto_delete"`
	Exclusive       bool   `json:"exclusive"`
	Arguments       object `json:"arguments"`
	Policy          text   `json:"policy"`
	OperatorPolicy  text   `json:"operator_policy"`
	EffectivePolicy object `json:"effective_policy_definition"`
	Messages        *int64 `json:"messages"`
	Ready           *int64 `json:"messages_ready"`
	Unacknowledged  *int64 `json:"messages_unacknowledged"`
	DeadLetters     *int64 `json:"messages_dlx"`
	Consumers       *int64 `json:"consumers"`
	State           text   `json:"state"`
	Members         []any  `json:"members"`
	Online          []any  `json:"online"`
}

// trouble reads it off the state (rabbit_quorum_queue.erl, cluster_state; rabbit_amqqueue.erl, the states of a queue record). Lists of
// 3.10 call every queue "live" whose leader's node is there, so that members are counted.
func (q *queueJSON) trouble() string {
	few := ""
	if n := len(q.Members); n > 0 && 2*len(q.Online) <= n {
		few = fmt.Sprintf("%d of %d members online", len(q.Online), n)
	}
	switch q.State {
	case "down", "stopped", "crashed", "terminated", "minority":
		if few != "" {
			few = ", with " + few
		}
		return fmt.Sprintf("is in state %s%s", q.State, few)
	}
	if few != "" {
		return "has " + few
	}
	return ""
}

func (q *queueJSON) queue() Queue {
	return Queue{
		Vhost: q.Vhost, Name: q.Name, Type: q.Type,
		Durable: q.Durable, AutoDelete: q.AutoDelete, Exclusive: q.Exclusive,
		Arguments: q.Arguments.orEmpty(), Trouble: q.trouble(),
		Policy: string(q.Policy), OperatorPolicy: string(q.OperatorPolicy),
		EffectivePolicyDefinition: q.EffectivePolicy.orEmpty(),
	}
}

func (q *queueJSON) details() QueueDetails {
	return QueueDetails{
		Queue: q.queue(), Messages: q.Messages, MessagesReady: q.Ready,
		MessagesUnacknowledged: q.Unacknowledged, DeadLetters: q.DeadLetters, Consumers: q.Consumers,
	}
}

func queueObject(vhost, name string) string { return fmt.Sprintf("queue %q in vhost %q", name, vhost) }

// Queue reads a queue, or returns *NotFoundError. The first reads in a virtual host
// are single requests; when enough are asked for to make it pay, all queues are listed
// once and the rest is served from that listing. What this client wrote since is read
// singly.
func (c *Client) Queue(ctx context.Context, vhost, name string) (Queue, error) {
	q, err := c.lists.queues(c, vhost).read(ctx, name)
	if err != nil {
		return Queue{}, failed("reading", queueObject(vhost, name), err)
	}
	return q, nil
}

func (c *Client) readQueue(ctx context.Context, vhost, name string) (Queue, error) {
	q, err := c.getQueue(ctx, vhost, name, "?disable_stats=true")
	if err != nil {
		return confirm(ctx, name, err, c.lists.queues(c, vhost).all)
	}
	return q.queue(), nil
}

func (c *Client) getQueue(ctx context.Context, vhost, name, query string) (q queueJSON, err error) {
	path, err := apiPath("queues", vhost, name)
	if err != nil {
		return q, err
	}
	err = c.getObject(ctx, vhost, queueObject(vhost, name), path+query, &q, func() bool { return q.Name != "" })
	return q, err
}

// QueueDetails reads a queue with statistics, each time from the broker.
func (c *Client) QueueDetails(ctx context.Context, vhost, name string) (QueueDetails, error) {
	q, err := c.getQueue(ctx, vhost, name, "")
	if err == nil {
		return q.details(), nil
	}
	listed, err := confirm(ctx, name, err, func(ctx context.Context) ([]Queue, error) { return c.listQueues(ctx, vhost) })
	if err != nil {
		return QueueDetails{}, failed("reading", queueObject(vhost, name), err)
	}
	return QueueDetails{Queue: listed}, nil
}

// Queues lists the queues of a virtual host, sorted by name. The listing is shared with
// Queue and made anew only after a write of this client. The slice must not be changed.
func (c *Client) Queues(ctx context.Context, vhost string) ([]Queue, error) {
	list, err := c.lists.queues(c, vhost).all(ctx)
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the queues of vhost %q", vhost), err)
	}
	return list, nil
}

func (c *Client) listQueues(ctx context.Context, vhost string) ([]Queue, error) {
	list, err := c.collectQueues(ctx, vhost, "?disable_stats=true")
	if err != nil {
		return nil, err
	}
	out := make([]Queue, len(list))
	for i := range list {
		out[i] = list[i].queue()
	}
	return out, nil
}

// collectQueues drops the queues of other virtual hosts: the path of the list of one that
// is named "detailed" lists all queues of all virtual hosts from 3.13 on
// (deps/rabbitmq_management/src/rabbit_mgmt_dispatcher.erl).
func (c *Client) collectQueues(ctx context.Context, vhost, query string) ([]queueJSON, error) {
	var list []queueJSON
	if err := c.collection(ctx, "queues", vhost, query, &list); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(q queueJSON) bool { return q.Vhost != vhost }), nil
}

// QueueTotals gives the message and consumer counts of all queues of a virtual host, by
// name, for checks of a whole plan. Of Queue only Vhost, Name and Type are filled. The
// counts lag as those of QueueDetails do and are read once in a client's life: what must
// not be decided by old counts is asked of QueueDetails and HasReadyMessage. The map must
// not be changed.
func (c *Client) QueueTotals(ctx context.Context, vhost string) (map[string]QueueDetails, error) {
	totals, err := c.totals.of(vhost).get(ctx, func(ctx context.Context) (map[string]QueueDetails, error) {
		list, err := c.collectQueues(ctx, vhost, "?columns=vhost,name,type,messages,messages_ready,messages_unacknowledged,consumers")
		if err != nil {
			return nil, err
		}
		out := make(map[string]QueueDetails, len(list))
		for i := range list {
			out[list[i].Name] = list[i].details()
		}
		return out, nil
	})
	if err != nil {
		return nil, failed("listing", fmt.Sprintf("the message counts of vhost %q", vhost), err)
	}
	return totals, nil
}

// QueueSettings are what a queue is declared with. They cannot be changed later. The
// type is given as argument x-queue-type; there is no exclusive, which the HTTP API
// cannot grant.
type QueueSettings struct {
	Durable, AutoDelete bool
	// Arguments hold integers as any Go integer or json.Number, never as float64,
	// which the broker would refuse.
	Arguments map[string]any
}

// DeclareQueue declares a queue and says whether it was created; false means that an
// equivalent one existed. That is no proof that it has these settings: the broker
// compares only some of them, so read it back. A quorum queue that was half made by a
// declaration before is made anew.
func (c *Client) DeclareQueue(ctx context.Context, vhost, name string, s QueueSettings) (created bool, err error) {
	what := queueObject(vhost, name)
	path, err := apiPath("queues", vhost, name)
	if err != nil {
		return false, failed("declaring", what, err)
	}
	defer c.lists.queues(c, vhost).touch(queueMark(name))
	declare := func() (*answer, error) {
		return c.send(ctx, http.MethodPut, path, map[string]any{
			"durable": s.Durable, "auto_delete": s.AutoDelete, "arguments": object(s.Arguments).orEmpty(),
		})
	}
	a, err := declare()
	if err == nil && a.status != http.StatusCreated && s.Arguments["x-queue-type"] == "quorum" {
		var anew *answer
		if anew, err = c.remake(ctx, vhost, name, declare); anew != nil {
			a = anew
		}
	}
	if err != nil {
		err = c.refused(ctx, vhost, err, declares(func(kind string) right { return queueRight(kind, name) }, s.Arguments, "x-dead-letter-exchange")...)
		return false, failed("declaring", what, c.inVhost(ctx, vhost, err))
	}
	return a.status == http.StatusCreated, nil
}

// DeleteQueueOptions are conditions that the broker checks. Quorum queues refuse both
// (400), streams ignore them.
type DeleteQueueOptions struct {
	IfEmpty, IfUnused bool
}

// DeleteQueue deletes a queue, with its messages and bindings. That it is already absent
// is a success.
func (c *Client) DeleteQueue(ctx context.Context, vhost, name string, o DeleteQueueOptions) error {
	what := queueObject(vhost, name)
	if err := errors.Join(checkName(vhost), checkName(name)); err != nil {
		return failed("deleting", what, err)
	}
	defer func() {
		c.lists.queues(c, vhost).touch(queueMark(name))
		c.lists.bindings(c, vhost).touch(queueMark(name))
	}()
	rh, err := c.hole(ctx)
	if err != nil {
		return err
	}
	if _, err = rh.DeleteQueue(vhost, name, rabbithole.QueueDeleteOptions{IfEmpty: o.IfEmpty, IfUnused: o.IfUnused}); err == nil {
		return nil
	}
	absent := c.absent(ctx, vhost, what, err)
	if q, err := confirm(ctx, name, absent, func(ctx context.Context) ([]Queue, error) { return c.listQueues(ctx, vhost) }); err == nil {
		return failed("deleting", what, &DownError{Object: what, Trouble: q.Trouble})
	}
	return c.deleted(ctx, vhost, what, c.refused(ctx, vhost, err, queueRight("configure", name)))
}

// HasReadyMessage asks the queue itself whether it has a message that could be delivered
// now, by getting one and putting it back. Counters lag; this does not. The message is
// marked as redelivered, and on quorum queues up to 4.2 this counts towards the delivery
// limit: ask only when the answer decides something. Streams cannot be asked.
func (c *Client) HasReadyMessage(ctx context.Context, vhost, queue string) (bool, error) {
	what := queueObject(vhost, queue)
	path, err := apiPath("queues", vhost, queue, "get")
	if err != nil {
		return false, failed("looking into", what, err)
	}
	// rabbit-hole has no call for it.
	a, err := c.send(ctx, http.MethodPost, path, map[string]any{
		"count": 1, "ackmode": "ack_requeue_true", "encoding": "base64", "truncate": 1,
	})
	if err != nil {
		return false, failed("looking into", what, c.absent(ctx, vhost, what, c.refused(ctx, vhost, err, queueRight("read", queue))))
	}
	var messages []struct{}
	if err := decode(http.MethodPost, path, a, &messages); err != nil {
		return false, failed("looking into", what, err)
	}
	return len(messages) > 0, nil
}
