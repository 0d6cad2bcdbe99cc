package kit

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Source is what a resource is asked with.
type Source interface {
	tfsdk.Config | tfsdk.Plan | tfsdk.State
}

// Get decodes a configuration, plan or state into a struct whose fields are attribute values with a tfsdk tag each. It returns nil
// for one that is null or cannot be read, which it says. The framework's own Get finds out anew at each call what the struct is
// like, which took a tenth of a large plan.
func Get[Model any, S Source](ctx context.Context, from S, diags *diag.Diagnostics) *Model {
	source := tfsdk.State(from)
	model := reflect.New(reflect.TypeFor[Model]())
	of := shapeOf(model.Type(), source)
	values, ok := of.values(ctx, source, diags)
	if !ok {
		return nil
	}
	for i := range model.Elem().NumField() {
		model.Elem().Field(i).Set(reflect.ValueOf(values[model.Elem().Type().Field(i).Tag.Get("tfsdk")]))
	}
	return model.Interface().(*Model)
}

// ReadObject decodes a configuration, plan or state of a resource type; ok is false for one that is null or cannot be read, which
// it says.
func ReadObject[S Source](ctx context.Context, typeName string, from S, diags *diag.Diagnostics) (o Object, ok bool) {
	source := tfsdk.State(from)
	return shapeOf(typeName, source).values(ctx, source, diags)
}

// shape is the attribute types of a schema.
type shape map[string]attr.Type

// shapes remembers them by the type of the model, or the name of the resource type: a schema makes them anew whenever it is asked.
var shapes sync.Map

func shapeOf(key any, source tfsdk.State) shape {
	if known, ok := shapes.Load(key); ok {
		return known.(shape)
	}
	of := shape(source.Schema.Type().(types.ObjectType).AttrTypes)
	shapes.Store(key, of)
	return of
}

func (s shape) values(ctx context.Context, source tfsdk.State, diags *diag.Diagnostics) (Object, bool) {
	if source.Raw.IsNull() {
		return nil, false
	}
	var raw map[string]tftypes.Value
	if err := source.Raw.As(&raw); err != nil {
		unreadable(err, diags)
		return nil, false
	}
	values := make(Object, len(s))
	for name, t := range s {
		value, err := t.ValueFromTerraform(ctx, raw[name])
		if err != nil {
			unreadable(fmt.Errorf("%s: %w", name, err), diags)
			return nil, false
		}
		values[name] = value
	}
	return values, true
}

func unreadable(err error, diags *diag.Diagnostics) {
	diags.AddError("Unreadable resource", "What Terraform has of this resource does not fit its schema: "+err.Error()+". This is a defect of the provider.")
}

// Write sets a plan or state unless what it has, before, is what it is to have, after: writing costs the framework more than the rest of
// a call in which nothing changes.
func Write[Model any](ctx context.Context, into interface {
	Set(ctx context.Context, value any) diag.Diagnostics
}, before Model, after *Model, diags *diag.Diagnostics) {
	if !reflect.DeepEqual(before, *after) {
		diags.Append(into.Set(ctx, after)...)
	}
}
