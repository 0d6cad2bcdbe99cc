package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// KeepsPrivateState is implemented by resources that read or write their private state. The shorter ways cannot: its type is the
// framework's own.
type KeepsPrivateState interface{ KeepsPrivateState() }

// kind is a type of resource.
type kind struct {
	name      string
	construct func() resource.Resource
	schema    schema.Schema
	object    tftypes.Type
	version   int64
	defaults  map[string]tftypes.Value
	// plain is false if the schema has a feature that the shorter ways do not know.
	plain bool
}

func newKind(ctx context.Context, construct func() resource.Resource) *kind {
	r := construct()
	var metadata resource.MetadataResponse
	r.Metadata(ctx, resource.MetadataRequest{}, &metadata)
	var described resource.SchemaResponse
	r.Schema(ctx, resource.SchemaRequest{}, &described)
	k := &kind{
		name: metadata.TypeName, construct: construct, schema: described.Schema, object: described.Schema.Type().TerraformType(ctx),
		version: described.Schema.Version, defaults: map[string]tftypes.Value{}, plain: len(described.Schema.Blocks) == 0,
	}
	if _, private := r.(KeepsPrivateState); private {
		k.plain = false
	}
	for attribute, a := range described.Schema.Attributes {
		if a.IsWriteOnly() || !k.setDefault(ctx, attribute, a) {
			k.plain = false
		}
	}
	return k
}

// setDefault notes the default of an attribute. It reports false for one of a type whose defaults it does not know.
func (k *kind) setDefault(ctx context.Context, name string, a schema.Attribute) bool {
	switch a := a.(type) {
	case schema.StringAttribute:
		if a.Default != nil {
			var resp defaults.StringResponse
			a.Default.DefaultString(ctx, defaults.StringRequest{}, &resp)
			k.defaults[name] = tftypes.NewValue(tftypes.String, resp.PlanValue.ValueString())
		}
		return true
	case schema.BoolAttribute:
		if a.Default != nil {
			var resp defaults.BoolResponse
			a.Default.DefaultBool(ctx, defaults.BoolRequest{}, &resp)
			k.defaults[name] = tftypes.NewValue(tftypes.Bool, resp.PlanValue.ValueBool())
		}
		return true
	case schema.Float64Attribute:
		if a.Default != nil {
			var resp defaults.Float64Response
			a.Default.DefaultFloat64(ctx, defaults.Float64Request{}, &resp)
			k.defaults[name] = tftypes.NewValue(tftypes.Number, resp.PlanValue.ValueFloat64())
		}
		return true
	case schema.Int64Attribute:
		return a.Default == nil
	case schema.ListAttribute:
		return a.Default == nil
	case schema.DynamicAttribute:
		return a.Default == nil
	case schema.SingleNestedAttribute:
		return a.Default == nil && noDefaults(a.Attributes)
	case schema.ListNestedAttribute:
		return a.Default == nil && noDefaults(a.NestedObject.Attributes)
	default:
		return false
	}
}

func noDefaults(nested map[string]schema.Attribute) bool {
	probe := &kind{defaults: map[string]tftypes.Value{}}
	for name, a := range nested {
		if !probe.setDefault(context.Background(), name, a) {
			return false
		}
	}
	return len(probe.defaults) == 0
}

// hasDefaults reports whether the state has the default of every attribute that the configuration leaves out.
func (k *kind) hasDefaults(config, state tftypes.Value) bool {
	var configured, stated map[string]tftypes.Value
	if config.As(&configured) != nil || state.As(&stated) != nil {
		return false
	}
	for name, fallback := range k.defaults {
		if configured[name].IsNull() && !stated[name].Equal(fallback) {
			return false
		}
	}
	return true
}
