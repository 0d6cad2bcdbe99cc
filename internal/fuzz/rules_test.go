package fuzz_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/text/unicode/norm"
)

// What Terraform does with values between its calls, and what it requires of the answers (internal/plans/objchange of its source).

func members(v tftypes.Value) map[string]tftypes.Value {
	var m map[string]tftypes.Value
	if v.IsKnown() && !v.IsNull() {
		_ = v.As(&m) // nil for what has no members
	}
	return maps.Clone(m)
}

func elements(v tftypes.Value) []tftypes.Value {
	var l []tftypes.Value
	if v.IsKnown() && !v.IsNull() {
		_ = v.As(&l)
	}
	return slices.Clone(l)
}

func typeOf(a *tfprotov6.SchemaAttribute) tftypes.Type {
	if a.NestedType != nil {
		return a.NestedType.ValueType()
	}
	return a.Type
}

func isNull(v tftypes.Value) bool { return v.Type() == nil || v.IsNull() }

// propose takes over what is computed and not configured from the state.
func propose(attributes []*tfprotov6.SchemaAttribute, prior, config tftypes.Value) tftypes.Value {
	had, wants := members(prior), members(config)
	for _, a := range attributes {
		old, v := had[a.Name], wants[a.Name]
		switch {
		case v.IsNull() && a.Computed && !isNull(old):
			wants[a.Name] = old
		case v.IsNull() || !v.IsKnown() || a.NestedType == nil || isNull(old):
		case a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle:
			wants[a.Name] = propose(a.NestedType.Attributes, old, v)
		case a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeList:
			before, all := elements(old), elements(v)
			for i := range all {
				if i < len(before) {
					all[i] = propose(a.NestedType.Attributes, before[i], all[i])
				}
			}
			wants[a.Name] = tftypes.NewValue(typeOf(a), all)
		}
	}
	return tftypes.NewValue(config.Type(), wants)
}

// invalid lists where a plan differs from the configuration in what only the configuration may say.
func invalid(attributes []*tfprotov6.SchemaAttribute, prior, config, plan tftypes.Value, at string) (wrong []string) {
	had, wants, gets := members(prior), members(config), members(plan)
	for _, a := range attributes {
		name := at + a.Name
		v, p := wants[a.Name], gets[a.Name]
		switch {
		case isNull(v) && a.Computed, p.Equal(v), !isNull(had[a.Name]) && !v.IsNull() && p.Equal(had[a.Name]):
		case a.NestedType != nil && a.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle && !v.IsNull() && !p.IsNull():
			wrong = append(wrong, invalid(a.NestedType.Attributes, had[a.Name], v, p, name+".")...)
		default:
			wrong = append(wrong, fmt.Sprintf("%s is planned as %s and configured as %s", name, p, v))
		}
	}
	return wrong
}

// inconsistent lists where a later value differs from what an earlier one knew already, and strings that Terraform would write in another
// way (it normalises all of them to NFC).
func inconsistent(earlier, later tftypes.Value) (wrong []string) {
	_ = tftypes.Walk(earlier, func(path *tftypes.AttributePath, v tftypes.Value) (bool, error) {
		if !v.IsKnown() {
			return false, nil
		}
		found, _, err := tftypes.WalkAttributePath(later, path)
		now, isValue := found.(tftypes.Value)
		nested := members(v) != nil || elements(v) != nil
		switch {
		case err != nil || !isValue:
			wrong = append(wrong, fmt.Sprintf("%s was %s and is missing", path, v))
		case !nested && !v.Equal(now), nested && len(members(v)) != len(members(now)), nested && len(elements(v)) != len(elements(now)):
			wrong = append(wrong, fmt.Sprintf("%s was %s and is %s", path, v, now))
		}
		return isValue, nil
	})
	_ = tftypes.Walk(later, func(path *tftypes.AttributePath, v tftypes.Value) (bool, error) {
		var text string
		if v.IsKnown() && !v.IsNull() && v.Type().Is(tftypes.String) && v.As(&text) == nil && text != norm.NFC.String(text) {
			wrong = append(wrong, fmt.Sprintf("%s is %q, which Terraform makes %q", path, text, norm.NFC.String(text)))
		}
		return true, nil
	})
	return wrong
}

// written is a value as a person would write it, without what is null.
func written(v tftypes.Value) string {
	switch {
	case !v.IsKnown():
		return "unknown"
	case v.IsNull():
		return "null"
	case v.Type().Is(tftypes.String):
		var text string
		_ = v.As(&text) // what is a string is one
		return fmt.Sprintf("%q", text)
	}
	var all []string
	for name, member := range members(v) {
		if !empty(&member) {
			all = append(all, fmt.Sprintf("%q = %s", name, written(member)))
		}
	}
	slices.Sort(all)
	for _, element := range elements(v) {
		all = append(all, written(element))
	}
	if all != nil {
		return "{ " + strings.Join(all, ", ") + " }"
	}
	var number *big.Float
	if v.As(&number) == nil {
		return number.Text('g', -1)
	}
	return v.String()
}
