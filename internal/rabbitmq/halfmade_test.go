package rabbitmq

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
)

// What brokers answered about queues that were half made when they were killed, and about others.
func TestBirthOfQuorumQueues(t *testing.T) {
	const (
		halfMade   = `{"Raft State":"follower","Membership":"voter","Last Log Index":0,"Last Written":-1,"Commit Index":0,"Snapshot Index":-1,"Term":0}` // 4.0.5
		halfMade43 = `{"Raft State":"follower","Membership":"voter","Last Log Index":0,"Last Written":0,"Commit Index":0,"Snapshot Index":-1,"Term":1}`  // 4.3.6
		empty      = `{"Raft State":"leader","Membership":"voter","Last Log Index":4,"Last Written":4,"Commit Index":4,"Snapshot Index":-1,"Term":2}`
		recovering = `{"Raft State":"recover","Membership":"voter","Last Log Index":2000004,"Last Written":2000004,"Last Applied":183747,"Term":1}`
		recovered  = `{"Raft State":"follower","Membership":"voter","Last Log Index":2000004,"Last Written":2000004,"Last Applied":1994846,"Term":1}`
		absent     = `{"Raft State":"noproc","Membership":"","Last Log Index":"","Last Written":"","Commit Index":"","Snapshot Index":"","Term":""}`
		crashed    = `{"Raft State":"noproc","Membership":"unknown","Last Log Index":976}`
		added      = `{"Raft State":"follower","Membership":"promotable","Last Log Index":0}`
	)
	for answer, want := range map[string]birth{
		halfMade: unborn, halfMade43: unborn, empty: born, recovering: born, recovered: born, crashed: born, added: born, absent: unclear, "": unclear,
		strings.Join([]string{halfMade, halfMade, halfMade}, ","): unborn,
		strings.Join([]string{absent, halfMade, halfMade}, ","):   unborn,
		strings.Join([]string{absent, absent, halfMade}, ","):     unclear,
		strings.Join([]string{absent, absent, recovered}, ","):    unclear,
		strings.Join([]string{halfMade, recovered, absent}, ","):  unclear,
		strings.Join([]string{halfMade, recovered, crashed}, ","): born,
		strings.Join([]string{halfMade, halfMade, empty}, ","):    born,
		strings.Join([]string{absent, added, added}, ","):         born,
	} {
		var members []raftMember
		d := json.NewDecoder(strings.NewReader("[" + answer + "]"))
		d.UseNumber()
		if err := d.Decode(&members); err != nil {
			t.Fatal(err)
		}
		if got := birthOf(members); got != want {
			t.Errorf("%s: %d, not %d", answer, got, want)
		}
	}
}

// What somebody has bound to it stays. Where the broker does not tell a half-made queue from one that may have messages, the error says what to do.
func TestAccQueueThatWasHalfMadeIsMadeAnew(t *testing.T) {
	t.Parallel()
	b := acctest.Broker(t)
	vhost := b.Vhost(t)
	b.Exchange(t, vhost, "x", "direct")
	b.HalfMade(t, vhost, "q")
	b.Bind(t, vhost, "x", "k", "q")
	c := client(t, b, b.Endpoint)
	declare := func() (bool, error) {
		return c.DeclareQueue(t.Context(), vhost, "q", QueueSettings{Durable: true, Arguments: map[string]any{"x-queue-type": "quorum"}})
	}
	created, err := declare()
	if !b.AtLeast(t, "3.13.7") {
		if err == nil || !strings.Contains(err.Error(), `delete it (rabbitmqctl delete_queue -p "`+vhost+`" "q")`) {
			t.Fatalf("created %t, %v", created, err)
		}
		return
	}
	if err != nil || !created {
		t.Fatalf("created %t, %v", created, err)
	}
	if err := acctest.Probe(t, b.Channel(t, vhost), "q"); err != nil {
		t.Error(err)
	}
	if bound := b.Bindings(t, vhost, "q"); len(bound) != 1 {
		t.Errorf("bound by %q", bound)
	}
	if created, err := declare(); created || err != nil {
		t.Errorf("declared once more: %t, %v", created, err)
	}
}
