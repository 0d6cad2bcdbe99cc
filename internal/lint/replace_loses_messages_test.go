package lint

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestReplaceLosesMessages(t *testing.T) {
	const id = "replace_loses_messages"
	subject := queueRef("main.queue")
	queue := func(change topology.Change, messages int64) *topology.Queue {
		q := queueOf(queueargs.Quorum, "main.queue", nil)
		q.Change, q.Messages = change, &messages
		return q
	}
	check := func(q *topology.Queue, want Severity, parts ...string) {
		t.Helper()
		if want == "" {
			expect(t, id, on("4.0.5", q), subject)
			return
		}
		f := expect(t, id, on("4.0.5", q), subject, "")[0]
		says(t, f, parts...)
		if f.Severity != want {
			t.Errorf("severity %s, want %s", f.Severity, want)
		}
	}
	check(queue(topology.Replaced, 12), Error, "since it is tainted", "holds 12 messages that would go with it", "terraform untaint")
	retyped := queue(topology.Replaced, 12)
	retyped.Because = []string{"type (x-queue-type)"}
	check(retyped, Error, "because of type (x-queue-type), holds 12 messages that would go with it", `deletion_policy = "force"`)
	if f := expect(t, id, on("4.0.5", retyped), subject, "")[0]; strings.Contains(f.Advice, "on_replace") {
		t.Errorf("a queue that cannot be migrated: %s", f.Advice)
	}
	retyped.Migratable = true
	check(retyped, Error, `Set on_replace = "migrate"`, `deletion_policy = "force"`)
	check(queue(topology.Migrated, 12), "")
	check(queue(topology.Deleted, 1), Warning, "holds 1 message, so that deleting it will be refused", `deletion_policy = "retain"`)
	for _, change := range []topology.Change{topology.Replaced, topology.Deleted} {
		stream := queue(change, 12)
		stream.Type, stream.Because = queueargs.Stream, []string{"max_age (x-max-age)"}
		check(stream, map[topology.Change]Severity{topology.Replaced: Error, topology.Deleted: Warning}[change], "consumers do not empty a stream", `deletion_policy = "force"`)
	}
	for _, change := range []topology.Change{topology.Replaced, topology.Deleted} {
		tier := queue(change, 12)
		asDelayTier(tier)
		tier.Arguments, tier.Because = queueargs.Arguments{"x-message-ttl": queueargs.Int(10000)}, []string{"delay (x-message-ttl)"}
		check(tier, map[topology.Change]Severity{topology.Replaced: Error, topology.Deleted: Warning}[change],
			"Wait for the delay of 10s, after which a delay tier is empty if nothing enters it any more, or ")
		prior := *tier
		prior.Prior = queue(topology.Unchanged, 12)
		prior.Prior.Arguments, prior.Prior.DelayTier = queueargs.Arguments{"x-message-ttl": queueargs.Int(5000)}, true
		check(&prior, map[topology.Change]Severity{topology.Replaced: Error, topology.Deleted: Warning}[change], "Wait for the delay of 5s")
	}
	planned := queue(topology.Replaced, 0)
	planned.Messages, planned.Prior = nil, queue(topology.Unchanged, 12)
	check(planned, Error, "holds 12 messages")

	ttl := func(q *topology.Queue, ms string) *topology.Queue {
		q.Arguments = queueargs.Arguments{"x-message-ttl": json.Number(ms)}
		return q
	}
	for wanted, offered := range map[string]bool{"60000": true, "3600001": false} {
		shorter := ttl(queue(topology.Replaced, 0), wanted)
		shorter.Messages, shorter.Prior, shorter.Because = nil, ttl(queue(topology.Unchanged, 12), "3600000"), []string{"message_ttl (x-message-ttl)"}
		f := expect(t, id, on("4.0.5", shorter), subject, "")[0]
		if strings.Contains(f.Advice, `rabbitmq_ttl_ceiling with message_ttl = "1m0s"`) != offered || !strings.Contains(f.Advice, `deletion_policy = "force"`) {
			t.Errorf("%s ms in place of 3600000 ms: %s", wanted, f.Advice)
		}
	}
	level := ttl(queue(topology.Replaced, 0), "60000")
	level.DelayTier, level.Owner = true, &topology.Owner{Attributes: map[string]string{"x-message-ttl": "unit"}}
	level.Messages, level.Prior, level.Because = nil, ttl(queue(topology.Unchanged, 12), "3600000"), []string{"unit (x-message-ttl)"}
	if f := expect(t, id, on("4.0.5", level), subject, "")[0]; strings.Contains(f.Advice, "rabbitmq_policy") {
		t.Errorf("a level of a network: %s", f.Advice)
	}

	moved := queue(topology.Replaced, 12)
	moved.Because, moved.OwnPolicy = []string{"settings_in"}, "queue-settings main.queue"
	check(moved, Error, `because of settings_in, holds 12 messages`, `Let consumers empty the queue first, or keep settings_in = "arguments" and put a rabbitmq_policy over the queue`)
	back := queue(topology.Replaced, 12)
	back.Because = []string{"settings_in"}
	check(back, Error, "Let consumers empty the queue first, or keep what forces the replacement as it is")

	for _, change := range []topology.Change{topology.Unchanged, topology.Created, topology.Updated} {
		check(queue(change, 12), "")
	}
	for _, change := range []topology.Change{topology.Replaced, topology.Deleted} {
		check(queue(change, 0), "")
		unknown, force, retain := queue(change, 0), queue(change, 12), queue(change, 12)
		unknown.Messages, force.ForceDelete, retain.Retain = nil, true, true
		check(unknown, "")
		check(force, "")
		check(retain, "")
	}
}

func TestTheUsersSeverityWinsOverTheRules(t *testing.T) {
	const id = "replace_loses_messages"
	held := int64(12)
	q := queueOf(queueargs.Quorum, "main.queue", nil)
	q.Change, q.Messages = topology.Deleted, &held
	for _, severity := range []Severity{Error, Warning} {
		found := Check(on("4.0.5", q), Plan, Settings{id: severity}, nil, queueRef("main.queue"))
		if len(found) != 1 || found[0].Severity != severity {
			t.Errorf("want one %s: %+v", severity, found)
		}
	}
}

// What goes is the queue of the old name, which the plan has under that name too.
func TestReplaceLosesMessagesNamesTheQueueThatGoes(t *testing.T) {
	held := int64(12)
	old := queueOf(queueargs.Quorum, "old", nil)
	old.Change, old.Messages = topology.Deleted, &held
	renamed := queueOf(queueargs.Quorum, "new", nil)
	renamed.Change, renamed.Because, renamed.Prior = topology.Replaced, []string{"name"}, old
	c := on("4.0.5", renamed)
	c.Topology.PutQueue(old)
	found := Check(c, Plan, Settings{"delivery_limit_drops": Off}, nil, queueRef("new"))
	if len(found) != 1 || found[0].Summary() != `replace_loses_messages: queue "old"` || found[0].Severity != Error {
		t.Errorf("want one error about the old queue: %+v", found)
	}
}
