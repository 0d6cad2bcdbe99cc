package providertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// Run runs the steps of an acceptance test with Terraform, in parallel with other tests.
func Run(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	resource.ParallelTest(t, resource.TestCase{ProtoV6ProviderFactories: Factories(), Steps: steps})
}

// Plan is what a step requires of its plan.
func Plan(checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: checks}
}

// Does requires what the plan does to a resource.
func Does(address string, action plancheck.ResourceActionType) plancheck.PlanCheck {
	return plancheck.ExpectResourceAction(address, action)
}

// Meanwhile does something after the plan was made and before it is applied.
func Meanwhile(something func()) plancheck.PlanCheck { return meanwhile{something} }

type meanwhile struct{ something func() }

func (m meanwhile) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	m.something()
}

// Shows requires that the plan shows an attribute (a dotted path) to become exactly a JSON value.
func Shows(address, attribute, value string) plancheck.PlanCheck {
	return plancheck.ExpectKnownValue(address, Path(attribute), JSON(value))
}

// State is what a step requires of its state.
func State(checks ...statecheck.StateCheck) []statecheck.StateCheck { return checks }

// Has requires that an attribute (a dotted path) of the state is exactly a JSON value.
func Has(address, attribute, value string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, Path(attribute), JSON(value))
}

// JSON checks for exactly one value, with every digit of its numbers.
func JSON(text string) knownvalue.Check {
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		panic(fmt.Sprintf("%s is no JSON: %s", text, err))
	}
	return exactly(value)
}

func exactly(value any) knownvalue.Check {
	switch value := value.(type) {
	case nil:
		return knownvalue.Null()
	case bool:
		return knownvalue.Bool(value)
	case string:
		return knownvalue.StringExact(value)
	case json.Number:
		number, _, err := big.ParseFloat(value.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			panic(err)
		}
		return knownvalue.NumberExact(number)
	case []any:
		checks := make([]knownvalue.Check, len(value))
		for i, v := range value {
			checks[i] = exactly(v)
		}
		return knownvalue.ListExact(checks)
	default:
		checks := map[string]knownvalue.Check{}
		for name, v := range value.(map[string]any) {
			checks[name] = exactly(v)
		}
		return knownvalue.ObjectExact(checks)
	}
}

// ReplacedBy requires that an attribute (a dotted path), or the object around it, is among those that force the plan to replace a
// resource.
func ReplacedBy(address, attribute string) plancheck.PlanCheck { return replacedBy{address, attribute} }

type replacedBy struct{ address, attribute string }

func (r replacedBy) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, rc := range req.Plan.ResourceChanges {
		if rc.Address != r.address {
			continue
		}
		for _, p := range rc.Change.ReplacePaths {
			steps, _ := p.([]any)
			path := strings.TrimSuffix(strings.Join(strings.Fields(fmt.Sprintln(steps...)), "."), ".")
			if path == r.attribute || strings.HasPrefix(r.attribute, path+".") {
				return
			}
		}
		resp.Error = fmt.Errorf("%s: %v force the plan to %v, not %s", r.address, rc.Change.ReplacePaths, rc.Change.Actions, r.attribute)
		return
	}
	resp.Error = fmt.Errorf("%s is not in the plan", r.address)
}

// Then makes a check of the broker one of the state: steps whose configuration has a for_each take no other.
func Then(checks ...resource.TestCheckFunc) statecheck.StateCheck { return then{checks} }

type then struct{ checks []resource.TestCheckFunc }

func (c then) CheckState(_ context.Context, _ statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, check := range c.checks {
		resp.Error = errors.Join(resp.Error, check(nil))
	}
}

// Path is the path of an attribute, written with dots.
func Path(attribute string) tfjsonpath.Path {
	first, rest, nested := strings.Cut(attribute, ".")
	path := tfjsonpath.New(first)
	for nested {
		first, rest, nested = strings.Cut(rest, ".")
		path = path.AtMapKey(first)
	}
	return path
}
