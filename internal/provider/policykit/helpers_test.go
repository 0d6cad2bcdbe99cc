package policykit_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/acctest"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	pt "github.com/delaytier/terraform-provider-rabbitmq/internal/provider/providertest"
)

// kind is a resource that is one policy.
type kind struct {
	typeName, noun string
	// path is the segment of the management API.
	path string
}

var kinds = []kind{
	{"rabbitmq_policy", "policy", "policies"},
	{"rabbitmq_operator_policy", "operator policy", "operator-policies"},
}

func (k kind) operator() bool { return k.path == "operator-policies" }

func (k kind) address() string { return k.typeName + ".p" }

// block is a resource block named p.
func (k kind) block(body string) string {
	return fmt.Sprintf("resource %q \"p\" {\n  name = \"p\"\n  %s\n}\n", k.typeName, body)
}

func (k kind) action(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return pt.Plan(pt.Does(k.address(), action))
}

// each runs a test with each kind of policy, in a virtual host of its own.
func each(t *testing.T, test func(t *testing.T, b *acctest.BrokerInfo, k kind, vhost string)) {
	b := acctest.Broker(t)
	for _, k := range kinds {
		t.Run(k.typeName, func(t *testing.T) { test(t, b, k, b.Vhost(t)) })
	}
}

// onBroker is a policy as the broker has it.
type onBroker struct {
	Pattern    string          `json:"pattern"`
	ApplyTo    string          `json:"apply-to"`
	Priority   json.Number     `json:"priority"`
	Definition json.RawMessage `json:"definition"`
}

// has requires that the broker has the policy p, with a pattern, an apply-to, a priority and a definition that is a JSON object.
func (k kind) has(t *testing.T, b *acctest.BrokerInfo, vhost, pattern, applyTo, priority, definition string) {
	t.Helper()
	var got onBroker
	if err := json.Unmarshal(b.API(t, "GET", "", k.path, vhost, "p"), &got); err != nil {
		t.Fatal(err)
	}
	if got.Pattern != pattern || got.ApplyTo != applyTo || got.Priority.String() != priority || string(got.Definition) != definition {
		t.Errorf("the broker has %+v with %s, not %q, %s, %s and %s", got, got.Definition, pattern, applyTo, priority, definition)
	}
}

// lintOff turns all rules off, for tests about what a policy is made of and not about whether that is wise.
func lintOff() string {
	var b strings.Builder
	b.WriteString("lint = {\n")
	for _, rule := range lint.Rules() {
		fmt.Fprintf(&b, "    %s = \"off\"\n", rule.ID)
	}
	b.WriteString("  }")
	return b.String()
}

var nothingSet = regexp.MustCompile(`would set nothing`)
