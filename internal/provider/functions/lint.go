package functions

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	lintrules "github.com/delaytier/terraform-provider-rabbitmq/internal/lint"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
	"github.com/delaytier/terraform-provider-rabbitmq/internal/topology"
)

// Describe gives collect each object of a topology that a resource with these values describes, and reports whether some of it is not
// known yet; see provider.Describer.
type Describe func(ctx context.Context, values map[string]any, unknown any, collect func(*topology.VirtualHost, kit.Subject)) (open bool, err error)

type lint struct{ describe Describe }

// NewLint returns the function lint.
func NewLint(describe Describe) function.Function { return lint{describe} }

func (lint) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "lint"
}

var findingType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"rule": types.StringType, "severity": types.StringType, "vhost": types.StringType, "kind": types.StringType, "object": types.StringType,
	"consequence": types.StringType, "advice": types.StringType,
}}

func (lint) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "What the rules find in resources taken together",
		MarkdownDescription: "Returns what the rules find in the given resources of this provider taken together, as a list of objects with `rule`, `severity`, `vhost`, `kind`, `object`, " +
			"`consequence` and `advice`. In a `check` block it warns when the plan is made, also about what each resource alone cannot see. Neither a broker nor the provider block " +
			"is asked: what the resources do not show counts as unknown, and severities are the default ones. While a part of them is not known, what is certain all the same is returned, or an unknown list if that is nothing: use the " +
			"result in checks and outputs, and not as an argument of a resource.",
		VariadicParameter: function.DynamicParameter{
			Name: "resources", MarkdownDescription: "Resources of this provider, such as `rabbitmq_queue.work`, or lists or maps of them, as those with `count` or `for_each` are.",
			AllowUnknownValues: true, AllowNullValue: true,
		},
		Return: function.ListReturn{ElementType: findingType},
	}
}

func (l lint) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var resources []types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &resources); resp.Error != nil {
		return
	}
	hosts, ignored := map[string]*topology.VirtualHost{}, map[string]map[topology.Ref][]string{}
	collect := func(t *topology.VirtualHost, subject kit.Subject) {
		if hosts[t.Name] == nil {
			hosts[t.Name], ignored[t.Name] = topology.New(t.Name), map[topology.Ref][]string{}
		}
		hosts[t.Name].Take(t, subject.Ref)
		ignored[t.Name][subject.Ref] = subject.Ignore
	}
	open := false
	for i, r := range resources {
		value, err := r.ToTerraformValue(ctx)
		if err == nil {
			err = l.each(ctx, value, collect, &open)
		}
		if err != nil {
			resp.Error = function.NewArgumentFuncError(int64(i), err.Error())
			return
		}
	}
	found := []attr.Value{}
	for _, name := range slices.Sorted(maps.Keys(hosts)) {
		for _, f := range lintrules.CheckAll(&lintrules.Context{Topology: hosts[name]}, lintrules.Review, nil) {
			if !slices.Contains(ignored[name][f.Object], f.Rule) {
				found = append(found, finding(name, f))
			}
		}
	}
	result := types.ListValueMust(findingType, found)
	if open && len(found) == 0 {
		result = types.ListUnknown(findingType)
	}
	resp.Error = resp.Result.Set(ctx, result)
}

func finding(vhost string, f lintrules.Finding) attr.Value {
	return types.ObjectValueMust(findingType.AttrTypes, map[string]attr.Value{
		"rule": types.StringValue(f.Rule), "severity": types.StringValue(string(f.Severity)), "vhost": types.StringValue(vhost),
		"kind": types.StringValue(string(f.Object.Kind)), "object": types.StringValue(f.Object.Name),
		"consequence": types.StringValue(f.Consequence), "advice": types.StringValue(f.Advice),
	})
}

// each describes a resource, or each of many, and sets open if a part of them is not known.
func (l lint) each(ctx context.Context, value tftypes.Value, collect func(*topology.VirtualHost, kit.Subject), open *bool) error {
	if value.IsNull() || !value.IsKnown() {
		*open = *open || !value.IsKnown()
		return nil
	}
	plain, unknown, err := plainValue(value)
	if err != nil {
		return err
	}
	if object, is := plain.(map[string]any); is {
		unset, one := l.describe(ctx, object, unknown, collect)
		*open = *open || unset
		var elements map[string]tftypes.Value
		if one == nil || value.As(&elements) != nil {
			return one
		}
		for _, name := range slices.Sorted(maps.Keys(elements)) {
			if l.each(ctx, elements[name], collect, open) != nil {
				return one // not a map of resources either
			}
		}
		return nil
	}
	var elements []tftypes.Value
	if value.As(&elements) != nil {
		return fmt.Errorf("it is no resource of this provider")
	}
	for _, element := range elements {
		if err := l.each(ctx, element, collect, open); err != nil {
			return err
		}
	}
	return nil
}

// plainValue writes a value as JSON has it, and beside it true for what is not known.
func plainValue(value tftypes.Value) (plain, unknown any, err error) {
	switch {
	case !value.IsKnown():
		return nil, true, nil
	case value.IsNull():
		return nil, nil, nil
	}
	switch value.Type().(type) {
	case tftypes.Object, tftypes.Map:
		var elements map[string]tftypes.Value
		if err := value.As(&elements); err != nil {
			return nil, nil, err
		}
		object, parts := map[string]any{}, map[string]any{}
		for name, element := range elements {
			if object[name], parts[name], err = plainValue(element); err != nil {
				return nil, nil, err
			}
		}
		return object, parts, nil
	case tftypes.List, tftypes.Set, tftypes.Tuple:
		var elements []tftypes.Value
		if err := value.As(&elements); err != nil {
			return nil, nil, err
		}
		list, parts := make([]any, len(elements)), make([]any, len(elements))
		for i, element := range elements {
			if list[i], parts[i], err = plainValue(element); err != nil {
				return nil, nil, err
			}
		}
		return list, parts, nil
	}
	switch {
	case value.Type().Is(tftypes.Bool):
		var b bool
		err := value.As(&b)
		return b, nil, err
	case value.Type().Is(tftypes.Number):
		var n big.Float
		err := value.As(&n)
		return json.Number(n.Text('g', -1)), nil, err
	default:
		var s string
		err := value.As(&s)
		return s, nil, err
	}
}
