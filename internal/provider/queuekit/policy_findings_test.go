package queuekit_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/queuekit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// finding is what a plan is expected to say.
type finding struct{ rule, severity, attribute, text string }

// expect requires that the findings of a plan are exactly these.
func expect(t *testing.T, what string, said []pt.Diagnostic, want ...finding) {
	t.Helper()
	if len(said) != len(want) {
		t.Errorf("%s: %+v", what, said)
		return
	}
	for i, w := range want {
		got := said[i]
		if !strings.HasPrefix(got.Summary, w.rule) || got.Severity != w.severity || got.Attribute != w.attribute || !strings.Contains(got.Detail, w.text) {
			t.Errorf("%s: %+v, not %+v", what, got, w)
		}
	}
}

func with(o, more pt.Object) pt.Object {
	all := pt.Object{}
	for _, from := range []pt.Object{o, more} {
		for name, value := range from {
			all[name] = value
		}
	}
	return all
}

// What other policies do to a queue with one of its own, and what a change of its own does, the plan says where it is to be changed.
func TestAccOwnPolicyIsCheckedWithTheOthers(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	plan := func(prior *pt.Existing, config pt.Object) []pt.Diagnostic {
		server := pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
		if prior == nil {
			return server.Plan("rabbitmq_expiring_queue", nil, config)
		}
		return server.Plan("rabbitmq_expiring_queue", server.Read(prior), config)
	}
	config := pt.Object{"name": "q", "type": "classic", "settings_in": "policy", "message_ttl": "1h", "on_expiry": "discard"}
	server := pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	state := server.Create("rabbitmq_expiring_queue", config)
	for range 3 {
		b.Publish(t, vhost, "q", "kept")
	}
	b.Counted(t, vhost, "q", 3)
	expect(t, "unchanged", plan(state, config))
	expect(t, "another TTL", plan(state, with(config, pt.Object{"message_ttl": "1m"})),
		finding{"policy_ttl_not_retroactive", "warning", "message_ttl", "Each of the 3 messages in the queue keeps the message TTL that was in force when it came (1h0m0s so far"})
	expect(t, "another length", plan(state, with(config, pt.Object{"max_length": 2})),
		finding{"policy_drops_messages", "warning", "max_length", "Of the 3 messages in the queue the oldest is dropped at once"})
	expect(t, "an expiry", plan(state, with(config, pt.Object{"expires": "2h"})),
		finding{"policy_drops_messages", "warning", "expires", "The queue and the 3 messages in it are deleted 2h0m0s after this change if no consumer uses it"})
	expect(t, "a length in bytes", plan(state, with(config, pt.Object{"max_length_bytes": 1})),
		finding{"policy_drops_messages", "warning", "max_length_bytes", "Of the 3 messages in the queue the oldest are dropped at once until the others take no more than 1 byte"})
	expect(t, "into the arguments", plan(state, with(config, pt.Object{"settings_in": "arguments"})),
		finding{"replace_loses_messages", "error", "", `because of settings_in, holds 3 messages`})
	expect(t, "a broken TTL", plan(state, with(config, pt.Object{"message_ttl": "100000h"})),
		finding{"policy_ttl_not_retroactive", "warning", "message_ttl", "in the queue keeps the message TTL that was in force when it came"},
		finding{"ttl_out_of_range", "error", "message_ttl", "crashes the queues"})

	b.API(t, http.MethodPut, `{"pattern":"","apply-to":"queues","priority":0,"definition":{"max-length":100}}`, "policies", vhost, "all")
	expect(t, "a tie of what is there", plan(state, config), finding{"policy_tie", "warning", "", `Set policy_priority of queue "q" above 0`})
	expect(t, "a tie of a new one", plan(nil, with(config, pt.Object{"name": "r"})), finding{"policy_tie", "error", "", `nothing of "all" is`})
	expect(t, "above", plan(state, with(config, pt.Object{"policy_priority": 0.5})))
	b.API(t, http.MethodPut, `{"pattern":"","apply-to":"queues","priority":1,"definition":{"message-ttl":7200000}}`, "policies", vhost, "all")
	expect(t, "a TTL that another policy raises", plan(state, config), finding{"policy_shadowed", "warning", "policy_priority", "Set policy_priority above 1"})
	b.API(t, http.MethodPut, `{"pattern":"","apply-to":"queues","priority":0,"definition":{"max-length":100}}`, "policies", vhost, "all")
	expect(t, "below", plan(state, with(config, pt.Object{"policy_priority": -1})),
		finding{"policy_shadowed", "warning", "policy_priority", "Set policy_priority above 0"})
	b.API(t, http.MethodDelete, "", "policies", vhost, "all")

	b.API(t, http.MethodPut, `{"pattern":"^q$","apply-to":"queues","priority":0,"definition":{"message-ttl":60000}}`, "operator-policies", vhost, "ceiling")
	expect(t, "an operator policy", plan(state, config),
		finding{"ttl_lowered_by_policy", "warning", "message_ttl", `expire after 1m0s and not after the declared 1h0m0s, because operator policy "ceiling"`})
	b.API(t, http.MethodDelete, "", "operator-policies", vhost, "ceiling")

	// What somebody has made of the policy is taken back, and said where no attribute shows it.
	drift := func(applyTo, definition string) {
		b.API(t, http.MethodPut, fmt.Sprintf(`{"pattern":%s,"apply-to":%q,"priority":0,"definition":%s}`, acctest.HCL(topology.PatternOf("q")), applyTo, definition), "policies", vhost, queuekit.PolicyName("q"))
	}
	drift("all", `{"message-ttl":3600000,"alternate-exchange":"x"}`)
	expect(t, "a drift that no attribute shows", plan(state, config), finding{`Policy "queue-settings q" was changed outside of this configuration`, "warning", "",
		`its apply-to is "all", wanted is "` + applyTo(t, b, queueargs.Classic) + `", its alternate-exchange is "x", wanted is not set. This plan takes that back.`})
	drift(applyTo(t, b, queueargs.Classic), `{"message-ttl":60000}`)
	expect(t, "a drift of the TTL", plan(state, config), finding{"policy_ttl_not_retroactive", "warning", "message_ttl",
		"(1m0s since somebody has changed the queue's policy, 1h0m0s before), although that of the queue changes from 1m0s to 1h0m0s."})
	drift(applyTo(t, b, queueargs.Classic), `{"message-ttl":3600000}`)

	forced := server.Create("rabbitmq_expiring_queue", with(config, pt.Object{"name": "f", "deletion_policy": "force", "settings_in": "arguments"}))
	b.Publish(t, vhost, "f", "lost")
	b.Counted(t, vhost, "f", 1)
	expect(t, "into a policy by force", plan(forced, with(config, pt.Object{"name": "f", "deletion_policy": "force"})),
		finding{`Queue "f" is replaced with its messages`, "warning", "", "because of settings_in, and 1 message that it holds now goes with it"})

	b.API(t, http.MethodPut, acctest.Queue(`{"x-queue-type":"classic","x-message-ttl":3600000}`), "queues", vhost, "a")
	inArguments := pt.Object{"name": "a", "type": "classic", "message_ttl": "1h", "on_expiry": "discard"}
	declared := pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure().Create("rabbitmq_expiring_queue", inArguments)
	b.Publish(t, vhost, "a", "kept")
	b.Counted(t, vhost, "a", 1)
	expect(t, "into a policy", plan(declared, with(inArguments, pt.Object{"settings_in": "policy"})),
		finding{"replace_loses_messages", "error", "", `or keep settings_in = "arguments" and put a rabbitmq_policy over the queue`})
	expect(t, "a lower TTL", plan(declared, with(inArguments, pt.Object{"message_ttl": "1m"})),
		finding{"replace_loses_messages", "error", "", `a rabbitmq_policy or rabbitmq_ttl_ceiling with message_ttl = "1m0s"`})
	expect(t, "a higher TTL", plan(declared, with(inArguments, pt.Object{"message_ttl": "2h"})),
		finding{"replace_loses_messages", "error", "", `keep what forces the replacement`})
}

// Changing policies needs a tag, and the plan says so.
func TestAccOwnPolicyNeedsATag(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	user := b.User(t, "management")
	b.Grant(t, vhost, user)
	server := pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": user, "password": user, "vhost": vhost}).Configure()
	queue := pt.Object{"name": "q", "type": "classic", "settings_in": "policy", "max_length": 5, "overflow": "reject-publish"}
	expect(t, "with a policy", server.Plan("rabbitmq_queue", nil, queue), finding{`Policy "queue-settings q" needs the tag policymaker`, "error", "", "set_user_tags"})
	expect(t, "without settings", server.Plan("rabbitmq_queue", nil, pt.Object{"name": "r", "type": "classic", "settings_in": "policy"}))
}

// A policy that two resources have as their own is found, whichever of them it is the settings of a queue for.
func TestAccOwnPolicyHasOneOwner(t *testing.T) {
	b := acctest.Broker(t)
	t.Parallel()
	vhost := b.Vhost(t)
	server := pt.Serve(t, pt.Object{"endpoint": b.Endpoint, "username": b.Username, "password": b.Password, "vhost": vhost}).Configure()
	expect(t, "the queue", server.Plan("rabbitmq_queue", nil, pt.Object{"name": "q", "type": "classic", "settings_in": "policy", "max_length": 5, "overflow": "reject-publish"}))
	said := server.Plan("rabbitmq_policy", nil, pt.Object{"name": queuekit.PolicyName("q"), "pattern": "^r$", "max_length": 6, "overflow": "reject-publish"})
	expect(t, "the policy", said, finding{"owned_twice", "error", "name", "a rabbitmq_queue"})
	again := server.Plan("rabbitmq_expiring_queue", nil, pt.Object{"name": "q", "type": "classic", "settings_in": "policy", "message_ttl": "1h", "on_expiry": "discard"})
	expect(t, "the queue again", again, finding{"owned_twice", "error", "name", "a rabbitmq_queue"})
}
