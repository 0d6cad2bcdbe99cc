package lint

import (
	"strings"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// offline is a virtual host of which no broker has been asked, with one queue.
func offline(q *topology.Queue) *Context {
	v := topology.New("payments")
	if q != nil {
		v.PutQueue(q)
	}
	return &Context{Topology: v}
}

// on is a virtual host on a broker of the version, with one queue.
func on(brokerVersion string, q *topology.Queue) *Context {
	c := offline(q)
	c.Topology.Version = version.Must(version.NewVersion(brokerVersion))
	c.Topology.Complete = true
	return c
}

// with adds a policy to a virtual host.
func (c *Context) with(p *topology.Policy) *Context {
	c.Topology.PutPolicy(p)
	return c
}

// queueOf is a durable queue that a resource declares.
func queueOf(t queueargs.Type, name string, args queueargs.Arguments) *topology.Queue {
	return &topology.Queue{Name: name, Type: t, Durable: true, Arguments: args, Managed: true}
}

// asDelayTier makes a queue that of a resource which gives some settings names of its own.
func asDelayTier(q *topology.Queue) {
	q.DelayTier = true
	q.Owner = &topology.Owner{Types: []queueargs.Type{queueargs.Quorum, queueargs.Classic}, Attributes: map[string]string{
		"x-message-ttl": "delay", "x-dead-letter-exchange": "return_to.exchange", "x-dead-letter-routing-key": "return_to.routing_key",
	}}
}

func queueRef(name string) topology.Ref { return topology.Ref{Kind: topology.KindQueue, Name: name} }

// expect runs one rule over one subject, wherever the rule's homes are, and requires findings on exactly these fields.
func expect(t *testing.T, id string, c *Context, subject topology.Ref, fields ...string) []Finding {
	t.Helper()
	rule := rules[id]
	if rule == nil {
		t.Fatalf("no rule %s", id)
	}
	var found []Finding
	for home := Validate; home <= Live; home <<= 1 {
		if rule.Homes&home == 0 {
			continue
		}
		all := Settings{}
		for _, r := range Rules() {
			if r.ID != id {
				all[r.ID] = Off
			}
		}
		found = Check(c, home, all, nil, subject)
	}
	if len(found) != len(fields) {
		t.Fatalf("%s: %d findings, want %d: %+v", id, len(found), len(fields), found)
	}
	for i, f := range found {
		if f.Rule != id || f.Object != subject || f.Field != fields[i] {
			t.Errorf("%s: %+v, want field %q of %+v", id, f, fields[i], subject)
		}
		for _, sentence := range []string{f.Consequence, f.Advice} {
			if !strings.HasSuffix(sentence, ".") || strings.Contains(sentence, ". ") || strings.Contains(sentence, "%!") ||
				strings.ToUpper(sentence[:1]) != sentence[:1] {
				t.Errorf("%s: not one sentence: %q", id, sentence)
			}
		}
	}
	return found
}

// says requires that a finding's consequence or advice contains each part.
func says(t *testing.T, f Finding, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(f.Consequence+"\n"+f.Advice, part) {
			t.Errorf("%q is not in %q, %q", part, f.Consequence, f.Advice)
		}
	}
}
