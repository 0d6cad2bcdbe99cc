package lint

import (
	"reflect"
	"testing"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

func TestTTLWithoutDLX(t *testing.T) {
	const id = "ttl_without_dlx"
	ttl := queueargs.Arguments{"x-message-ttl": queueargs.Int(180000)}
	subject := queueRef("otp.sms")
	atValidate := expect(t, id, offline(queueOf(queueargs.Quorum, "otp.sms", ttl)), subject, "x-message-ttl")
	says(t, atValidate[0], "after 3m0s vanishes", "dead_letter = {", `on_expiry = "discard"`)
	if atPlan := expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "otp.sms", ttl)), subject, "x-message-ttl"); !reflect.DeepEqual(atPlan[0], atValidate[0]) {
		t.Errorf("said differently in the plan: %+v and %+v", atPlan[0], atValidate[0])
	}

	deadLetters := queueargs.Arguments{"x-message-ttl": queueargs.Int(180000), "x-dead-letter-exchange": ""}
	expect(t, id, offline(queueOf(queueargs.Quorum, "otp.sms", deadLetters)), subject)
	expect(t, id, offline(queueOf(queueargs.Quorum, "otp.sms", queueargs.Arguments{})), subject)
	discards := queueOf(queueargs.Quorum, "otp.sms", ttl)
	discards.Discards = true
	expect(t, id, offline(discards), subject)
	goes := queueOf(queueargs.Quorum, "otp.sms", ttl)
	goes.Change = topology.Deleted
	expect(t, id, on("4.0.5", goes), subject)
}

func TestTTLWithoutDLXCountsPolicies(t *testing.T) {
	const id = "ttl_without_dlx"
	subject := queueRef("otp.sms")
	ttl := &topology.Policy{Name: "three-minutes", Pattern: "^otp", ApplyTo: "queues", Definition: map[string]any{"message-ttl": queueargs.Int(180000)}}
	found := expect(t, id, on("4.3.6", queueOf(queueargs.Classic, "otp.sms", nil)).with(ttl), subject, "x-message-ttl")
	says(t, found[0], `3m0s (policy "three-minutes")`)

	withDLX := &topology.Policy{Name: "three-minutes", Pattern: "^otp", ApplyTo: "queues", Definition: map[string]any{
		"message-ttl": queueargs.Int(180000), "dead-letter-exchange": "otp.dlx",
	}}
	expect(t, id, on("4.3.6", queueOf(queueargs.Classic, "otp.sms", nil)).with(withDLX), subject)
}

func TestTTLWithoutDLXDoesNotGuess(t *testing.T) {
	const id = "ttl_without_dlx"
	for name, args := range map[string]queueargs.Arguments{
		"unknown exchange": {"x-message-ttl": queueargs.Int(180000), "x-dead-letter-exchange": queueargs.Unknown{}},
		"unknown TTL":      {"x-message-ttl": queueargs.Unknown{}},
	} {
		t.Run(name, func(t *testing.T) { expect(t, id, offline(queueOf(queueargs.Quorum, "q", args)), queueRef("q")) })
	}
	ttl := queueargs.Arguments{"x-message-ttl": queueargs.Int(180000)}
	expect(t, id, offline(queueOf("", "q", ttl)), queueRef("q"))
	lookAhead := &topology.Policy{Name: "p", Pattern: "^(?!x)", ApplyTo: "queues", Definition: map[string]any{"dead-letter-exchange": "dlx"}}
	expect(t, id, on("4.0.5", queueOf(queueargs.Quorum, "q", ttl)).with(lookAhead), queueRef("q"))
}
