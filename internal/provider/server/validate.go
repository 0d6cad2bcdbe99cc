package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ValidateResourceConfig answers at once for a configuration of which neither the resource nor a validator has anything to say. The
// framework walks from the root to each attribute, set or not, and describes each validator for its log; it answers for all others.
func (s *Server) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	k := s.kind(ctx, req.TypeName)
	if k == nil {
		return s.framework.ValidateResourceConfig(ctx, req)
	}
	raw, known := s.recent.decode(k, req.Config)
	r, ok := s.instance(ctx, k)
	validates, checks := r.(resource.ResourceWithValidateConfig)
	if !known || !ok || !checks {
		return s.framework.ValidateResourceConfig(ctx, req)
	}
	config := tfsdk.Config{Raw: raw, Schema: k.schema}
	var resp resource.ValidateConfigResponse
	validates.ValidateConfig(ctx, resource.ValidateConfigRequest{Config: config}, &resp)
	if len(resp.Diagnostics) > 0 || !silent(ctx, config, path.Empty(), k.schema.Attributes, raw) {
		return s.framework.ValidateResourceConfig(ctx, req)
	}
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

// Accepts reports whether no type and no validator has anything to say of the attributes of a configuration.
func Accepts(ctx context.Context, config tfsdk.Config, attributes map[string]schema.Attribute) bool {
	return silent(ctx, config, path.Empty(), attributes, config.Raw)
}

// silent reports whether no attribute of an object has anything to be said of it. Validators pass over what is not set.
func silent(ctx context.Context, config tfsdk.Config, at path.Path, attributes map[string]schema.Attribute, object tftypes.Value) bool {
	var values map[string]tftypes.Value
	if object.As(&values) != nil {
		return false
	}
	for name, a := range attributes {
		value := values[name]
		if value.IsNull() {
			if a.IsRequired() {
				return false
			}
			continue
		}
		if readOnly := a.IsComputed() && !a.IsOptional(); readOnly || a.GetDeprecationMessage() != "" {
			return false
		}
		typed, err := a.GetType().ValueFromTerraform(ctx, value)
		if err != nil || !accepts(ctx, config, join(at, name), a, typed) {
			return false
		}
		if nested, ok := a.(schema.SingleNestedAttribute); ok && value.IsKnown() && !silent(ctx, config, join(at, name), nested.Attributes, value) {
			return false
		}
	}
	return true
}

func join(at path.Path, name string) path.Path {
	if at.Equal(path.Empty()) {
		return path.Root(name)
	}
	return at.AtName(name)
}

// accepts reports whether the attribute's type and its validators have nothing to say of a value.
func accepts(ctx context.Context, config tfsdk.Config, at path.Path, a schema.Attribute, value attr.Value) bool {
	if v, ok := value.(xattr.ValidateableAttribute); ok {
		var resp xattr.ValidateAttributeResponse
		v.ValidateAttribute(ctx, xattr.ValidateAttributeRequest{Path: at}, &resp)
		if len(resp.Diagnostics) > 0 {
			return false
		}
	}
	switch a := a.(type) {
	case schema.StringAttribute:
		v, diags := value.(basetypes.StringValuable).ToStringValue(ctx)
		for _, check := range a.Validators {
			var resp validator.StringResponse
			check.ValidateString(ctx, validator.StringRequest{Path: at, PathExpression: at.Expression(), Config: config, ConfigValue: v}, &resp)
			diags = append(diags, resp.Diagnostics...)
		}
		return len(diags) == 0
	case schema.Int64Attribute:
		v, diags := value.(basetypes.Int64Valuable).ToInt64Value(ctx)
		for _, check := range a.Validators {
			var resp validator.Int64Response
			check.ValidateInt64(ctx, validator.Int64Request{Path: at, PathExpression: at.Expression(), Config: config, ConfigValue: v}, &resp)
			diags = append(diags, resp.Diagnostics...)
		}
		return len(diags) == 0
	case schema.ListAttribute:
		v, diags := value.(basetypes.ListValuable).ToListValue(ctx)
		for _, check := range a.Validators {
			var resp validator.ListResponse
			check.ValidateList(ctx, validator.ListRequest{Path: at, PathExpression: at.Expression(), Config: config, ConfigValue: v}, &resp)
			diags = append(diags, resp.Diagnostics...)
		}
		return len(diags) == 0
	case schema.DynamicAttribute:
		v, diags := value.(basetypes.DynamicValuable).ToDynamicValue(ctx)
		for _, check := range a.Validators {
			var resp validator.DynamicResponse
			check.ValidateDynamic(ctx, validator.DynamicRequest{Path: at, PathExpression: at.Expression(), Config: config, ConfigValue: v}, &resp)
			diags = append(diags, resp.Diagnostics...)
		}
		return len(diags) == 0
	case schema.BoolAttribute:
		return len(a.Validators) == 0
	case schema.Float64Attribute:
		return len(a.Validators) == 0
	case schema.SingleNestedAttribute:
		return len(a.Validators) == 0
	default:
		return false
	}
}
