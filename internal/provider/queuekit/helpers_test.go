package queuekit_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/queueargs"
)

// kind is a resource that is one queue and nothing else: whatever holds for one of them holds for all.
type kind struct {
	name, typeName string
	types          []queueargs.Type
	// required is what every configuration of the resource says beside the name, and requires the arguments that it gives the queue.
	required string
	requires map[string]string
}

var kinds = []kind{
	{name: "queue", typeName: "rabbitmq_queue", types: []queueargs.Type{queueargs.Classic, queueargs.Quorum, queueargs.Stream}},
	{
		name: "expiring queue", typeName: "rabbitmq_expiring_queue", types: []queueargs.Type{queueargs.Classic, queueargs.Quorum},
		required: `message_ttl = "72h"`, requires: map[string]string{"x-message-ttl": "259200000"},
	},
}

// block writes one resource.
func (k kind) block(label, body string) string {
	return fmt.Sprintf("resource %q %q {\n  name = %q\n  %s\n  %s\n}\n", k.typeName, label, label, k.required, body)
}

// arguments writes the JSON arguments of a queue of this kind.
func (k kind) arguments(t queueargs.Type, more map[string]string) string {
	members := map[string]string{"x-queue-type": fmt.Sprintf("%q", t)}
	for _, from := range []map[string]string{k.requires, more} {
		for name, value := range from {
			members[name] = value
		}
	}
	var parts []string
	for name, value := range members {
		parts = append(parts, fmt.Sprintf("%q:%s", name, value))
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ",") + "}"
}

// lintOff turns all rules off, for tests about what a queue is made of and not about whether that is wise.
func lintOff() string {
	var b strings.Builder
	b.WriteString("lint = {\n")
	for _, rule := range lint.Rules() {
		fmt.Fprintf(&b, "    %s = \"off\"\n", rule.ID)
	}
	b.WriteString("  }")
	return b.String()
}

// Names of what the tests of this package say most.
var (
	run      = providertest.Run
	before   = providertest.Plan
	action   = providertest.Does
	replaces = providertest.ReplacedBy
)

// showsArguments requires that the plan shows the arguments exactly as JSON has them.
func showsArguments(address, arguments string) plancheck.PlanCheck {
	return providertest.Shows(address, "arguments", arguments)
}
