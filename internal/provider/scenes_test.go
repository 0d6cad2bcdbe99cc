package provider_test

import (
	"encoding/json"
	"slices"

	"github.com/hashicorp/go-version"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// scene is a queue of a resource on a broker.
type scene struct {
	*topology.Owner
	queue  *topology.Queue
	policy *topology.Policy
	more   []*topology.Policy
	// own is true if the policy is the queue's own.
	own bool
	// version is that of the broker.
	version string
}

// circumstance changes a scene; it reports false if the resource cannot come into it.
type circumstance func(*scene) bool

// hasExtra reports whether the resource takes any argument, in extra_arguments.
func (s *scene) hasExtra() bool { return s.Attributes["x-single-active-consumer"] != "" }

func (s *scene) sets(argument string, value any) bool {
	_, settable := s.Attributes[argument]
	s.queue.Arguments[argument] = value
	return settable || s.hasExtra()
}

// given makes two circumstances of each value: that the resource has it, and that a policy has.
func given(argument string, values ...any) (all []circumstance) {
	row := queueargs.ByArgument(argument)
	for _, value := range values {
		all = append(all, func(s *scene) bool { return s.sets(argument, value) })
		if row.PolicyKey != "" {
			all = append(all, func(s *scene) bool {
				s.policy.Definition[row.PolicyKey] = value
				return true
			})
		}
	}
	return all
}

func number(n string) json.Number { return json.Number(n) }

// deadLettering are circumstances that it takes three of for some rules.
var deadLettering = slices.Concat(
	given("x-message-ttl", number("10000")), given("x-dead-letter-exchange", "", "absent", "unbound"),
	given("x-dead-letter-routing-key", "subject", "back", "nowhere"), given("x-dead-letter-strategy", "at-least-once"),
	given("x-overflow", "drop-head", "reject-publish"), given("x-max-length", number("5")), given("x-delivery-limit", number("3")),
)

// others are circumstances for which one or two do.
var others = slices.Concat(
	given("x-message-ttl", number("0"), number("400000000000"), "60000"), given("x-expires", number("1000"), number("400000000000")),
	given("x-max-length-bytes", number("5")), given("x-overflow", "reject-publish-dlx"), given("x-delivery-limit", "abc"),
	given("x-dead-letter-routing-key", tooLong), given("x-max-age", "7D", number("7")), given("x-max-priority", number("5")), given("x-delayed-retry-type", "all"),
	given("x-consumer-disconnected-timeout", number("60000")),
	[]circumstance{
		func(s *scene) bool { return s.sets("x-mesage-ttl", number("5")) },
		func(s *scene) bool {
			return s.sets("x-overflow", "reject-publish") && s.sets("x-max-length", number("0"))
		},
		func(s *scene) bool { s.version = "4.3.6"; return s.sets("x-delayed-retry-type", "all") },
		func(s *scene) bool { s.version = "4.3.6"; return s.sets("x-delayed-retry-min", number("1000")) },
		func(s *scene) bool {
			s.version = "4.3.6"
			s.policy.Definition["delayed-retry-type"], s.policy.Definition["delayed-retry-min"] = "all", number("1000")
			return true
		},
		func(s *scene) bool {
			s.version, s.policy.Definition["delayed-retry-type"] = "4.3.6", "failed"
			return true
		},
		func(s *scene) bool { return s.sets("x-max-ages", "7D") },
		func(s *scene) bool { s.queue.Durable, s.queue.AutoDelete = false, true; return s.hasExtra() },
		func(s *scene) bool { s.queue.Name = "amq.subject"; return true },
		func(s *scene) bool { s.queue.Change, s.queue.Messages = topology.Replaced, new(int64(1)); return true },
		func(s *scene) bool {
			s.queue.Change, s.queue.Messages, s.queue.Because = topology.Replaced, new(int64(1)), []string{"type"}
			return true
		},
		func(s *scene) bool { s.queue.Consumers = new(int64(1)); return true },
		func(s *scene) bool {
			s.queue.Change, s.queue.Messages = topology.Unchanged, new(int64(1))
			s.policy.Managed, s.policy.Change, s.policy.Definition["message-ttl"] = true, topology.Created, number("1000")
			return true
		},
		func(s *scene) bool {
			for _, name := range []string{"one", "two"} {
				s.more = append(s.more, &topology.Policy{Name: name, Priority: 1, Definition: map[string]any{"max-length": number("9")}})
			}
			return true
		},
		func(s *scene) bool {
			s.queue.Change, s.queue.Messages = topology.Unchanged, new(int64(7))
			s.policy.Managed, s.policy.Change, s.policy.Definition["max-length"] = true, topology.Created, number("5")
			return true
		},
		func(s *scene) bool {
			s.more = append(s.more, &topology.Policy{Name: "open", Pattern: "^(?!x)", Priority: 1, Definition: map[string]any{"max-length": number("9")}})
			return true
		},
	},
)

// ownPolicy makes the policy the queue's own.
func ownPolicy(s *scene) bool { s.own = true; return true }

// play returns what is found about the queue of a resource in some circumstances.
func play(typeName string, owner *topology.Owner, queueType queueargs.Type, circumstances ...circumstance) []lint.Finding {
	s := &scene{Owner: owner, version: "4.0.5", policy: &topology.Policy{Name: "p", Definition: map[string]any{}}, queue: &topology.Queue{
		Name: "subject", Type: queueType, Durable: true, Managed: true, Change: topology.Created, Owner: owner,
		Arguments: queueargs.Arguments{"x-queue-type": string(queueType)},
		DelayTier: typeName == "rabbitmq_delay_tier", Discards: typeName == "rabbitmq_dead_letter_queue",
	}}
	switch typeName {
	case "rabbitmq_delay_tier":
		s.queue.Arguments["x-message-ttl"], s.queue.Arguments["x-dead-letter-exchange"] = number("10000"), "amq.direct"
	case "rabbitmq_dead_letter_queue":
		s.queue.Arguments["x-delivery-limit"] = number("-1")
	case "rabbitmq_expiring_queue":
		s.queue.Arguments["x-message-ttl"] = number("10000")
	}
	for _, c := range circumstances {
		if !c(s) {
			return nil
		}
	}
	if s.own {
		for key := range s.policy.Definition {
			if s.Attributes[queueargs.ByPolicyKey(key).Argument] == "" {
				return nil
			}
		}
		s.policy.Own, s.policy.Managed, s.queue.OwnPolicy = true, true, s.policy.Name
	}
	v := topology.New("/")
	v.Version, v.Complete = version.Must(version.NewVersion(s.version)), true
	v.PutExchange(&topology.Exchange{Name: "unbound", Type: "direct", Durable: true, Managed: true, Closed: true})
	// It sends its dead letters to the subject.
	v.PutQueue(&topology.Queue{Name: "back", Type: queueType, Durable: true, Managed: true, Discards: true, Arguments: queueargs.Arguments{
		"x-message-ttl": number("1000"), "x-dead-letter-exchange": "", "x-dead-letter-routing-key": s.queue.Name,
	}})
	v.PutQueue(s.queue)
	if len(s.policy.Definition) > 0 {
		v.PutPolicy(s.policy)
	}
	for _, p := range s.more {
		v.PutPolicy(p)
	}
	return lint.Check(&lint.Context{Topology: v, MaxMessageTTL: 5e9}, lint.Validate|lint.Plan, nil, nil, topology.Ref{Kind: topology.KindQueue, Name: s.queue.Name})
}

// playAll plays every queue type in up to two of all circumstances, and quorum queues in up to three of those about dead lettering.
func playAll(typeName string, owner *topology.Owner) (found []lint.Finding) {
	all := slices.Concat(deadLettering, others)
	for _, queueType := range owner.Types {
		hear := func(c ...circumstance) { found = append(found, play(typeName, owner, queueType, c...)...) }
		hear()
		for i := range all {
			hear(all[i])
			for j := range i {
				hear(all[i], all[j])
				hear(ownPolicy, all[i], all[j])
				for k := range j {
					if i < len(deadLettering) && queueType == queueargs.Quorum {
						hear(all[i], all[j], all[k])
					}
				}
			}
		}
	}
	return found
}
