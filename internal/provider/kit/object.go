package kit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Object is a configuration, plan or state whose attributes are reached by name. Resources whose schema is made from the table
// of queue arguments use it: a struct would need each argument written a second time.
type Object map[string]attr.Value

// Equal reports whether two objects of the same schema have the same values.
func (o Object) Equal(other Object) bool {
	for name, v := range o {
		if !v.Equal(other[name]) {
			return false
		}
	}
	return true
}

// Value is the object as the framework takes it.
func (o Object) Value(ctx context.Context) types.Object {
	attrTypes := make(map[string]attr.Type, len(o))
	for name, v := range o {
		attrTypes[name] = v.Type(ctx)
	}
	return types.ObjectValueMust(attrTypes, o)
}

// String returns a string attribute.
func (o Object) String(name string) types.String { return o[name].(types.String) }

// Bool returns a boolean attribute.
func (o Object) Bool(name string) types.Bool { return o[name].(types.Bool) }

// Dynamic returns a dynamic attribute.
func (o Object) Dynamic(name string) types.Dynamic { return o[name].(types.Dynamic) }

// Strings returns the known elements of a list of strings.
func Strings(list types.List) []string {
	var out []string
	for _, v := range list.Elements() {
		if s, ok := v.(types.String); ok && !s.IsNull() && !s.IsUnknown() {
			out = append(out, s.ValueString())
		}
	}
	return out
}
