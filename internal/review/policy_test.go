package review

import (
	"slices"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func policy(more object) object {
	p := object{"vhost": "/", "name": "p", "pattern": "", "apply_to": "queues", "priority": 0}
	for attribute, value := range more {
		p[attribute] = value
	}
	return p
}

func exchange(more object) object {
	x := object{"vhost": "/", "name": "x", "type": "direct", "durable": true, "auto_delete": false, "internal": false}
	for attribute, value := range more {
		x[attribute] = value
	}
	return x
}

// onBroker reviews a plan with a broker whose queues hold as many messages.
func onBroker(t *testing.T, content []byte, messages int64, live ...any) *Report {
	t.Helper()
	input, err := Read(t.Context(), content)
	if err != nil {
		t.Fatal(err)
	}
	broker := topology.New("/")
	for _, o := range live {
		switch o := o.(type) {
		case *topology.Queue:
			broker.PutQueue(o)
		case *topology.Exchange:
			broker.PutExchange(o)
		case *topology.Binding:
			broker.PutBinding(o)
		case *topology.Policy:
			broker.PutPolicy(o)
		}
	}
	input.After["/"].addLive(broker, input.Before["/"])
	for _, q := range input.After["/"].Queues() {
		q.Messages = &messages
	}
	return New(input, nil)
}

// finding is the finding of a rule, whose consequence has to say something.
func finding(t *testing.T, r *Report, rule, address, says string) {
	t.Helper()
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == rule && f.Address == address })
	if i < 0 || !strings.Contains(r.Findings[i].Consequence, says) {
		t.Errorf("%s %s with %q is not in %+v", rule, address, says, r.Findings)
	}
}

// kept is a queue of Terraform's that stays as it is, in which messages may vanish.
func kept() object {
	q := queue(object{"lint_ignore": []string{"ttl_without_dlx", "overflow_drops", "queue_unreachable"}})
	return acts(change("rabbitmq_queue.q", this, q, q, nil), "no-op")
}

func theirs() *topology.Queue {
	return &topology.Queue{Name: "theirs", Type: queueargs.Classic, Durable: true, Arguments: queueargs.Arguments{"x-queue-type": "classic"}}
}

func TestChangesOfPoliciesAreReviewedWithTheMessagesOfTheBroker(t *testing.T) {
	const p = "rabbitmq_policy.p"
	for name, test := range map[string]struct {
		before, after object
		rule, says    string
	}{
		"limit":    {nil, policy(object{"max_length": 2}), "policy_drops_messages", `Of the 3 messages in the queue the oldest is dropped at once, because its max length changes from none to 2 (policy "p")`},
		"lower":    {policy(object{"max_length": 9}), policy(object{"max_length": 2}), "policy_drops_messages", "from 9 to 2"},
		"expires":  {nil, policy(object{"expires": "1h"}), "policy_drops_messages", "The queue and the 3 messages in it are deleted 1h0m0s after"},
		"TTL":      {policy(object{"message_ttl": "1m"}), policy(object{"message_ttl": "5s"}), "policy_ttl_not_retroactive", `(1m0s so far, unless policies have changed before), although that of the queue changes from 1m0s to 5s (policy "p")`},
		"TTL gone": {policy(object{"message_ttl": "1m"}), nil, "policy_ttl_not_retroactive", "from 1m0s to none"},
	} {
		t.Run(name, func(t *testing.T) {
			r := onBroker(t, planned(t, nil, kept(), change(p, this, test.before, test.after, nil)), 3, theirs())
			finding(t, r, test.rule, "rabbitmq_queue.q", test.says)
			finding(t, r, test.rule, p, test.says) // of a queue of others
			unchanged := onBroker(t, planned(t, nil, kept(), acts(change(p, this, test.after, test.after, nil), "no-op")), 3, theirs())
			empty := onBroker(t, planned(t, nil, kept(), change(p, this, test.before, test.after, nil)), 0, theirs())
			for _, r := range []*Report{unchanged, empty} {
				if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == test.rule }) {
					t.Errorf("%+v", r.Findings)
				}
			}
		})
	}
	// What the broker has of a policy that Terraform does not have yet is what was in force.
	there := &topology.Policy{Name: "p", ApplyTo: "queues", Definition: map[string]any{"max-length": queueargs.Int(2)}}
	r := onBroker(t, planned(t, nil, kept(), change(p, this, nil, policy(object{"max_length": 2}), nil)), 3, there)
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == "policy_drops_messages" }) || len(r.Changes) != 0 {
		t.Errorf("%+v %+v", r.Findings, r.Changes)
	}
}

func TestWithoutABrokerOnlyWhatAPlanKnowsIsSaidOfPolicies(t *testing.T) {
	r := reviewed(t, planned(t, nil, kept(), change("rabbitmq_policy.p", this, nil, policy(object{"max_length": 2, "message_ttl": "5s"}), nil)))
	wantSaid(t, r)
	r = reviewed(t, planned(t, nil, kept(), change("rabbitmq_policy.p", this, nil, policy(object{"expires": "1h"}), nil)))
	finding(t, r, "policy_drops_messages", "rabbitmq_queue.q", "all messages in it (how many is not known)")
}

// A finding that a policy brings to queues of others is accepted where the policy stands.
func TestLintIgnoreOfAPolicyCountsForItsQueues(t *testing.T) {
	p := policy(object{"max_length": 2, "lint_ignore": []string{"policy_drops_messages", "overflow_drops"}})
	r := onBroker(t, planned(t, nil, change("rabbitmq_policy.p", this, nil, p, nil)), 3, theirs())
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == "policy_drops_messages" || f.Rule == "overflow_drops" }) ||
		!slices.ContainsFunc(r.Suppressed, func(s Suppressed) bool { return s.Reason == "lint_ignore of rabbitmq_policy.p" }) {
		t.Errorf("%+v", r)
	}
}

func TestLivePoliciesAreNoChange(t *testing.T) {
	life := &topology.Policy{Name: "life", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Int(5000)}}
	if r := onBroker(t, planned(t, nil, kept()), 3, life); len(r.Changes) != 0 {
		t.Errorf("%+v", r.Changes)
	}
	r := onBroker(t, planned(t, nil, kept(), change("rabbitmq_policy.p", this, nil, policy(object{"message_ttl": "1s", "priority": 1}), nil)), 3, life, theirs())
	var effects []string
	for _, c := range r.Changes {
		effects = append(effects, c.Object+" "+c.Effect)
	}
	want := `x-message-ttl: 5s (policy "life") becomes 1s (policy "p").`
	if !slices.Equal(effects, []string{"q " + want, "theirs " + want}) {
		t.Errorf("%q", effects)
	}
}

func TestReplacedExchangesAreReviewed(t *testing.T) {
	const address = "rabbitmq_exchange.x"
	binding := object{"vhost": "/", "source": "x", "destination": "q", "destination_type": "queue", "routing_key": "k"}
	bound := acts(change("rabbitmq_binding.b", this, binding, binding, nil), "delete", "create")
	replaced := acts(change(address, this, exchange(nil), exchange(object{"type": "topic"}), nil), "delete", "create")
	const lost = `publishing to it fails, what should go by binding "x -> q (k)" is dropped until all is bound again`
	finding(t, reviewed(t, planned(t, nil, kept(), bound, replaced)), "exchange_replaced", address, lost)
	// Tainted, or with -replace: nothing is otherwise.
	again := acts(change(address, this, exchange(nil), exchange(nil), nil), "delete", "create")
	finding(t, reviewed(t, planned(t, nil, kept(), bound, again)), "exchange_replaced", address, lost)
	wantSaid(t, reviewed(t, planned(t, nil, kept(), bound, acts(change(address, this, exchange(nil), exchange(nil), nil), "no-op"))))

	// Bindings of others go with an exchange that gets another name.
	moved := acts(change(address, this, exchange(nil), exchange(object{"name": "y"}), nil), "delete", "create")
	theirOwn := &topology.Binding{Source: "x", Destination: "theirs", DestinationKind: topology.KindQueue, RoutingKey: "k"}
	x := &topology.Exchange{Name: "x", Type: "direct", Durable: true}
	finding(t, onBroker(t, planned(t, nil, moved), 0, theirs(), x, theirOwn), "exchange_replaced", address, `takes along binding "x -> theirs (k)"`)

	foreign := acts(change(address, other, object{"name": "x", "settings": []object{{"type": "direct", "durable": true}}}, object{"name": "x", "settings": []object{{"type": "topic", "durable": true}}}, nil), "delete", "create")
	r := onBroker(t, planned(t, nil, foreign), 0, theirs(), x, theirOwn)
	finding(t, r, "exchange_replaced", address, `what should go by binding "x -> theirs (k)" is dropped`)
	if i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Rule == "exchange_replaced" }); i >= 0 && strings.Contains(r.Findings[i].Advice, "put back") {
		t.Error(r.Findings[i].Advice)
	}
}
