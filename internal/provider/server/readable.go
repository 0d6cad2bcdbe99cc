package server

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/delaytier/terraform-provider-rabbitmq/internal/provider/kit"
)

// readable is the framework's server with errors of its own for numbers and durations that cannot be converted. The framework speaks
// of conversions and asks for a report to the developers, and what it checks with such a value is checked with a zero.
type readable struct {
	tfprotov6.ProviderServer
	provider  attr.Type
	resources func(ctx context.Context, typeName string) attr.Type
}

// ValidateProviderConfig implements tfprotov6.ProviderServer.
func (r readable) ValidateProviderConfig(ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	resp, err := r.ProviderServer.ValidateProviderConfig(ctx, req)
	if err != nil || !failed(resp.Diagnostics) {
		return resp, err
	}
	config, said := explain(ctx, r.provider, req.Config)
	if len(said) == 0 {
		return resp, nil
	}
	resp, err = r.ProviderServer.ValidateProviderConfig(ctx, &tfprotov6.ValidateProviderConfigRequest{Config: config})
	if err == nil {
		resp.Diagnostics = append(said, resp.Diagnostics...)
	}
	return resp, err
}

// ValidateResourceConfig implements tfprotov6.ProviderServer.
func (r readable) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := r.ProviderServer.ValidateResourceConfig(ctx, req)
	t := r.resources(ctx, req.TypeName)
	if err != nil || t == nil || !failed(resp.Diagnostics) {
		return resp, err
	}
	config, said := explain(ctx, t, req.Config)
	if len(said) == 0 {
		return resp, nil
	}
	again := *req
	again.Config = config
	resp, err = r.ProviderServer.ValidateResourceConfig(ctx, &again)
	if err == nil {
		resp.Diagnostics = append(said, resp.Diagnostics...)
	}
	return resp, err
}

func failed(diagnostics []*tfprotov6.Diagnostic) bool {
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

// explain says which numbers and durations of a configuration cannot be converted, and returns it with unknown values in their places, so
// that the rest can be validated.
func explain(ctx context.Context, t attr.Type, config *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	object := t.TerraformType(ctx)
	value, err := config.Unmarshal(object)
	if err != nil {
		return config, nil
	}
	readable, said := Unreadable(t, value)
	encoded, err := tfprotov6.NewDynamicValue(object, readable)
	if err != nil {
		return config, nil
	}
	return &encoded, said
}

// Unreadable says which numbers and durations of a value cannot be converted, and returns it with unknown values in their places.
func Unreadable(t attr.Type, value tftypes.Value) (readable tftypes.Value, said []*tfprotov6.Diagnostic) {
	var e explainer
	readable = e.value(t, value, tftypes.NewAttributePath(), "")
	return readable, e.said
}

type explainer struct{ said []*tfprotov6.Diagnostic }

// value returns a value, or an unknown one for what cannot be converted; name is how a user would write its place.
func (e *explainer) value(t attr.Type, v tftypes.Value, at *tftypes.AttributePath, name string) tftypes.Value {
	if v.IsNull() || !v.IsKnown() {
		return v
	}
	switch t := t.(type) {
	case basetypes.Int64Type:
		return e.number(v, at, name)
	case timetypes.GoDurationType:
		return e.duration(v, at, name)
	case timeouts.Type:
		durations := map[string]attr.Type{}
		for operation := range t.AttributeTypes() {
			durations[operation] = timetypes.GoDurationType{}
		}
		return e.object(durations, v, at, name)
	case attr.TypeWithAttributeTypes:
		return e.object(t.AttributeTypes(), v, at, name)
	case basetypes.ListType:
		return e.list(t.ElemType, v, at, name)
	}
	return v
}

func (e *explainer) object(of map[string]attr.Type, v tftypes.Value, at *tftypes.AttributePath, name string) tftypes.Value {
	var members map[string]tftypes.Value
	if v.As(&members) != nil {
		return v
	}
	for attribute, t := range of {
		member := attribute
		if name != "" {
			member = name + "." + attribute
		}
		members[attribute] = e.value(t, members[attribute], at.WithAttributeName(attribute), member)
	}
	return tftypes.NewValue(v.Type(), members)
}

func (e *explainer) list(of attr.Type, v tftypes.Value, at *tftypes.AttributePath, name string) tftypes.Value {
	var elements []tftypes.Value
	if v.As(&elements) != nil {
		return v
	}
	explained := make([]tftypes.Value, len(elements))
	for i, element := range elements {
		explained[i] = e.value(of, element, at.WithElementKeyInt(i), fmt.Sprintf("%s[%d]", name, i))
	}
	return tftypes.NewValue(v.Type(), explained)
}

func (e *explainer) number(v tftypes.Value, at *tftypes.AttributePath, name string) tftypes.Value {
	var n big.Float
	if v.As(&n) != nil {
		return v
	}
	if _, accuracy := n.Int64(); accuracy == big.Exact {
		return v
	}
	detail := fmt.Sprintf("%s = %s is not possible: write a whole number.", name, n.Text('f', -1))
	if n.IsInt() {
		detail = fmt.Sprintf("%s = %s is not possible: write a number from %d to %d.", name, n.Text('f', 0), math.MinInt64, math.MaxInt64)
	}
	return e.say("number", v, at, detail)
}

func (e *explainer) duration(v tftypes.Value, at *tftypes.AttributePath, name string) tftypes.Value {
	var text string
	if v.As(&text) != nil {
		return v
	}
	if _, err := time.ParseDuration(text); err == nil {
		return v
	}
	return e.say("duration", v, at, fmt.Sprintf("%s = %q is no duration: %s.", name, text, kit.DurationAdvice(text)))
}

func (e *explainer) say(kind string, v tftypes.Value, at *tftypes.AttributePath, detail string) tftypes.Value {
	e.said = append(e.said, &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError, Summary: "Invalid " + kind, Detail: detail, Attribute: at,
	})
	return tftypes.NewValue(v.Type(), tftypes.UnknownValue)
}
