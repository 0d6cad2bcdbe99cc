package topology

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// That the broker reads the patterns alike is tested on one.
func TestPatternOfMatchesOneName(t *testing.T) {
	names := []string{"", "q", "main.queue", "a+b", `back\slash`, `\Q\E`, "ü\\w", "(?x)#", "a$", "{1}", "鍵", "\xff\xfe", "a\x00b", "$", `a\z`, "[[:alpha:]]"}
	for range 200 {
		name := make([]byte, rand.IntN(20))
		for i := range name {
			name[i] = byte(rand.IntN(256))
		}
		names = append(names, string(name))
	}
	for _, name := range names {
		if got, literal := Literal(PatternOf(name)); !literal || got != name {
			t.Errorf("%q: the pattern %q is of %q, literal %t", name, PatternOf(name), got, literal)
		}
		if !regexp.MustCompile(latin1(PatternOf(name))).MatchString(latin1(name)) {
			t.Errorf("%q: %q does not match it", name, PatternOf(name))
		}
	}
}

func TestOwnPolicyIsTheQueuesOwn(t *testing.T) {
	v := New("/")
	q := &Queue{Name: "q", Type: queueargs.Quorum, OwnPolicy: "own", Arguments: queueargs.Arguments{"x-max-length": json.Number("5")}}
	v.PutQueue(q)
	v.PutPolicy(&Policy{Name: "own", Own: true, Pattern: PatternOf("q"), ApplyTo: "queues", Definition: map[string]any{"message-ttl": json.Number("60000")}})
	expect := func(row *queueargs.Row, want Setting) {
		t.Helper()
		if got, set := v.Effective(q, row); !set || got != want {
			t.Errorf("%s is %+v (%t), not %+v", row.Argument, got, set, want)
		}
	}
	own := Setting{Value: time.Minute, From: FromOwnPolicy}
	expect(queueargs.MessageTTL, own)
	expect(queueargs.MaxLength, Setting{Value: int64(5), From: FromArgument})
	for row, want := range map[*queueargs.Row]any{queueargs.MessageTTL: json.Number("60000"), queueargs.MaxLength: json.Number("5"), queueargs.Expires: nil} {
		if raw, set := v.Own(q, row); raw != want || set != (want != nil) {
			t.Errorf("%s of its own is %v (%t), not %v", row.Argument, raw, set, want)
		}
	}
	// Another policy of higher priority takes its place, and the queue still has it.
	v.PutPolicy(&Policy{Name: "other", Pattern: "", ApplyTo: "all", Priority: 1, Definition: map[string]any{"message-ttl": json.Number("90000")}})
	expect(queueargs.MessageTTL, Setting{Value: 90 * time.Second, From: FromPolicy, Policy: "other"})
	if v.OwnPolicy(q) == nil {
		t.Error("the queue's own policy is not found")
	}
}

// A policy of one queue leaves what is known of the others as it is, and is found nevertheless.
func TestPoliciesOfSingleQueuesAreKeptApart(t *testing.T) {
	v := New("/")
	ttl := func(name string) any {
		s, _ := v.Effective(v.Queue(name), queueargs.MessageTTL)
		return s.Value
	}
	put := func(name, ms string) {
		v.PutPolicy(&Policy{Name: "of " + name, Pattern: PatternOf(name), ApplyTo: "queues", Definition: map[string]any{"message-ttl": json.Number(ms), "dead-letter-exchange": "dlx-" + ms}})
	}
	for _, name := range []string{"a", "b"} {
		v.PutQueue(&Queue{Name: name, Type: queueargs.Quorum})
	}
	put("a", "1000")
	put("b", "2000")
	if ttl("a") != time.Second || ttl("b") != 2*time.Second {
		t.Error(ttl("a"), ttl("b"))
	}
	sameList(t, "dead letters of a", names(v.QueuesDeadLetteringTo("dlx-1000"), func(q *Queue) string { return q.Name }), "a")
	put("a", "3000")
	if ttl("a") != 3*time.Second {
		t.Error(ttl("a"))
	}
	sameList(t, "dead letters as before", names(v.QueuesDeadLetteringTo("dlx-1000"), func(q *Queue) string { return q.Name }))
	v.RemovePolicy(Ref{KindPolicy, "of a"})
	if ttl("a") != nil || ttl("b") != 2*time.Second {
		t.Error(ttl("a"), ttl("b"))
	}
	// One that moves from a queue to another matters to both.
	v.PutPolicy(&Policy{Name: "of b", Pattern: PatternOf("a"), ApplyTo: "queues", Definition: map[string]any{"message-ttl": json.Number("5000")}})
	if ttl("a") != 5*time.Second || ttl("b") != nil {
		t.Error(ttl("a"), ttl("b"))
	}
}
