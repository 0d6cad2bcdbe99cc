package queuekit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
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

// planned checks what a plan does to one resource.
type planned struct {
	address string
	check   func(rc *tfjson.ResourceChange) error
}

func (p planned) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, rc := range req.Plan.ResourceChanges {
		if rc.Address == p.address {
			if err := p.check(rc); err != nil {
				resp.Error = fmt.Errorf("%s: %w", p.address, err)
			}
			return
		}
	}
	resp.Error = fmt.Errorf("%s is not in the plan", p.address)
}

// replaces expects a replacement that an attribute (a dotted path) forces, whose value the plan shows to change.
func replaces(address, attribute string) plancheck.PlanCheck {
	return planned{address, func(rc *tfjson.ResourceChange) error {
		if !rc.Change.Actions.Replace() {
			return fmt.Errorf("actions are %v, not a replacement", rc.Change.Actions)
		}
		if before, after := at(rc.Change.Before, attribute), at(rc.Change.After, attribute); sameJSON(before, after) {
			return fmt.Errorf("%s is %v before and after", attribute, before)
		}
		for _, p := range rc.Change.ReplacePaths {
			if path := dotted(p); path == attribute || strings.HasPrefix(attribute, path+".") {
				return nil
			}
		}
		return fmt.Errorf("%v force the replacement, not %s", rc.Change.ReplacePaths, attribute)
	}}
}

// showsArguments expects the plan to show the arguments exactly.
func showsArguments(address, arguments string) plancheck.PlanCheck {
	return planned{address, func(rc *tfjson.ResourceChange) error {
		if got := at(rc.Change.After, "arguments"); !sameJSON(got, parseJSON(arguments)) {
			return fmt.Errorf("the plan shows the arguments %v, not %s", got, arguments)
		}
		return nil
	}}
}

func at(v any, path string) any {
	for _, name := range strings.Split(path, ".") {
		object, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = object[name]
	}
	return v
}

func dotted(path any) string {
	var parts []string
	for _, step := range path.([]any) {
		parts = append(parts, fmt.Sprint(step))
	}
	return strings.Join(parts, ".")
}

func parseJSON(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// sameJSON compares values by their JSON text, which has every digit of numbers.
func sameJSON(a, b any) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}
